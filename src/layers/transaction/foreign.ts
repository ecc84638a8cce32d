import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Result from "effect/Result"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { movedHint, TargetNotWritable, TargetRefused } from "../../domain/foreign/errors.ts"
import { limits } from "../../domain/limits.ts"
import { parentOf, temporaryOf } from "../../domain/paths.ts"
import type { PlannedFile } from "../../domain/transaction/change.ts"
import { encodeJournal } from "../../domain/transaction/codec.ts"
import { ConcurrentEdit } from "../../domain/transaction/errors.ts"
import { absent, type FileState, type JournalFile } from "../../domain/transaction/journal.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { folderAt, unless, whenMissing } from "../disk/missing.ts"
import { digestOf } from "../store/digest.ts"
import { capped } from "./capped.ts"
import type { Step, StepContext } from "./step.ts"

/** How often a file that somebody keeps writing is planned again. */
const attempts = 3

/** A host may be in the middle of writing: how long and how often to look again at what does not parse. */
const settling = { pause: Duration.millis(50), times: 2 }

/** State of bytes as rows name it. */
export const stateOf = (bytes: Uint8Array | undefined): FileState =>
  bytes === undefined ? absent : digestOf(bytes)

/** Bytes at a resolved path; undefined when nothing is there. A link or folder there now is a `DiskFailure`. */
export const readTarget = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  return yield* whenMissing(durable.read(path, { maxBytes: limits.bundleBytes }), undefined)
})

/** A file that was not there and shall not be, in a folder that was not there either: nothing is to be done for it. */
const isNowhere = (row: JournalFile): boolean =>
  row.directory === "" && row.before === absent && row.after === absent

/** Refuses a directory that is not the one that was planned on, by whatever path leads there now. */
const checkDirectory = Effect.fnUntraced(function* (row: JournalFile) {
  if (isNowhere(row)) return
  const directory = parentOf(row.path)
  const found = yield* folderAt(directory)
  if (found !== undefined && found.real !== directory)
    return yield* new TargetRefused({
      path: row.path,
      reason: `its folder leads to \`${found.real}\` now`,
      hint: movedHint
    })
  const now = found === undefined ? undefined : `${found.identity.dev}:${found.identity.ino}`
  if (now === undefined || (row.directory !== "" && now !== row.directory))
    return yield* new ConcurrentEdit({ path: row.path })
})

/** Writes full bytes beside the target, with its mode and owner, durable as a file. */
export const writeTemporary = Effect.fnUntraced(function* (
  tx: string,
  row: JournalFile,
  bytes: Uint8Array
): Effect.fn.Return<void, DiskFailure, Durable> {
  const durable = yield* Durable
  const temporary = temporaryOf(row.path, tx)
  // Looks first: to unlink what is not there costs more than the look.
  if (Option.isSome(yield* durable.identify(temporary))) yield* unless(durable.unlink(temporary), "missing")
  yield* durable.create(temporary, bytes, { mode: row.mode })
  if (row.uid < 0) return
  const made = yield* durable.identify(temporary)
  if (Option.isNone(made) || made.value.uid !== row.uid || made.value.gid !== row.gid) {
    yield* durable.chown(temporary, { uid: row.uid, gid: row.gid })
    // A change of owner clears set-id bits, so the mode comes last.
    yield* durable.chmod(temporary, row.mode)
    yield* durable.syncFile(temporary)
  }
})

/** Keeps the old bytes of every file that exists, before anything is published. */
export const writeBefore: Step["run"] = Effect.fnUntraced(function* (context) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  for (const [index, file] of (yield* Ref.get(context.files)).entries()) {
    if (file.before !== undefined)
      yield* durable.create(paths.before(context.tx, index), file.before, { mode: 0o600 })
  }
})

/** Like `writeTemporary`; a folder that does not let us is told as the target's fault, which is what a person knows. */
const writableTemporary = (tx: string, row: JournalFile, bytes: Uint8Array) =>
  writeTemporary(tx, row, bytes).pipe(
    Effect.mapError((failure) =>
      failure.reason === "denied" || failure.reason === "read-only"
        ? new TargetNotWritable({ path: row.path, reason: failure.message })
        : failure
    )
  )

/** Bytes that a file's temporary holds; none for a file that goes, or stays as it is. */
const temporaryIn = ({ after, row }: PlannedFile): Uint8Array | undefined =>
  row.after === row.before ? undefined : after

