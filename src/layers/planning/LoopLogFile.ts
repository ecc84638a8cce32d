import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { limits } from "../../domain/limits.ts"
import type { HookRecord } from "../../domain/loop/outcome.ts"
import { emptyLog, outcomesPath, readRecords, recordLine } from "../../domain/loop/record.ts"
import { parentOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { LoopLog, type OpenLoopLog } from "../../services/LoopLog.ts"
import { isNoFile, unless, whenMissing } from "../disk/missing.ts"
import { refuse, rootOf, wayTo } from "./way.ts"

const nothing = { bytes: new Uint8Array(), size: 0 }

const newline = 10

/** The end of the file; a link, folder, device or pipe in its place is refused. */
const tailOf = Effect.fnUntraced(function* (root: string, maxBytes: number) {
  const durable = yield* Durable
  return yield* whenMissing(durable.readTail(`${root}/${outcomesPath}`, { maxBytes }), nothing).pipe(
    Effect.catchIf(isNoFile, () => Effect.fail(refuse(outcomesPath, "it is no plain file")))
  )
})

const makeFolders = Effect.fnUntraced(function* (folders: ReadonlyArray<string>) {
  const durable = yield* Durable
  for (const folder of folders) {
    yield* unless(durable.makeDirectory(folder, { mode: 0o755 }), "exists")
    yield* durable.syncDirectory(parentOf(folder))
  }
})

const append = Effect.fnUntraced(function* (root: string, record: HookRecord) {
  const durable = yield* Durable
  const path = `${root}/${outcomesPath}`
  const { bytes, size } = yield* tailOf(root, 1)
  const start = size > 0 && bytes[0] !== newline ? "\n" : ""
  yield* durable.append(path, new TextEncoder().encode(`${start}${recordLine(record)}\n`), { mode: 0o644 })
  if (size === 0) yield* durable.syncDirectory(parentOf(path))
})

const open = Effect.gen(function* () {
  const services = Context.pick(Durable)(yield* Effect.context<Durable>())
  const root = yield* rootOf
  if (root === undefined) return yield* refuse(outcomesPath, "there is no project here")
  const way = yield* wayTo(root, outcomesPath)
  yield* makeFolders(way.missing)
  yield* tailOf(root, 1)
  return {
    append: Effect.fn("LoopLog.append")(
      (record: HookRecord) => Effect.uninterruptible(append(root, record)),
      Effect.provide(services)
    )
  } satisfies OpenLoopLog
})

const recent = Effect.gen(function* () {
  const root = yield* rootOf
  if (root === undefined) return emptyLog
  const way = yield* wayTo(root, outcomesPath)
  if (way.missing.length > 0) return emptyLog
  const { bytes, size } = yield* tailOf(root, limits.loopLogBytes)
  return readRecords(new TextDecoder().decode(bytes), size > bytes.length)
})

/** `.planning/loop/outcomes.jsonl` of the current project. */
export const layer = Layer.effect(
  LoopLog,
  Effect.gen(function* () {
    const services = Context.pick(Durable, GsdHome)(yield* Effect.context<Durable | GsdHome>())
    return LoopLog.of({
      open: open.pipe(Effect.provide(services), Effect.withSpan("LoopLog.open")),
      recent: recent.pipe(Effect.provide(services), Effect.withSpan("LoopLog.recent"))
    })
  })
)
