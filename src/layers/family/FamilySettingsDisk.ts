import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { DiskFailure, type DiskReason } from "../../domain/disk/errors.ts"
import type { FileIdentity } from "../../domain/disk/identity.ts"
import { FamilySettingsFileRefused, FamilySettingsUnwritable } from "../../domain/family/settingsErrors.ts"
import { limits } from "../../domain/limits.ts"
import { nameOf, parentOf, temporaryOf } from "../../domain/paths.ts"
import { ConcurrentEdit } from "../../domain/transaction/errors.ts"
import { Durable } from "../../services/Durable.ts"
import { FamilySettings, type SettingsEdit, type SettingsFileState } from "../../services/FamilySettings.ts"
import { unless } from "../disk/missing.ts"
import { transactionName } from "../transaction/name.ts"

/** A new file and new folders are the user's alone. */
const fileMode = 0o600
const folderMode = 0o700

const absent: SettingsFileState = { _tag: "Absent" }

const problems: Partial<Record<DiskReason, string>> = {
  denied: "permission is denied",
  "is-a-directory": "it is a folder",
  "is-a-link": "it is a link in a circle",
  "not-a-directory": "its folder is a file",
  "read-only": "the disk is read-only",
  full: "no space is left on the disk",
  "name-too-long": "its path is too long"
}

const problemOf = ({ code, reason }: DiskFailure): string =>
  problems[reason] ?? (code === undefined ? "the disk failed" : `the system says ${code}`)

const unusable = (problem: string): SettingsFileState => ({ _tag: "Unusable", problem })

const readFile = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const real = yield* durable.realPath(path)
  const bytes = yield* durable.read(real, { maxBytes: limits.settingsBytes })
  return { _tag: "Present", bytes } satisfies SettingsFileState
})

const read = (path: string): Effect.Effect<SettingsFileState, never, Durable> =>
  Effect.catchTags(readFile(path), {
    FileTooLarge: ({ maxBytes }) => Effect.succeed(unusable(`it is larger than ${maxBytes} bytes`)),
    DiskFailure: (failure) =>
      Effect.succeed(failure.reason === "missing" ? absent : unusable(problemOf(failure)))
  })

/** The file as it stands at its own path, no link followed. */
interface Looked {
  readonly identity: FileIdentity | undefined
  readonly bytes: Uint8Array
}

const refused = (path: string, problem: string) => new FamilySettingsFileRefused({ path, problem })

const blocked: Readonly<Record<string, string>> = {
  link: "it is a symbolic link",
  directory: "it is a folder",
  other: "it is no regular file"
}

/** Refuses what is not edited: the file and its folder must be themselves; what lies above may be a link. */
const editable = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const standing = (at: string) =>
    durable.identify(at).pipe(Effect.mapError((failure) => refused(path, problemOf(failure))))
  const folder = Option.getOrUndefined(yield* standing(parentOf(path)))
  if (folder !== undefined && folder.kind !== "directory")
    return yield* refused(
      path,
      folder.kind === "link" ? "its folder is a symbolic link" : "its folder is a file"
    )
  const identity = Option.getOrUndefined(yield* standing(path))
  const problem = identity === undefined ? undefined : blocked[identity.kind]
  if (problem !== undefined) return yield* refused(path, problem)
  return identity
})

const none = new Uint8Array()

const lookAt = Effect.fnUntraced(function* (path: string) {
  const identity = yield* editable(path)
  if (identity === undefined) return { identity, bytes: none } satisfies Looked
  const state = yield* read(path)
  if (state._tag === "Unusable") return yield* refused(path, state.problem)
  return state._tag === "Absent"
    ? ({ identity: undefined, bytes: none } satisfies Looked)
    : ({ identity, bytes: state.bytes } satisfies Looked)
})

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

const same = (one: Looked, other: Looked): boolean =>
  one.identity?.ino === other.identity?.ino &&
  one.identity?.dev === other.identity?.dev &&
  sameBytes(one.bytes, other.bytes)

/** Creates what is missing on the way to a folder; whatever stands there already stays. */
const makeFolders = (folder: string): Effect.Effect<void, DiskFailure, Durable> =>
  Effect.gen(function* () {
    const durable = yield* Durable
    if (Option.isSome(yield* durable.identify(folder)) || folder === "/") return
    yield* makeFolders(parentOf(folder))
    yield* unless(durable.makeDirectory(folder, { mode: folderMode }), "exists")
    yield* durable.syncDirectory(parentOf(folder))
  })

