import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { SignatureCheckFailed } from "../domain/registryIndex/errors.ts"
import type { RegistryKey } from "../domain/registryIndex/key.ts"
import type { KeyUnusable } from "../domain/registryIndex/signingErrors.ts"

/** A private key that can sign. */
export interface Signer {
  readonly key: RegistryKey
  readonly sign: (bytes: Uint8Array) => Effect.Effect<Uint8Array, SignatureCheckFailed>
}

/** Ed25519 signatures over bytes. */
export class Signatures extends Context.Service<
  Signatures,
  {
    /** Tells whether a signature over the bytes is the key's. What fails has said neither yes nor no. */
    readonly verify: (check: {
      readonly bytes: Uint8Array
      readonly signature: Uint8Array
      readonly key: RegistryKey
    }) => Effect.Effect<boolean, SignatureCheckFailed>
    /** Opens a private key, PEM of PKCS #8 without a passphrase; `file` is named in the error, and nothing of the key. */
    readonly open: (file: string, pem: Redacted.Redacted<string>) => Effect.Effect<Signer, KeyUnusable>
  }
>()("gsd/services/Signatures") {}
