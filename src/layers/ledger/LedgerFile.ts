import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { decodeLedger } from "../../domain/ledger/codec.ts"
import { emptyLedger, type LedgerState } from "../../domain/ledger/state.ts"
import { limits } from "../../domain/limits.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger, type LedgerError } from "../../services/Ledger.ts"
import { whenMissing } from "../disk/missing.ts"

/** Ledgers as JSON files under H. */
export const layer = Layer.effect(
  Ledger,
  Effect.gen(function* () {
    const durable = yield* Durable
    const { paths } = yield* GsdHome

    const read = Effect.fn("Ledger.read")((scope: LedgerScope): Effect.Effect<LedgerState, LedgerError> => {
      const path = paths.ledger(scope)
      return whenMissing(durable.read(path, { maxBytes: limits.ledgerBytes }), undefined).pipe(
        Effect.flatMap((bytes) =>
          bytes === undefined ? Effect.succeed(emptyLedger) : Effect.fromResult(decodeLedger(path, bytes))
        )
      )
    })

    const projects = whenMissing(durable.entries(paths.projects), []).pipe(
      Effect.map((entries) => entries.filter((one) => one.kind === "directory").map((one) => one.name)),
      Effect.withSpan("Ledger.projects")
    )

    return Ledger.of({ read, projects })
  })
)
