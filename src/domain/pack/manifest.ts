import { integrityOf, type HashedFile } from "../content/contentHash.ts"
import { sameJson } from "../json/canonical.ts"
import { isJsonObject, member, type JsonObject, type JsonValue } from "../json/value.ts"

/** Where a bundle was packed from. */
export interface Provenance {
  /** Address of the repository, without credentials. */
  readonly sourceRepo: string
  /** Hex digits. */
  readonly commit: string
}

/** What becomes of a manifest's provenance: set, taken out because it would not be true, or left as its author wrote it. */
export type ProvenanceChange =
  | { readonly _tag: "Set"; readonly provenance: JsonValue }
  | { readonly _tag: "Remove" }
  | { readonly _tag: "Keep" }

const without = (manifest: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(manifest).filter(([name]) => name !== key))

const withProvenance = (manifest: JsonObject, change: ProvenanceChange): JsonObject => {
  switch (change._tag) {
    case "Set":
      return { ...manifest, provenance: change.provenance }
    case "Remove":
      return without(manifest, "provenance")
    case "Keep":
      return manifest
  }
}

/**
 * The bytes of the manifest that is packed: provenance changed, `integrity` filled in. Members keep their places, new
 * ones come last. Bytes that say all of it already stay as they are.
 */
export const packedManifest = (
  source: { readonly bytes: Uint8Array; readonly raw: JsonValue; readonly files: ReadonlyArray<HashedFile> },
  change: ProvenanceChange
): Uint8Array => {
  const { bytes, files, raw } = source
  if (!isJsonObject(raw)) return bytes
  const proven = withProvenance(raw, change)
  const packed = { ...proven, integrity: integrityOf(files, proven) }
  return sameJson(raw, packed) ? bytes : new TextEncoder().encode(`${JSON.stringify(packed, null, 2)}\n`)
}

/** The provenance that a manifest names. */
export const provenanceIn = (raw: JsonValue): JsonValue | undefined => member(raw, "provenance")
