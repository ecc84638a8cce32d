import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { NotRecorded } from "../domain/adopt/errors.ts"
import type { Recorded, Unfit } from "../domain/adopt/recorded.ts"
import {
  adoptedRow,
  adoptReport,
  notAdopted,
  recordedRow,
  refusalOf,
  type Adoption,
  type Kept
} from "../domain/adopt/report.ts"
import { nearest } from "../domain/capability/suggest.ts"
import type { LedgerScope } from "../domain/paths.ts"
import { Durable } from "../services/Durable.ts"
import { publicLedger, type PublicLedger } from "./adopt/ledger.ts"
import { adoptRequest, type AdoptContext } from "./adopt/request.ts"
import { skillRoots } from "./adopt/skills.ts"
import { install, installDryRun } from "./install.ts"
import { inTurnTold } from "./sync/inTurn.ts"

/** What the caller asks for. */
export interface AdoptRequested {
  /** Ids in the public system's ledger, or all of them. */
  readonly which: ReadonlyArray<string> | "all"
  readonly scope: LedgerScope
  /** Says what would be done, and asks and changes nothing. */
  readonly dryRun?: boolean
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

type Chosen = readonly [id: string, entry: Recorded | Unfit | undefined]

const chosenOf = ({ entries }: PublicLedger, which: AdoptRequested["which"]): ReadonlyArray<Chosen> =>
  which === "all"
    ? entries.map((one) => [one.id, one])
    : [...new Set(which)].map((id) => [id, entries.find((one) => one.id === id)])

const notRecorded = (id: string, { entries, path }: PublicLedger) => {
  const near = nearest(
    id,
    entries.map((one) => one.id)
  )
  return new NotRecorded({ id, ledger: path, similar: near === undefined ? [] : [near] })
}

/** A folder of which every file went stays while somebody has something else in it. */
const stillThere = Effect.fnUntraced(function* (gone: ReadonlyArray<string>) {
  const durable = yield* Durable
  const found = yield* durable.identifyAll(gone)
  return gone.filter((_, at) => found[at]?.kind === "directory")
})

const keptOf = (paths: ReadonlyArray<string>): ReadonlyArray<Kept> =>
  paths.map((path) => ({ path, reason: "there is something in it that the capability does not name" }))

const settled = Effect.fnUntraced(function* (adoption: Adoption) {
  const { gone, kept } = adoption
  const still = yield* stillThere(gone)
  return {
    ...adoption,
    gone: gone.filter((path) => !still.includes(path)),
    kept: [...kept, ...keptOf(still)]
  }
})

const adoptOne = Effect.fnUntraced(function* (context: AdoptContext, [id, entry]: Chosen, dryRun: boolean) {
  if (entry === undefined) return yield* notRecorded(id, context.ledger)
  if (entry._tag === "Unfit") return yield* refusalOf(entry)
  const { adoption, requested } = yield* adoptRequest(context, entry)
  if (dryRun) return adoptedRow(yield* installDryRun(requested), adoption)
  const receipt = yield* install(requested)
  return adoptedRow(receipt, yield* settled(adoption))
})

/** What the public system recorded in a scope, as a report in which nothing was adopted. */
export const adoptable = Effect.fn("adoptable")(function* (scope: LedgerScope) {
  const { entries, path } = yield* publicLedger(scope)
  return adoptReport({ scope: scope.kind, ledger: path }, entries.map(recordedRow))
})

/**
 * Takes capabilities over that the public system recorded in its ledger, each in a transaction of its own, by the walk of
 * every install: the bytes of its folder are hashed, judged, disclosed and consented to, whatever was consented to there.
 * With it the public entries in settings files, its folder and its record go. What cannot be taken over is told in its row,
 * and the others go on. Fails when the ledger is none of version 1.
 */
export const adopt = Effect.fn("adopt")(function* (requested: AdoptRequested) {
  const { dryRun = false, scope, wait, which } = requested
  const ledger = yield* publicLedger(scope)
  const chosen = chosenOf(ledger, which)
  const roots = chosen.length === 0 ? [] : yield* skillRoots(scope)
  const context: AdoptContext = { scope, wait, ledger, skillRoots: roots }
  const items = chosen.map((one) => [one[0], one] as const)
  const rows = yield* inTurnTold(items, ([, one]) => adoptOne(context, one, dryRun), notAdopted)
  return adoptReport({ scope: scope.kind, ledger: ledger.path }, rows)
})
