import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import * as Result from "effect/Result"
import { LedgerNotBroken } from "../../domain/doctor/errors.ts"
import type { Interrupted } from "../../domain/doctor/judgeLeftovers.ts"
import { sha512Hex } from "../../domain/hash.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { limits } from "../../domain/limits.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import type { Change } from "../../domain/transaction/change.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { Lock } from "../../services/Lock.ts"
import { Repairs } from "../../services/Repairs.ts"
import { Store } from "../../services/Store.ts"
import type { TransactionRequest } from "../../services/Transaction.ts"
import { deadStagings, sweepStagings } from "../store/sweep.ts"
import { execute } from "./execute.ts"
import { holdLock } from "./holdLock.ts"
import { transactionName } from "./name.ts"
import { pendingTransactions } from "./pending.ts"
import { protocol } from "./protocol.ts"
import { readJournal, recoverLosing, scopeOf, type JournalFound } from "./recover.ts"
import type { Step, StepServices } from "./step.ts"
import { journalOf } from "./TransactionFile.ts"

const pick = Context.pick(Durable, GsdHome, Ledger, ConsentStore, Store, Lock, Environment)
const stepServices = Context.pick(Durable, GsdHome, Ledger, ConsentStore, Store)

/** Whether a command is at work: it holds the lock, and what stands in `H/tx` may be its own. Asked only when something does. */
const isBusy = Effect.gen(function* () {
  const lock = yield* Lock
  const { paths } = yield* GsdHome
  return yield* Effect.scoped(lock.acquire(paths.lock, { wait: Duration.zero })).pipe(
    Effect.as(false),
    Effect.catchTags({
      LockBusy: () => Effect.succeed(true),
      LockNotWritable: () => Effect.succeed(false),
      LockUnsupported: () => Effect.succeed(false)
    })
  )
})

const lookAt = Effect.fnUntraced(function* (tx: string) {
  const ledgers = yield* Ledger
  const { paths } = yield* GsdHome
  const found: JournalFound = yield* readJournal(tx)
  const path = paths.transaction(tx)
  if (found.state !== "present") return { tx, path } satisfies Interrupted
  const scope = scopeOf(found.journal)
  const isReadable = yield* Effect.isSuccess(ledgers.read(scope))
  return { tx, path, ...(isReadable ? {} : { blockedBy: paths.ledger(scope) }) } satisfies Interrupted
})

const interrupted = Effect.gen(function* () {
  const pending = yield* pendingTransactions
  if (pending.length === 0 || (yield* isBusy)) return []
  return yield* Effect.forEach(pending, lookAt)
})

/** Keeps the bytes that are about to be replaced. Named by what they are, so that a second try keeps them once. */
const keepBroken =
  (bytes: Uint8Array, path: string): Step["run"] =>
  ({ tx }) =>
    Effect.gen(function* () {
      const durable = yield* Durable
      yield* durable.replace(path, bytes, { mode: 0o600, temporary: `${path}.${tx}` })
    })

/** The bytes of a ledger that cannot be read; any other ledger is no matter of a rebuild. */
const brokenBytes = Effect.fnUntraced(function* (scope: LedgerScope) {
  const durable = yield* Durable
  const ledgers = yield* Ledger
  const { paths } = yield* GsdHome
  const path = paths.ledger(scope)
  const read = yield* Effect.result(ledgers.read(scope))
  if (Result.isSuccess(read)) return yield* new LedgerNotBroken({ path })
  if (read.failure._tag !== "LedgerCorrupt") return yield* read.failure
  return yield* durable.read(path, { maxBytes: limits.ledgerBytes })
})

const changeOf = (ledger: LedgerState): Change => ({
  op: "repair",
  id: "",
  ledger,
  consentAdd: [],
  consentDrop: [],
  files: [],
  dirsCreated: [],
  dirsRemoved: [],
  store: [],
  retire: []
})

const openRebuild = Effect.fnUntraced(function* ({ scope, wait }: TransactionRequest) {
  const home = yield* GsdHome
  yield* home.ensure
  yield* holdLock(wait)
  const bytes = yield* brokenBytes(scope)
  yield* recoverLosing(scopeKey(scope))
  const services = stepServices(yield* Effect.context<StepServices>())
  const commit = Effect.fn("Repairs.commit")(function* (ledger: LedgerState) {
    const tx = yield* transactionName
    const change = changeOf(ledger)
    const kept = `${home.paths.attention}/ledger-${scopeKey(scope)}-${sha512Hex(bytes).slice(0, 16)}.json`
    const context = {
      tx,
      scope,
      change,
      journal: yield* Ref.make(journalOf(tx, scope, change)),
      files: yield* Ref.make(change.files),
      auditHead: yield* Ref.make("")
    }
    const keep: Step = { name: "keepBroken", phase: "prepare", run: keepBroken(bytes, kept) }
    const outcome = yield* execute([keep, ...protocol], context)
    return { tx, rev: ledger.rev + 1, kept, ...outcome }
  }, Effect.provide(services))
  return { commit }
})

/** Repairs on the disk. */
export const layer = Layer.effect(
  Repairs,
  Effect.gen(function* () {
    // Only these: the context of the layer also holds its scope, and a lock in that would outlive its rebuild.
    const services = pick(yield* Effect.context<StepServices | Lock | Environment>())
    const { ensure, paths } = yield* GsdHome
    return Repairs.of({
      interrupted: interrupted.pipe(Effect.provide(services), Effect.withSpan("Repairs.interrupted")),
      deadStagings: Effect.map(deadStagings, (names) => names.map(paths.staging)).pipe(
        Effect.provide(services),
        Effect.withSpan("Repairs.deadStagings")
      ),
      sweep: Effect.andThen(ensure, sweepStagings).pipe(Effect.provide(services)),
      beginRebuild: Effect.fn("Repairs.beginRebuild")(openRebuild, Effect.provide(services))
    })
  })
)
