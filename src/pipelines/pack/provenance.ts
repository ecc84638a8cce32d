import * as Effect from "effect/Effect"
import type { JsonValue } from "../../domain/json/value.ts"
import { provenanceIn, type Provenance, type ProvenanceChange } from "../../domain/pack/manifest.ts"
import { publicRemote } from "../../domain/pack/origin.ts"
import { visible } from "../../domain/text/escape.ts"
import { Packing, type Checkout, type PackFolder } from "../../services/Packing.ts"

/** Provenance to record, and why there is none where one could be expected. */
export interface Proven {
  readonly change: ProvenanceChange
  readonly provenance?: Provenance
  readonly warnings: ReadonlyArray<string>
}

const namedPaths = 3

const without = (reason: string): Proven => ({
  change: { _tag: "Remove" },
  warnings: [`no provenance is recorded: ${reason}`]
})

const listed = (paths: ReadonlyArray<string>): string => {
  const named = paths.slice(0, namedPaths).map((path) => `\`${visible(path)}\``)
  return [...named, ...(paths.length > namedPaths ? ["…"] : [])].join(", ")
}

const ofCommit = ({ changed, commit, origin }: Extract<Checkout, { readonly _tag: "Commit" }>): Proven => {
  if (changed.length > 0)
    return without(`${listed(changed)} ${changed.length === 1 ? "is" : "are"} not as in commit ${commit}`)
  const sourceRepo = origin === undefined ? undefined : publicRemote(origin)
  if (sourceRepo === undefined)
    return without("the checkout has no remote `origin` over https or ssh that others could look at")
  const provenance = { sourceRepo, commit }
  return { change: { _tag: "Set", provenance }, provenance, warnings: [] }
}

/** Finds what commit a folder is packed from; only files that are the commit's, byte by byte, are said to be of it. */
export const provenanceOf = Effect.fn("pack.provenance")(function* (folder: PackFolder) {
  const checkout = yield* (yield* Packing).checkout(folder)
  switch (checkout._tag) {
    case "None":
      return { change: { _tag: "Keep" }, warnings: [] } satisfies Proven
    case "Unknown":
      return without(checkout.reason)
    case "Commit":
      return ofCommit(checkout)
  }
})

/** Takes the provenance that an archive has already, which was true when it was packed. */
export const asIn = (raw: JsonValue): ProvenanceChange => {
  const provenance = provenanceIn(raw)
  return provenance === undefined ? { _tag: "Remove" } : { _tag: "Set", provenance }
}
