import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { DiskFailure } from "../../domain/disk/errors.ts"
import { parentOf, temporaryOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { ReviewFiles } from "../../services/ReviewFiles.ts"
import { realFolder, unless } from "../disk/missing.ts"
import { transactionName } from "../transaction/name.ts"
import { countLines, filesBelow } from "./repository.ts"
import { addToHistory, beginRun, readHistory, runFolders } from "./runs.ts"

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const put = Effect.fnUntraced(function* (path: string, text: string) {
  const durable = yield* Durable
  yield* durable.createUnsynced(path, utf8(text), { mode: 0o600 })
})

const ready = Effect.fnUntraced(function* (folder: string) {
  const durable = yield* Durable
  if ((yield* realFolder(folder)) !== undefined) return
  const missing: Array<string> = []
  for (let path = folder; Option.isNone(yield* durable.identify(path)); path = parentOf(path)) {
    missing.push(path)
    if (parentOf(path) === path) break
  }
  if (missing.length === 0)
    return yield* new DiskFailure({ operation: "mkdir", path: folder, reason: "not-a-directory" })
  for (const path of missing.toReversed())
    yield* unless(durable.makeDirectory(path, { mode: 0o755 }), "exists")
})

const publish = Effect.fnUntraced(function* (path: string, text: string) {
  const durable = yield* Durable
  const temporary = temporaryOf(path, yield* transactionName)
  yield* durable.replace(path, utf8(text), { mode: 0o644, temporary })
})

/** What a review reads and writes, on the disk. */
export const layer = Layer.effect(
  ReviewFiles,
  Effect.gen(function* () {
    const services = Context.pick(
      Durable,
      Environment,
      GsdHome
    )(yield* Effect.context<Durable | Environment | GsdHome>())
    return ReviewFiles.of({
      begin: Effect.fn("ReviewFiles.begin")(beginRun, Effect.provide(services)),
      put: Effect.fn("ReviewFiles.put")(put, Effect.provide(services)),
      runs: runFolders().pipe(Effect.provide(services), Effect.withSpan("ReviewFiles.runs")),
      files: Effect.fn("ReviewFiles.files")(filesBelow, Effect.provide(services)),
      lines: Effect.fn("ReviewFiles.lines")(countLines, Effect.provide(services)),
      ready: Effect.fn("ReviewFiles.ready")(ready, Effect.provide(services)),
      publish: Effect.fn("ReviewFiles.publish")(publish, Effect.provide(services)),
      remember: Effect.fn("ReviewFiles.remember")(addToHistory, Effect.provide(services)),
      history: readHistory().pipe(Effect.provide(services), Effect.withSpan("ReviewFiles.history"))
    })
  })
)
