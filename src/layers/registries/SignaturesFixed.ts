import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SignatureCheckFailed } from "../../domain/registryIndex/errors.ts"
import { KeyUnusable } from "../../domain/registryIndex/signingErrors.ts"
import { Signatures } from "../../services/Signatures.ts"

/** What every check comes to: a word, or the failure of the check itself. */
export type FixedVerdict = "good" | "bad" | "failing"

/** Signatures whose checks all end the same, and that sign nothing. For tests. */
export const layerWith = (verdict: FixedVerdict): Layer.Layer<Signatures> =>
  Layer.succeed(
    Signatures,
    Signatures.of({
      verify: () =>
        verdict === "failing"
          ? Effect.fail(new SignatureCheckFailed({ reason: "the check of this test fails" }))
          : Effect.succeed(verdict === "good"),
      open: (file) => Effect.fail(new KeyUnusable({ key: file, reason: "cannot be opened in this test" }))
    })
  )
