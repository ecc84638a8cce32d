import * as fs from "node:fs"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"

const readText = Option.liftThrowable((path: string) => fs.readFileSync(path, "latin1"))

const textOf = (path: string) => Option.getOrElse(readText(path), () => "")

/** Tells whether a process runs; zombies do not. Linux only. */
export const isAlive = (pid: number): boolean => {
  const stat = textOf(`/proc/${pid}/stat`)
  const state = stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3)
  return state !== "" && state !== "Z" && state !== "X"
}

/** Running processes, this one aside, that have `mark` in their arguments or environment. */
export const carrying = (mark: string): ReadonlyArray<number> =>
  fs
    .readdirSync("/proc")
    .filter((name) => /^[0-9]+$/u.test(name) && Number(name) !== process.pid)
    .filter((name) => `${textOf(`/proc/${name}/cmdline`)}${textOf(`/proc/${name}/environ`)}`.includes(mark))
    .map(Number)
    .filter(isAlive)

const killQuietly = Option.liftThrowable((pid: number) => process.kill(pid, "SIGKILL"))

/** A word to put into arguments or environments; whatever carries it is killed when the scope closes. */
export const makeMark = Effect.acquireRelease(
  Effect.map(
    Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER),
    (random) => `gsd-test-${process.pid}-${random}`
  ),
  (mark) => Effect.sync(() => carrying(mark).forEach((pid) => killQuietly(pid)))
)

/** An empty directory, removed when the scope closes. */
export const makeDirectory = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync("/tmp/gsd-spawner-")),
  (path) => Effect.sync(() => fs.rmSync(path, { recursive: true, force: true }))
)

const step = Duration.millis(10)

/** Waits on the Clock until a condition holds; bounded only by the watchdog of the test. */
export const until = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (condition() ? Effect.void : Effect.andThen(Effect.sleep(step), until(condition))))
