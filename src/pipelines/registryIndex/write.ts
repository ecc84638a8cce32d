import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { parentOf } from "../../domain/paths.ts"
import type { IndexPlan } from "../../domain/registryIndex/build.ts"
import { encodeEnvelope, rootPayloadType, signedBytes } from "../../domain/registryIndex/envelope.ts"
import { nextRootName, rootName } from "../../domain/registryIndex/place.ts"
import { encodeRoot } from "../../domain/registryIndex/root.ts"
import { Durable } from "../../services/Durable.ts"
import type { Signer } from "../../services/Signatures.ts"

const folderMode = 0o755

const fileMode = 0o644

/** The root's file, signed by each of the keys. */
export const signedRoot = Effect.fn("registryIndex.signedRoot")(function* (
  { root }: IndexPlan,
  signers: ReadonlyArray<Signer>
) {
  const payload = encodeRoot(root)
  const bytes = signedBytes(rootPayloadType, payload)
  const signatures = yield* Effect.forEach(signers, ({ key, sign }) =>
    Effect.map(sign(bytes), (signature) => ({ keyid: key.keyid, bytes: signature }))
  )
  return encodeEnvelope({ payloadType: rootPayloadType, payload, signatures })
})

const replace = Effect.fnUntraced(function* (path: string, bytes: Uint8Array) {
  const durable = yield* Durable
  if (Option.isNone(yield* durable.identify(parentOf(path))))
    yield* durable.makeDirectory(parentOf(path), { mode: folderMode })
  const name = yield* Random.nextIntBetween(0, 2 ** 32 - 1)
  const temporary = `${path}.${name.toString(16)}.tmp`
  yield* durable.replace(path, bytes, { mode: fileMode, temporary })
})

/**
 * Writes an index: the new root under another name, the files that it pins, and then the root takes its place. A run
 * that dies in between leaves files that one of the two roots pins, so that the next one can read them.
 */
export const writeIndex = Effect.fn("registryIndex.writeIndex")(function* (
  directory: string,
  { files, gone }: IndexPlan,
  root: Uint8Array
) {
  const durable = yield* Durable
  const next = `${directory}/${nextRootName}`
  yield* replace(next, root)
  for (const [path, bytes] of files) yield* replace(`${directory}/${path}`, bytes)
  yield* durable.rename(next, `${directory}/${rootName}`)
  yield* durable.syncDirectory(directory)
  for (const path of gone) yield* Effect.ignore(durable.unlink(`${directory}/${path}`))
}, Effect.uninterruptible)
