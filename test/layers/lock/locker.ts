// Run as a process of its own: node locker.ts PATH WAIT_MILLIS HOLD_MILLIS [LOG]
// Prints the outcome; holds until its input ends, or for HOLD_MILLIS when that is not negative.
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as NodeFs from "node:fs"
import * as LockSqlite from "../../../src/layers/lock/LockSqlite.ts"
import { Lock } from "../../../src/services/Lock.ts"

const [path = "", wait = "0", hold = "-1", log] = process.argv.slice(2)

const inputEnd = Effect.callback<void>((resume) => {
  process.stdin.on("end", () => resume(Effect.void)).resume()
})

const note = (what: string) =>
  Effect.sync(() => (log === undefined ? undefined : NodeFs.appendFileSync(log, `${what} ${process.pid}\n`)))

const program = Effect.gen(function* () {
  const lock = yield* Lock
  yield* lock.acquire(path, { wait: Duration.millis(Number(wait)) })
  yield* note("in")
  process.stdout.write("held\n")
  yield* Number(hold) < 0 ? inputEnd : Effect.sleep(Duration.millis(Number(hold)))
  yield* note("out")
}).pipe(
  Effect.scoped,
  Effect.catch((error) => Effect.sync(() => process.stdout.write(`${error._tag}\n`))),
  Effect.provide(LockSqlite.layerWith())
)

Effect.runFork(
  Effect.andThen(
    program,
    Effect.sync(() => process.stdin.destroy())
  )
)
