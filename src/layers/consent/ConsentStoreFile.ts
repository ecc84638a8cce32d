import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { decodeConsent } from "../../domain/consent/codec.ts"
import type { ConsentState } from "../../domain/consent/record.ts"
import { limits } from "../../domain/limits.ts"
import { ConsentStore, type ConsentError } from "../../services/ConsentStore.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { whenMissing } from "../disk/missing.ts"

/** The consent store as one JSON file, `H/consent.json`. */
export const layer = Layer.effect(
  ConsentStore,
  Effect.gen(function* () {
    const durable = yield* Durable
    const { paths } = yield* GsdHome
    const read: Effect.Effect<ConsentState, ConsentError> = whenMissing(
      durable.read(paths.consent, { maxBytes: limits.consentBytes }),
      undefined
    ).pipe(
      Effect.flatMap((bytes) =>
        bytes === undefined
          ? Effect.succeed(new Map())
          : Effect.fromResult(decodeConsent(paths.consent, bytes))
      ),
      Effect.withSpan("ConsentStore.read")
    )
    return ConsentStore.of({ read })
  })
)
