import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import { nameOf } from "../domain/paths.ts"
import { planIndex, type IndexPlan, type IndexWish, type OldIndex } from "../domain/registryIndex/build.ts"
import type { RegistryKey } from "../domain/registryIndex/key.ts"
import { indexReport } from "../domain/registryIndex/indexReport.ts"
import { momentOf } from "../domain/registryIndex/moment.ts"
import { IndexRefused } from "../domain/registryIndex/signingErrors.ts"
import { Durable } from "../services/Durable.ts"
import { Environment } from "../services/Environment.ts"
import type { Signer } from "../services/Signatures.ts"
import { bundlesIn } from "./registryIndex/bundles.ts"
import { signerIn } from "./registryIndex/keys.ts"
import { oldIndexIn } from "./registryIndex/oldIndex.ts"
import { signedRoot, writeIndex } from "./registryIndex/write.ts"

/** An index, as its keeper asks for it. */
export interface RegistryIndexRequested {
  readonly directory: string
  /** File of the private key that signs it, and may sign the next. */
  readonly key: string
  /** Files of keys that sign this one too, for whoever knows only them, and are trusted no longer. */
  readonly oldKeys: ReadonlyArray<string>
  readonly name: string | undefined
  /** How long the index counts. */
  readonly lifeMillis: number
  /** How long the key may sign; for ever when undefined. */
  readonly keyLifeMillis: number | undefined
  /** `ID@VERSION`, each. */
  readonly yank: ReadonlyArray<string>
}

const directoryOf = Effect.fnUntraced(function* (given: string) {
  const path = yield* Path.Path
  const durable = yield* Durable
  const { workingDirectory } = yield* Environment
  return yield* Effect.mapError(
    durable.realPath(path.resolve(workingDirectory, given)),
    (failure) =>
      new IndexRefused({
        subject: given,
        rule: "directory",
        reason: `is no folder that can be indexed: ${failure.message}`,
        hint: "Give the folder that holds the packed bundles"
      })
  )
})

const keyUntil = (signer: Signer, life: number | undefined, now: number): RegistryKey =>
  life === undefined ? signer.key : { ...signer.key, expires: momentOf(now + life) }

/**
 * Builds, signs and writes the index of the packed bundles in a folder, which any web server can then serve. Nothing
 * is written unless every bundle could be installed.
 */
export const registryIndex = Effect.fn("registryIndex")(function* (requested: RegistryIndexRequested) {
  const { keyLifeMillis, lifeMillis, name, yank } = requested
  const directory = yield* directoryOf(requested.directory)
  const signer = yield* signerIn(requested.key)
  const signers = [signer, ...(yield* Effect.forEach(requested.oldKeys, signerIn))]
  const old: OldIndex | undefined = yield* oldIndexIn(directory)
  const bundles = yield* bundlesIn(directory)
  const now = yield* Clock.currentTimeMillis
  const wish: IndexWish = {
    name,
    folder: nameOf(directory),
    signers: signers.map((one) => one.key),
    keys: [keyUntil(signer, keyLifeMillis, now)],
    now,
    lifeMillis,
    yank
  }
  const plan: IndexPlan = yield* Effect.fromResult(planIndex(old, bundles, wish))
  yield* writeIndex(directory, plan, yield* signedRoot(plan, signers))
  return indexReport(directory, plan, signer.key)
})
