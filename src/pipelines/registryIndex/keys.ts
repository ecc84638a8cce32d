import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { limits } from "../../domain/limits.ts"
import { isPrivateKey, readPublicKey } from "../../domain/registryIndex/key.ts"
import { KeyUnusable } from "../../domain/registryIndex/signingErrors.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { Signatures } from "../../services/Signatures.ts"

const isAbsolute = (path: string): boolean => /^(?:[\\/]|[A-Za-z]:[\\/])/u.test(path)

/** Text of a file that a person named, relative to where they are. */
const textIn = Effect.fnUntraced(function* (file: string) {
  const durable = yield* Durable
  const { workingDirectory } = yield* Environment
  const path = isAbsolute(file) ? file : `${workingDirectory}/${file}`
  const real = yield* durable.realPath(path)
  return new TextDecoder().decode(yield* durable.read(real, { maxBytes: limits.settingsBytes }))
})

/** Reads a public key: given as it is, or the file that holds it. */
export const publicKeyOf = Effect.fn("registryIndex.publicKeyOf")(function* (given: string) {
  const direct = readPublicKey(given)
  if (Result.isSuccess(direct)) return direct.success
  // What is given may be a secret by mistake; it is never told.
  if (isPrivateKey(given)) return yield* new KeyUnusable({ key: "--public-key", reason: direct.failure })
  const text = yield* Effect.mapError(
    textIn(given),
    () =>
      new KeyUnusable({ key: given, reason: "is neither an Ed25519 public key nor a file that can be read" })
  )
  return yield* Effect.fromResult(
    Result.mapError(readPublicKey(text), (reason) => new KeyUnusable({ key: given, reason }))
  )
})

/** Opens the private key in a file. */
export const signerIn = Effect.fn("registryIndex.signerIn")(function* (file: string) {
  const signatures = yield* Signatures
  const text = yield* Effect.mapError(
    textIn(file),
    (failure) => new KeyUnusable({ key: file, reason: `cannot be read: ${failure.message}` })
  )
  return yield* signatures.open(file, Redacted.make(text, { label: "private key" }))
})