/** Makes what was named in directories durable, each once. */
const syncAll = Effect.fnUntraced(function* (directories: ReadonlyArray<string>) {
  const durable = yield* Durable
  yield* Effect.forEach([...new Set(directories)], (directory) => durable.syncDirectory(directory), {
    concurrency: limits.stagingConcurrency,
    discard: true
  })
})

/** Creates directories and every temporary; a full or read-only disk shows here, before anything is replaced. */
export const createTemporaries: Step["run"] = Effect.fnUntraced(function* (context) {
  const durable = yield* Durable
  const { dirsCreated } = context.change
  for (const directory of dirsCreated)
    yield* unless(durable.makeDirectory(directory, { mode: 0o755 }), "exists")
  yield* syncAll(dirsCreated.map(parentOf))
  yield* Effect.forEach(
    yield* Ref.get(context.files),
    Effect.fnUntraced(function* (file) {
      yield* checkDirectory(file.row)
      const wanted = temporaryIn(file)
      if (wanted !== undefined) yield* writableTemporary(context.tx, file.row, wanted)
    }),
    { concurrency: limits.stagingConcurrency, discard: true }
  )
})

const replanOn = Effect.fnUntraced(function* (file: PlannedFile, bytes: Uint8Array | undefined) {
  let current = bytes
  for (let look = 0; ; look += 1) {
    const planned = file.again?.(current)
    if (planned === undefined) return yield* new ConcurrentEdit({ path: file.row.path })
    if (Result.isSuccess(planned)) return planned.success
    if (look === settling.times) return yield* planned.failure
    yield* Effect.sleep(settling.pause)
    current = yield* readTarget(file.row.path)
  }
})

/** Plans one file again on what stands there now; the journal names the new state before its temporary exists. */
const replan = Effect.fnUntraced(function* (
  context: StepContext,
  index: number,
  bytes: Uint8Array | undefined
) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const old = yield* Ref.get(context.files)
  const file = old[index]
  if (file === undefined) return
  const planned = yield* replanOn(file, bytes)
  const files = old.map((one, at) => (at === index ? planned : one))
  const before = paths.before(context.tx, index)
  if (planned.before !== undefined)
    yield* durable.replace(before, planned.before, { mode: 0o600, temporary: `${before}.tmp` })
  const journal = yield* Ref.updateAndGet(context.journal, (one) => ({
    ...one,
    files: files.map((each) => each.row)
  }))
  const path = paths.journal(context.tx)
  const encoded = yield* capped(path, encodeJournal(journal), limits.journalBytes)
  yield* durable.replace(path, encoded, { mode: 0o600, temporary: `${path}.tmp` })
  yield* Ref.set(context.files, files)
  const wanted = temporaryIn(planned)
  if (wanted === undefined)
    yield* unless(durable.unlink(temporaryOf(planned.row.path, context.tx)), "missing")
  else yield* writableTemporary(context.tx, planned.row, wanted)
})

const applyOne = Effect.fnUntraced(function* (context: StepContext, index: number) {
  const durable = yield* Durable
  for (let attempt = 0; attempt <= attempts; attempt += 1) {
    const file = (yield* Ref.get(context.files))[index]
    if (file === undefined) return
    const { path, before } = file.row
    yield* checkDirectory(file.row)
    const current = yield* readTarget(path)
    if (stateOf(current) !== before) {
      if (attempt === attempts) return yield* new ConcurrentEdit({ path })
      yield* replan(context, index, current)
      continue
    }
    if (file.row.after === before) return
    if (file.after === undefined) return yield* unless(durable.unlink(path), "missing")
    return yield* durable.rename(temporaryOf(path, context.tx), path)
  }
})

/** Makes names durable, each directory once. */
const syncNames = (files: ReadonlyArray<PlannedFile>) =>
  syncAll(files.filter(({ row }) => !isNowhere(row)).map(({ row }) => parentOf(row.path)))

const isGoing = (file: PlannedFile | undefined): boolean => file !== undefined && file.after === undefined

/**
 * Replaces every file whose bytes are still those planned on; plans again on others. What was replaced is durable before
 * the first file goes: after a power cut nothing may name one that is not there.
 */
export const applyFiles: Step["run"] = Effect.fnUntraced(function* (context) {
  const files = yield* Ref.get(context.files)
  for (const [index, file] of files.entries()) {
    if (index > 0 && isGoing(file) && !isGoing(files[index - 1])) yield* syncNames(files.slice(0, index))
    yield* applyOne(context, index)
  }
})

/** Makes the new names durable. */
export const syncFiles: Step["run"] = Effect.fnUntraced(function* (context) {
  yield* syncNames(yield* Ref.get(context.files))
})
