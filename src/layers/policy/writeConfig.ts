import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { WorkstreamRefused } from "../../domain/config/errors.ts"
import { chooseWorkstream } from "../../domain/config/workstream.ts"
import { HomeInsideProject, NoProject } from "../../domain/home/errors.ts"
import { limits } from "../../domain/limits.ts"
import { isWithin, parentOf, temporaryOf } from "../../domain/paths.ts"
import { ProjectPathRefused } from "../../domain/project/errors.ts"
import { ConcurrentEdit } from "../../domain/transaction/errors.ts"
import type { ConfigEdit, ConfigTarget, ConfigWritten } from "../../services/Config.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { unless } from "../disk/missing.ts"
import { lookAt, wayFrom } from "../project/look.ts"
import { writeTemporary } from "../transaction/foreign.ts"
import { holdLock } from "../transaction/holdLock.ts"
import { transactionName } from "../transaction/name.ts"

/** A file that is edited, and the folder that nothing above is looked at of. */
interface Place {
  readonly root: string
  readonly file: string
  /** Undefined: as it stands, and that of any file when there is none. */
  readonly mode: number | undefined
}

const userMode = 0o600
const projectMode = 0o644
const folderMode = 0o755

/** Root of the project that is written to; one that is or holds the user's home is none. */
const projectRoot = Effect.gen(function* () {
  const { home, project } = yield* GsdHome
  const { workingDirectory } = yield* Environment
  if (Option.isNone(project)) return yield* new NoProject({ workingDirectory })
  if (isWithin(home, project.value))
    return yield* new HomeInsideProject({ home, project: project.value, from: "home" })
  return project.value
})

const placeOf = Effect.fnUntraced(function* (target: ConfigTarget) {
  const { paths } = yield* GsdHome
  if (target.origin === "user")
    return { root: paths.root, file: paths.config, mode: userMode } satisfies Place
  const root = yield* projectRoot
  if (target.origin !== "workstream")
    return { root, file: `${root}/.planning/config.json`, mode: undefined } satisfies Place
  const said = { text: target.name, by: "`--workstream`" }
  const name = yield* Effect.fromResult(chooseWorkstream([said]))
  if (name === undefined) return yield* new WorkstreamRefused({ name: target.name, said: said.by })
  return {
    root,
    file: `${root}/.planning/workstreams/${name}/config.json`,
    mode: undefined
  } satisfies Place
})

/** The file as it stands; refused where a link, a folder or another name of it is in the way. */
const look = Effect.fnUntraced(function* ({ file, root }: Place) {
  const looked = yield* lookAt(file, yield* wayFrom(root)(parentOf(file)))
  if (looked._tag === "Blocked")
    return yield* new ProjectPathRefused({ path: looked.at, reason: looked.reason })
  return looked
})

const makeFolders = Effect.fnUntraced(function* (folders: ReadonlyArray<string>) {
  const durable = yield* Durable
  for (const folder of folders) {
    yield* unless(durable.makeDirectory(folder, { mode: folderMode }), "exists")
    yield* durable.syncDirectory(parentOf(folder))
  }
})

/** Replaces the file when it is still the one that was looked at; false when somebody else wrote it. */
const replace = Effect.fnUntraced(function* (
  place: Place,
  before: Effect.Success<ReturnType<typeof look>>,
  bytes: Uint8Array
) {
  const durable = yield* Durable
  const { file } = place
  const tx = yield* transactionName
  const { target } = before
  const mode = place.mode ?? (target.bytes === undefined ? projectMode : target.mode)
  const { directory, gid, uid } = target
  const row = { path: file, before: before.state, after: before.state, mode, uid, gid, directory }
  yield* makeFolders(before.missing)
  const temporary = temporaryOf(file, tx)
  const discard = Effect.ignore(durable.unlink(temporary))
  return yield* Effect.gen(function* () {
    yield* writeTemporary(tx, row, bytes)
    const now = yield* look(place)
    if (now.state !== before.state || (directory !== "" && now.target.directory !== directory)) {
      yield* discard
      return false
    }
    yield* durable.rename(temporary, file)
    yield* durable.syncDirectory(parentOf(file))
    return true
  }).pipe(
    Effect.onError(() => discard),
    Effect.uninterruptible
  )
})

/** Looks, edits and replaces; from the start again while somebody else keeps writing, a few times. */
const attempt = Effect.fnUntraced(function* <E>(target: ConfigTarget, place: Place, edit: ConfigEdit<E>) {
  const { file } = place
  const { origin } = target
  for (let tries = 0; tries < limits.configEditTries; tries++) {
    const before = yield* look(place)
    const old = before.target.bytes
    const bytes = yield* Effect.fromResult(edit({ file, bytes: old, strict: false }))
    if (bytes === undefined || bytes === old) return { origin, file, changed: false } satisfies ConfigWritten
    if (yield* replace(place, before, bytes)) return { origin, file, changed: true } satisfies ConfigWritten
  }
  return yield* new ConcurrentEdit({ path: file })
})

/** `Config.edit`. */
export const editConfig = Effect.fnUntraced(function* <E>(
  target: ConfigTarget,
  wait: Duration.Duration,
  edit: ConfigEdit<E>
) {
  const home = yield* GsdHome
  const place = yield* placeOf(target)
  yield* home.ensure
  yield* holdLock(wait)
  return yield* attempt(target, place, edit)
}, Effect.scoped)
