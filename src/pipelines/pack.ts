import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readManifest } from "../domain/install/manifestBytes.ts"
import { memberText } from "../domain/json/value.ts"
import { PackOutputRefused } from "../domain/pack/errors.ts"
import { packDifferences, type Packed } from "../domain/pack/packed.ts"
import { isWithin } from "../domain/paths.ts"
import { SourceMissing } from "../domain/source/errors.ts"
import { PackedBundles } from "../services/PackedBundles.ts"
import { Packing } from "../services/Packing.ts"
import { assemble, soundFolder, type Assembled, type Sound } from "./pack/assemble.ts"
import { asIn, provenanceOf } from "./pack/provenance.ts"

/** What the caller asks for. */
export interface PackRequested {
  /** The capability's folder, as given. */
  readonly folder: string
  /** The archive, as given; `<id>-<version>.tgz` in the working directory when left out. */
  readonly out?: string
}

const factsOf = ({ raw }: Sound, { bytes, contentHash, files, integrity, sha512 }: Assembled) => ({
  id: memberText(raw, "id"),
  version: memberText(raw, "version"),
  sha512,
  size: bytes.length,
  contentHash,
  integrity,
  files: files.length
})

/** Where the archive goes; into the folder that is packed only when somebody said so. */
const placeOf = Effect.fnUntraced(function* ({ folder, raw }: Sound, out: string | undefined) {
  const packing = yield* Packing
  const place = yield* packing.output(out ?? `${memberText(raw, "id")}-${memberText(raw, "version")}.tgz`)
  if (out === undefined && isWithin(place, folder.root))
    return yield* new PackOutputRefused({
      path: place,
      reason: "lies in the folder that is packed, and would be packed the next time",
      hint: "Run it from elsewhere, or name the archive with `--out`"
    })
  return place
})

/** An explicit output inside the folder is not part of what is packed. */
const readFor = Effect.fnUntraced(function* ({ folder, out }: PackRequested) {
  const packing = yield* Packing
  const place = out === undefined ? undefined : yield* packing.output(out)
  return yield* soundFolder(yield* packing.read(folder, place))
})

/**
 * Packs a capability's folder: validated, its integrity filled in, its provenance where git knows it, the same bytes for
 * the same input. The archive is there as a whole or not at all; the folder itself is not written.
 */
export const pack = Effect.fn("pack")(function* (requested: PackRequested) {
  const packing = yield* Packing
  const sound = yield* readFor(requested)
  const path = yield* placeOf(sound, requested.out)
  const { change, provenance, warnings } = yield* provenanceOf(sound.folder)
  const assembled = yield* assemble(sound, change, path)
  yield* packing.write(path, assembled.bytes)
  return {
    status: "packed",
    path,
    ...factsOf(sound, assembled),
    ...(provenance === undefined ? {} : { provenance }),
    differences: [],
    warnings: [...sound.warnings, ...warnings]
  } satisfies Packed
})

/** What the caller asks to be compared. */
export interface PackCheckRequested {
  readonly folder: string
  /** The archive that was packed before, as given. */
  readonly archive: string
}

/**
 * Compares an archive with what would be packed now, and writes nothing. The provenance that it names is taken as it is:
 * the commit may be an older one of the same files. Other bytes of the archive around the same files are told.
 */
export const packCheck = Effect.fn("pack.check")(function* ({ archive, folder }: PackCheckRequested) {
  const packing = yield* Packing
  const bundles = yield* PackedBundles
  const path = yield* packing.output(archive)
  const there = yield* bundles
    .read(path)
    .pipe(
      Effect.catchTag("DiskFailure", (failure) =>
        Effect.fail(
          failure.reason === "missing" ? new SourceMissing({ path, reason: "does not exist" }) : failure
        )
      )
    )
  const sound = yield* soundFolder(yield* packing.read(folder, path))
  const read = readManifest(there.manifestBytes)
  const change = Result.isSuccess(read) ? asIn(read.success.value) : ({ _tag: "Keep" } as const)
  const assembled = yield* assemble(sound, change, path)
  const differences = packDifferences(there.files, assembled.files)
  const isOther = differences.length === 0 && there.sha512 !== assembled.sha512
  return {
    status: differences.length === 0 ? "agrees" : "differs",
    path,
    ...factsOf(sound, assembled),
    differences,
    warnings: [
      ...sound.warnings,
      ...(isOther ? ["the files are the same, packed by another compressor or program"] : [])
    ]
  } satisfies Packed
})
