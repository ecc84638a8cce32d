import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { judgeOverlay } from "../../domain/capability/judgeOverlay.ts"
import { inertWarnings } from "../../domain/capability/judgeScripts.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { admitEngine } from "../../domain/install/engine.ts"
import { IdDiffers, ManifestInvalid } from "../../domain/install/errors.ts"
import { encodingNote } from "../../domain/install/manifestBytes.ts"
import { memberText } from "../../domain/json/value.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { fileProblems } from "../manifests/files.ts"
import type { Judged, Validated, Verified } from "./stages.ts"

/** Name that the id must equal; a source without a folder name of its own has the id's. */
const folderOf = (verified: Verified): string => verified.resolved.folder ?? memberText(verified.raw, "id")

/** Judges the manifest and the files it names, as far as it decodes; never fails. */
export const judge = Effect.fn("install.judge")(function* (verified: Verified) {
  const validation = judgeOverlay(folderOf(verified), verified.raw)
  const files = verified.files.map((file) => file.path)
  const inBundle = yield* fileProblems(validation.manifest, { files, read: verified.staging.read })
  const problems = [...verified.notes.map(encodingNote), ...validation.problems, ...inBundle]
  return { ...verified, decoded: validation.manifest, problems } satisfies Judged
})

/** What deserves a word of a source that is in order: how it was had, and what of it never runs. */
export const notesOf = ({ problems, resolved }: Judged): ReadonlyArray<string> => [
  ...(resolved.notes ?? []),
  ...inertWarnings(problems)
]

/** Refuses a manifest with errors, one of another id than expected, and one made for another engine. */
export const validate = Effect.fn("install.validate")(function* (judged: Judged) {
  const hostVersion = yield* HostVersion
  const path = `${judged.resolved.canonical}/${manifestName}`
  const manifest = Option.getOrUndefined(judged.decoded)
  if (manifest === undefined || judged.problems.some((one) => one.severity === "error"))
    return yield* new ManifestInvalid({ path, problems: judged.problems })
  const { id } = manifest
  if (judged.expectedId !== undefined && judged.expectedId !== id)
    return yield* new IdDiffers({ expected: judged.expectedId, found: id, source: judged.resolved.canonical })
  yield* Effect.fromResult(admitEngine(id, judged.raw, yield* hostVersion.read))
  return { ...judged, manifest } satisfies Validated
})
