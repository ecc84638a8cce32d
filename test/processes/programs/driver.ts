/**
 * A process of its own that runs pipelines of the public API, with settings files to wire, and that can stop dead
 * behind any step of the protocol. One order as JSON in the arguments, or one per line on stdin with `--serve`.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { writeSync } from "node:fs"
import { createInterface } from "node:readline"
import {
  consentGateFixed,
  engineLayer,
  globalScope,
  install,
  list,
  remove,
  rollback,
  Store,
  Transaction,
  update,
  verify
} from "../../../src/index.ts"
import { projectScope } from "../../../src/domain/project/places.ts"
import { protocol } from "../../../src/layers/transaction/protocol.ts"
import type { Step } from "../../../src/layers/transaction/step.ts"
import * as TransactionFile from "../../../src/layers/transaction/TransactionFile.ts"
import type { Order } from "../support/orders.ts"

const say = (line: object): void => {
  writeSync(1, `${JSON.stringify(line)}\n`)
}

/** Says where it is, and stops the whole process; whoever reads it kills it there. */
const halt = (step: string) =>
  Effect.andThen(
    Effect.sync(() => {
      say({ stopped: step })
      process.kill(process.pid, "SIGSTOP")
    }),
    Effect.never
  )

const stoppingAfter = (name: string): ReadonlyArray<Step> =>
  protocol.map((step) =>
    step.name === name ? { ...step, run: (context) => Effect.andThen(step.run(context), halt(name)) } : step
  )

const wait = Duration.seconds(30)
/** The scope of an order. */
const scopeOf = ({ project, scope }: Order) => (scope === "project" ? projectScope(project) : globalScope)

const held = Effect.gen(function* () {
  const transactions = yield* Transaction
  yield* transactions.begin({ scope: globalScope, wait })
  yield* Effect.sync(() => say({ stopped: "held" }))
  return yield* Effect.never
}).pipe(Effect.scoped)

/** What every writing command does first: sweep what dead commands staged, recover, let go. */
const next = Effect.gen(function* () {
  const store = yield* Store
  const transactions = yield* Transaction
  yield* Effect.scoped(store.stage)
  yield* Effect.scoped(transactions.begin({ scope: globalScope, wait }))
})

const listed = (order: Order) =>
  order.scope === undefined
    ? list(globalScope)
    : Effect.zipWith(list(globalScope), list(scopeOf(order)), (all, own) => [...all, ...own])

const work = (order: Order) => {
  const { id = "hk-cap", op, spec = "", wire = [] } = order
  const scope = scopeOf(order)
  const wired = wire.length === 0 ? {} : { wire }
  switch (op) {
    case "install":
      return install({ op, spec, scope, wait, replace: false, allowDowngrade: false, ...wired })
    case "update":
      return update({ id, spec, scope, wait, allowDowngrade: false, ...wired })
    case "rollback":
      return rollback({ id, scope, wait })
    case "remove":
      return remove({ id, scope, wait })
    case "list":
      return listed(order)
    case "verify":
      return verify(scope, [])
    case "next":
      return next
    case "hold":
      return held
  }
}

const layerFor = ({ project, root, stop }: Order) => {
  const live = engineLayer({ root, project, command: "gsd test driver" })
  const engine =
    stop === undefined ? live : Layer.provideMerge(TransactionFile.layerWith(stoppingAfter(stop)), live)
  return Layer.provideMerge(consentGateFixed({ yes: true }), engine)
}

const perform = async (order: Order): Promise<void> => {
  say({ go: order.op })
  const program = Effect.gen(function* () {
    const result: unknown = yield* work(order)
    return result
  })
  const exit = await Effect.runPromiseExit(Effect.provide(program, layerFor(order)))
  if (Exit.isSuccess(exit)) return say({ ok: exit.value ?? null })
  const failure = Cause.squash(exit.cause)
  const named = typeof failure === "object" && failure !== null ? failure : {}
  say({ error: { ...named, message: failure instanceof Error ? failure.message : String(failure) } })
  process.exitCode = 1
}

const given = process.argv[2] ?? "--serve"

// A fiber that waits for nothing of Node's would let the process end.
const alive = setInterval(() => {}, 2 ** 30)
if (given === "--serve") {
  for await (const line of createInterface({ input: process.stdin })) await perform(JSON.parse(line))
  process.exitCode = 0
} else {
  await perform(JSON.parse(given))
}
clearInterval(alive)
