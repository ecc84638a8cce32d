import { isRawObject, itemsOf, own, stringsOf, type RawObject } from "../capability/raw.ts"
import { roleWords, type Contract, type Detect, type FamilyMember, type Role } from "./manifest.ts"
import type { FamilyManifest } from "./schema.ts"

/** A member of an object under its name, when it is there. */
const optionally = <K extends string, A>(name: K, value: A | null | undefined): { readonly [P in K]?: A } =>
  value === null || value === undefined ? {} : ({ [name]: value } as { readonly [P in K]: A })

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const textsOf = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? stringsOf(value) : undefined

/** Lines that catalogs name by their place, so that one of another shape keeps its place as empty text. */
const linesOf = (value: unknown): ReadonlyArray<string> =>
  itemsOf(value).map((one) => (typeof one === "string" ? one : ""))

const passthroughOf = (value: unknown): Contract["passthrough"] => {
  const policy = textOf(own(value, "policy"))
  const blocked = textsOf(own(value, "blocked"))
  const probeRelaxed = textsOf(own(value, "probeRelaxed"))
  return policy === undefined || blocked === undefined || probeRelaxed === undefined
    ? undefined
    : { policy, blocked, probeRelaxed }
}

const contractOf = (contract: RawObject): Contract => ({
  invocations: linesOf(own(contract, "invocations")),
  continue: linesOf(own(contract, "continue")),
  ...optionally("grounding", textOf(own(contract, "grounding"))),
  ...optionally("flags", textsOf(own(contract, "flags"))),
  ...optionally("passthrough", passthroughOf(own(contract, "passthrough"))),
  ...optionally("receipt", textOf(own(contract, "receipt"))),
  ...optionally("notes", textsOf(own(contract, "notes")))
})

const roleOf = (role: FamilyManifest["roles"][string]): Role => ({
  cmd: role.cmd,
  source: role.source,
  ...optionally("template", role.template),
  ...optionally("modes", textsOf(role.modes)),
  ...optionally("output", textOf(role.output)),
  ...optionally("contract", isRawObject(role.contract) ? contractOf(role.contract) : undefined)
})

const detectOf = (detect: FamilyManifest["detect"]): Detect => {
  const installed = detect?.installed
  const deployed = detect?.deployed
  return {
    ...optionally(
      "installed",
      installed && {
        ...optionally("env", installed.env),
        ...optionally("default", installed.default),
        ...optionally("file", installed.file)
      }
    ),
    ...optionally("deployed", deployed && optionally("file", deployed.file))
  }
}

/**
 * A valid manifest as the rest of the product reads it: what is absent or null is empty, what no rule asks a shape of
 * is left out when it has another. Roles stand in the order of the vocabulary.
 */
export const memberOf = (manifest: FamilyManifest): FamilyMember => ({
  name: manifest.name,
  kind: manifest.kind,
  version: manifest.version,
  available: manifest.available !== false,
  provides: manifest.provides,
  roles: new Map(
    roleWords.flatMap((word) => {
      const role = Object.hasOwn(manifest.roles, word) ? manifest.roles[word] : undefined
      return role === undefined ? [] : [[word, roleOf(role)] as const]
    })
  ),
  detect: detectOf(manifest.detect),
  settings: manifest.settings ?? [],
  networkHosts: manifest.networkHosts ?? [],
  writableDirs: manifest.writableDirs ?? [],
  modeCatalog: manifest.modeCatalog
})
