import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { AdoptionRefused } from "../../domain/adopt/errors.ts"
import { publicPlaces } from "../../domain/adopt/places.ts"
import type { Recorded } from "../../domain/adopt/recorded.ts"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { memberText, type JsonValue } from "../../domain/json/value.ts"
import { IntegrityMismatch } from "../../domain/store/errors.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"

/** The folder of a capability as the public system left it, every file of it hashed. */
export interface PublicFiles {
  readonly folder: string
  readonly files: ReadonlyArray<BundleFile>
  /** Null when it is no JSON. */
  readonly manifest: JsonValue
}

const again = "Install it anew with the public system, or from its source with `gsd capability install`"

const missing = (id: string, folder: string) =>
  new AdoptionRefused({ id, reason: `\`${folder}\` holds no capability`, hint: again })

/** Reads the folder without following a link; what it says of itself must be what was recorded. */
export const publicFiles = Effect.fn("adopt.files")(function* (root: string, { id, version }: Recorded) {
  const projects = yield* ProjectFiles
  const folder = publicPlaces(root).folder(id)
  const seen = yield* projects.bundle(root, id)
  if (seen._tag === "Refused")
    return yield* new AdoptionRefused({
      id,
      reason: `\`${seen.path}\` is not used: ${seen.reason}`,
      hint: again
    })
  if (seen._tag === "Missing" || seen.manifest === undefined) return yield* missing(id, folder)
  const manifest = Result.match(readManifest(seen.manifest), {
    onFailure: (): JsonValue => null,
    onSuccess: ({ value }) => value
  })
  const found = memberText(manifest, "version")
  if (manifest !== null && found !== version)
    return yield* new AdoptionRefused({
      id,
      reason: `version \`${version}\` is recorded, and its folder holds \`${found}\``,
      hint: again
    })
  return { folder, files: seen.files, manifest } satisfies PublicFiles
})

/** Bytes of one file, which must be those that were hashed. */
export const readPublic = Effect.fn("adopt.read")(function* (
  { files, folder }: PublicFiles,
  root: string,
  path: string
) {
  const projects = yield* ProjectFiles
  const at = `${folder}/${path}`
  const expected = files.find((file) => file.path === path)?.sha512 ?? ""
  const found = (yield* projects.look(root, [at])).get(at)
  const bytes = found?._tag === "Plain" && found.state === expected ? found.target.bytes : undefined
  return bytes ?? (yield* new IntegrityMismatch({ subject: at, origin: "source", expected, files: [path] }))
})
