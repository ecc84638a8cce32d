import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { withRecord, type ConsentRecord, type ConsentState } from "../../domain/consent/record.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"

/** A consent store that holds the given records, for tests of what reads it; nothing writes it. */
export const layerWith = (records: ReadonlyArray<ConsentRecord> = []): Layer.Layer<ConsentStore> =>
  Layer.succeed(
    ConsentStore,
    ConsentStore.of({ read: Effect.succeed(records.reduce<ConsentState>(withRecord, new Map())) })
  )
