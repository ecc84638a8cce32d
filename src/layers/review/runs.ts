import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { canonicalJson } from "../../domain/json/canonical.ts"
import { limits } from "../../domain/limits.ts"
import { temporaryOf } from "../../domain/paths.ts"
import { RunNote, RunSummary } from "../../domain/review/run.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { RunBeginning, RunFolder } from "../../services/ReviewFiles.ts"
import { unless, whenMissing } from "../disk/missing.ts"
import { transactionName } from "../transaction/name.ts"

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

const decodeNote = Schema.decodeUnknownResult(Schema.fromJsonString(RunNote))
const decodeSummary = Schema.decodeUnknownResult(Schema.fromJsonString(RunSummary))

/** `H/runs`, made where it is missing. */
const runsFolder = Effect.fnUntraced(function* () {
  const durable = yield* Durable
  const home = yield* GsdHome
  yield* home.ensure
  yield* unless(durable.makeDirectory(home.paths.runs, { mode: 0o700 }), "exists")
})

const makeRun = Effect.fnUntraced(function* ({ plans, runId }: RunBeginning) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const { processId } = yield* Environment
  yield* runsFolder()
  yield* durable.makeDirectory(paths.run(runId), { mode: 0o700 })
  const at = DateTime.formatIso(DateTime.makeUnsafe(yield* Clock.currentTimeMillis))
  const note: RunNote = { v: 1, runId, pid: processId, at, plans }
  yield* durable.createUnsynced(paths.runNote(runId), utf8(`${canonicalJson(note)}\n`), { mode: 0o600 })
})

/** The folder of a run, as long as the scope unless it is kept. */
export const beginRun = Effect.fnUntraced(function* (run: RunBeginning) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const remove = Effect.ignore(durable.removeTree(paths.run(run.runId)))
  const retire = Effect.ignore(durable.rename(paths.runNote(run.runId), paths.runKept(run.runId)))
  yield* Effect.acquireRelease(
    Effect.onError(makeRun(run), () => remove),
    () => (run.keep ? retire : remove)
  )
})

const folderOf = Effect.fnUntraced(function* (runId: string) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const bytes = yield* Effect.option(durable.read(paths.runNote(runId), { maxBytes: limits.settingsBytes }))
  const note = Option.flatMap(bytes, (found) =>
    Result.getSuccess(decodeNote(new TextDecoder().decode(found)))
  )
  const kept = yield* Effect.orElseSucceed(durable.identify(paths.runKept(runId)), () => Option.none())
  return {
    path: paths.run(runId),
    note: Option.getOrUndefined(note),
    kept: Option.isSome(kept)
  } satisfies RunFolder
})

/** Folders of runs that are there now. */
export const runFolders = Effect.fnUntraced(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const entries = yield* whenMissing(durable.entries(paths.runs), [])
  const folders = entries.filter(({ kind }) => kind === "directory")
  return yield* Effect.forEach(folders, ({ name }) => folderOf(name))
})

const readLines = Effect.fnUntraced(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const found = yield* whenMissing(durable.readTail(paths.runHistory, { maxBytes: limits.runHistoryBytes }), {
    bytes: new Uint8Array(),
    size: 0
  })
  const text = new TextDecoder().decode(found.bytes)
  const whole = found.size > found.bytes.length ? text.slice(text.indexOf("\n") + 1) : text
  return { size: found.size, lines: whole.split("\n").filter((line) => line !== "") }
})

/** How reviews ended; what is torn or of another make is left out. */
export const readHistory = Effect.fnUntraced(function* () {
  const { lines } = yield* readLines()
  return lines.flatMap((line): ReadonlyArray<RunSummary> => {
    const summary = decodeSummary(line)
    return Result.isSuccess(summary) ? [summary.success] : []
  })
})

/** One more line; a line that a power cut tore is ended first, and a history that grew too long keeps its last ones. */
export const addToHistory = Effect.fnUntraced(function* (summary: RunSummary) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  yield* runsFolder()
  const line = `${canonicalJson(summary)}\n`
  const { lines, size } = yield* readLines()
  const isLong = size > limits.runHistoryBytes / 2
  if (!isLong) return yield* durable.append(paths.runHistory, utf8(`\n${line}`), { mode: 0o600 })
  const kept = [...lines.slice(-limits.runHistoryKept), line.trimEnd()].join("\n")
  const temporary = temporaryOf(paths.runHistory, yield* transactionName)
  yield* durable.replace(paths.runHistory, utf8(`${kept}\n`), { mode: 0o600, temporary })
})
