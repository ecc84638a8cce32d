import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { manifestName, type BundleFile } from "../../domain/content/BundleFile.ts"
import { contentHash, integrityOf } from "../../domain/content/contentHash.ts"
import { validateManifest } from "../../domain/capability/validateManifest.ts"
import { declaredExecutables } from "../../domain/disclosure/reach.ts"
import { sha512Hex } from "../../domain/hash.ts"
import { ManifestInvalid, ManifestUnreadable } from "../../domain/install/errors.ts"
import { encodingNote, readManifest } from "../../domain/install/manifestBytes.ts"
import { memberText, type JsonValue } from "../../domain/json/value.ts"
import { packedManifest, type ProvenanceChange } from "../../domain/pack/manifest.ts"
import { tarOf } from "../../domain/pack/tar.ts"
import { Packing, type FolderFile, type PackFolder } from "../../services/Packing.ts"
import { fileProblems } from "../manifests/files.ts"

/** A folder whose manifest is valid. */
export interface Sound {
  readonly folder: PackFolder
  readonly manifest: FolderFile
  readonly raw: JsonValue
  readonly warnings: ReadonlyArray<string>
}

/** Judges a folder's manifest as `validate` does; errors are refused, warnings are told. */
export const soundFolder = Effect.fn("pack.sound")(function* (folder: PackFolder) {
  const path = `${folder.root}/${manifestName}`
  const manifest = folder.files.find((file) => file.path === manifestName)
  const read = readManifest(manifest?.bytes ?? new Uint8Array())
  if (manifest === undefined || Result.isFailure(read)) {
    const failure = Result.isFailure(read) ? read.failure : { problem: "", reason: "is missing", hint: "" }
    return yield* new ManifestUnreadable({ path, ...failure })
  }
  const { notes, value: raw } = read.success
  const judged = validateManifest({
    folder: folder.folder ?? memberText(raw, "id"),
    raw,
    origin: "third-party"
  })
  const bytesOf = new Map(folder.files.map(({ bytes, path: file }) => [file, bytes]))
  const inFolder = yield* fileProblems(judged.manifest, {
    files: [...bytesOf.keys()],
    read: (file) => Effect.fromNullishOr(bytesOf.get(file))
  })
  const problems = [...notes.map(encodingNote), ...judged.problems, ...inFolder]
  if (problems.some(({ severity }) => severity === "error"))
    return yield* new ManifestInvalid({ path, problems })
  const warnings = problems.map(({ message, pointer }) => `${pointer === "" ? "/" : pointer}: ${message}`)
  return { folder, manifest, raw, warnings } satisfies Sound
})

/** What is packed: the archive, and what it holds. */
export interface Assembled {
  readonly bytes: Uint8Array
  readonly sha512: string
  /** In the order of the content hash. */
  readonly files: ReadonlyArray<BundleFile>
  readonly contentHash: string
  readonly integrity: string
}

const hashed = (file: FolderFile, bytes: Uint8Array): FolderFile => ({
  ...file,
  bytes,
  size: bytes.length,
  sha512: sha512Hex(bytes)
})

/** Puts the archive together: the manifest with its integrity, every other file as it stands, in the order of the content hash. */
export const assemble = Effect.fn("pack.assemble")(function* (
  { folder, manifest, raw }: Sound,
  change: ProvenanceChange,
  name: string
) {
  const packing = yield* Packing
  const bytes = packedManifest({ bytes: manifest.bytes, raw, files: folder.files }, change)
  const executables = new Set(declaredExecutables(raw))
  const files = folder.files.map((file) => ({
    ...(file === manifest ? hashed(file, bytes) : file),
    executable: file.executable || executables.has(file.path)
  }))
  const packed = yield* packing.compress(name, tarOf(files))
  const read = readManifest(bytes)
  return {
    ...packed,
    files,
    contentHash: contentHash(files),
    integrity: integrityOf(files, Result.isSuccess(read) ? read.success.value : raw)
  } satisfies Assembled
})