const writeTemporary = Effect.fnUntraced(function* (
  temporary: string,
  bytes: Uint8Array,
  identity: FileIdentity | undefined
) {
  const durable = yield* Durable
  const mode = identity?.mode ?? fileMode
  yield* durable.create(temporary, bytes, { mode })
  if (identity === undefined) return
  const made = Option.getOrUndefined(yield* durable.identify(temporary))
  if (made?.uid === identity.uid && made.gid === identity.gid) return
  yield* durable.chown(temporary, { uid: identity.uid, gid: identity.gid })
  yield* durable.chmod(temporary, mode)
})

/** Replaces the file when it is still the one that was looked at; false when somebody else wrote it. */
const replace = Effect.fnUntraced(function* (path: string, before: Looked, bytes: Uint8Array) {
  const durable = yield* Durable
  const temporary = temporaryOf(path, yield* transactionName)
  const discard = Effect.ignore(durable.unlink(temporary))
  return yield* Effect.gen(function* () {
    yield* writeTemporary(temporary, bytes, before.identity)
    if (!same(before, yield* lookAt(path))) {
      yield* discard
      return false
    }
    yield* durable.rename(temporary, path)
    yield* durable.syncDirectory(parentOf(path))
    return true
  }).pipe(
    Effect.onError(() => discard),
    Effect.uninterruptible
  )
})

/** Looks, edits and replaces; from the start again while another program keeps writing, a few times. */
const attempt = Effect.fnUntraced(function* <E>(path: string, edit: SettingsEdit<E>) {
  for (let tries = 0; tries < limits.configEditTries; tries++) {
    const before = yield* lookAt(path)
    const after = yield* Effect.fromResult(edit(before.bytes))
    if (after === undefined) return false
    if (yield* replace(path, before, after)) return true
  }
  return yield* new ConcurrentEdit({ path })
})

const lockOf = (path: string): string => `${parentOf(path)}/.${nameOf(path)}.gsd-lock`

/** Removes a lock whose holder was killed: an edit takes milliseconds. */
const removeStale = Effect.fnUntraced(function* (lock: string) {
  const durable = yield* Durable
  const now = yield* Clock.currentTimeMillis
  const found = Option.getOrUndefined(yield* durable.identify(lock))
  const age = found === undefined ? 0 : now - Number(found.mtimeNs / 1_000_000n)
  if (age > limits.familyLockStaleMillis) yield* unless(durable.unlink(lock), "missing")
})

/** Keeps other runs of this product out as long as the scope; programs of others are noticed by `replace`. */
const holdLock = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const lock = lockOf(path)
  const take = Effect.acquireRelease(durable.create(lock, none, { mode: fileMode }), () =>
    Effect.ignore(durable.unlink(lock))
  )
  const pauses = Schedule.spaced(Duration.millis(limits.lockRetryMinMillis)).pipe(
    Schedule.jittered,
    Schedule.upTo({ duration: Duration.millis(limits.familyLockWaitMillis) })
  )
  yield* take.pipe(
    Effect.tapError((failure) => (failure.reason === "exists" ? removeStale(lock) : Effect.void)),
    Effect.retry({ schedule: pauses, while: ({ reason }) => reason === "exists" }),
    Effect.catchIf(
      ({ reason }) => reason === "exists",
      () => Effect.fail(new ConcurrentEdit({ path }))
    )
  )
})

/** `FamilySettings.edit`. What would change nothing touches no folder. */
const editFile = Effect.fnUntraced(
  function* <E>(path: string, edit: SettingsEdit<E>) {
    const before = yield* lookAt(path)
    if ((yield* Effect.fromResult(edit(before.bytes))) === undefined) return false
    yield* makeFolders(parentOf(path))
    yield* holdLock(path)
    return yield* attempt(path, edit)
  },
  Effect.scoped,
  (effect, path) =>
    Effect.mapError(effect, (error) =>
      error instanceof DiskFailure ? new FamilySettingsUnwritable({ path, problem: problemOf(error) }) : error
    )
)

/** The settings file on a disk. */
export const layer: Layer.Layer<FamilySettings, never, Durable> = Layer.effect(
  FamilySettings,
  Effect.gen(function* () {
    const durable = yield* Durable
    const on = Effect.provideService(Durable, durable)
    return FamilySettings.of({
      read: Effect.fn("FamilySettings.read")((path) => on(read(path))),
      editable: Effect.fn("FamilySettings.editable")((path) => on(Effect.asVoid(editable(path)))),
      edit: Effect.fn("FamilySettings.edit")((path, edit) => on(editFile(path, edit)))
    })
  })
)
