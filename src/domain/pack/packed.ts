import * as Schema from "effect/Schema"
import type { HashedFile } from "../content/contentHash.ts"

/** One file that two packed bundles have otherwise. */
export const PackDifference = Schema.Struct({
  path: Schema.String,
  /** `missing`: packed now and not in the archive; `surplus`: only in the archive. */
  kind: Schema.Literals(["missing", "surplus", "changed"])
})
export type PackDifference = typeof PackDifference.Type

/** JSON of `pack`. `agrees` and `differs` are those of `--check`, which writes nothing. */
export const Packed = Schema.Struct({
  status: Schema.Literals(["packed", "agrees", "differs"]),
  id: Schema.String,
  version: Schema.String,
  /** The archive. */
  path: Schema.String,
  /** Digest of the archive's bytes. */
  sha512: Schema.String,
  /** Bytes of the archive. */
  size: Schema.Int,
  contentHash: Schema.String,
  /** What the manifest's own `integrity` says. */
  integrity: Schema.String,
  files: Schema.Int,
  provenance: Schema.optionalKey(Schema.Struct({ sourceRepo: Schema.String, commit: Schema.String })),
  /** What the archive has otherwise, ascending by path; of `--check` only. */
  differences: Schema.Array(PackDifference),
  warnings: Schema.Array(Schema.String)
})
export type Packed = typeof Packed.Type

/** How an archive's files differ from those that would be packed. */
export const packDifferences = (
  archive: ReadonlyArray<HashedFile>,
  packed: ReadonlyArray<HashedFile>
): ReadonlyArray<PackDifference> => {
  const there = new Map(archive.map((file) => [file.path, file.sha512] as const))
  const here = new Map(packed.map((file) => [file.path, file.sha512] as const))
  const found = [...new Set([...there.keys(), ...here.keys()])].flatMap(
    (path): ReadonlyArray<PackDifference> => {
      if (!there.has(path)) return [{ path, kind: "missing" }]
      if (!here.has(path)) return [{ path, kind: "surplus" }]
      return there.get(path) === here.get(path) ? [] : [{ path, kind: "changed" }]
    }
  )
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
