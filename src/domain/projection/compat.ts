import { shown } from "../text/escape.ts"
import type { Offer } from "./offer.ts"

type Compat = Offer["runtimeCompat"]

const noteFor = ({ notes = {} }: Compat, runtime: string): string | undefined =>
  [runtime, "*"]
    .map((key) => (Object.hasOwn(notes, key) ? notes[key] : undefined))
    .find((note) => note !== undefined)

const clauseFor = ({ supported, unsupported }: Compat, runtime: string): string | undefined => {
  if (unsupported.includes(runtime)) return shown`its manifest says that it does not work with \`${runtime}\``
  if (supported.includes("*") || supported.includes(runtime)) return undefined
  return shown`its manifest names \`${supported.join("`, `")}\` and no other runtime`
}

/**
 * Why a capability is not given to a runtime, by its own `runtimeCompat`; undefined when it is. A clause without a period
 * whose subject is the capability, with what its manifest remarks. Fails closed: what is not named is not supported.
 */
export const incompatibility = (compat: Compat, runtime: string): string | undefined => {
  const clause = clauseFor(compat, runtime)
  const note = noteFor(compat, runtime)
  return clause === undefined || note === undefined ? clause : `${clause}: ${shown`${note}`}`
}
