import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { resolve as resolvePath } from "node:path"
import type { FileIdentity } from "../../domain/disk/identity.ts"
import { movedHint, TargetNotWritable, TargetRefused } from "../../domain/foreign/errors.ts"
import { judgePlace, newFileMode, type Target } from "../../domain/foreign/target.ts"
import { limits } from "../../domain/limits.ts"
import { nameOf, parentOf, type LedgerScope } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { whenMissing } from "../disk/missing.ts"

const refuse = (path: string, reason: string, hint: string) => new TargetRefused({ path, reason, hint })

const judgeKind = (path: string, identity: FileIdentity): TargetRefused | TargetNotWritable | undefined => {
  if (identity.kind === "directory") return refuse(path, "it is a folder", "Name the settings file in it")
  if (identity.kind === "link") return refuse(path, "a link stands in its place now", movedHint)
  if (identity.kind !== "file") return refuse(path, "it is no regular file", "Name a regular file")
  if (identity.links > 1)
    return refuse(
      path,
      "it has another name (a hard link), which an edit would cut off",
      "Make a copy of it first"
    )
  return (identity.mode & 0o200) === 0
    ? new TargetNotWritable({ path, reason: "it is read-only" })
    : undefined
}

const followed = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const found = yield* whenMissing(durable.identify(path), Option.none<FileIdentity>())
  if (Option.isNone(found) || found.value.kind !== "link") return path
  const real = yield* whenMissing(durable.realPath(path), undefined)
  return (
    real ?? (yield* refuse(path, "it is a link to nothing", "Create the file it points to, or name another"))
  )
})

const resolveTarget = Effect.fnUntraced(function* (typed: string, scope: LedgerScope) {
  const durable = yield* Durable
  const environment = yield* Environment
  const { paths } = yield* GsdHome
  const absolute = resolvePath(environment.workingDirectory, typed)
  const folder = yield* whenMissing(durable.realPath(parentOf(absolute)), undefined)
  if (folder === undefined)
    return yield* refuse(typed, "its folder does not exist", "Create the folder first")
  const here = `${folder === "/" ? "" : folder}/${nameOf(absolute)}`
  const resolved = yield* followed(here)
  const home = yield* whenMissing(durable.realPath(environment.home), environment.home)
  const root = scope.kind === "project" ? scope.root : home
  const reason = judgePlace({ typed: here, resolved, root, own: paths.root })
  return reason === undefined ? resolved : yield* refuse(typed, reason, "Name the file itself if you mean it")
})

const readTarget = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const folder = yield* durable.identify(parentOf(path))
  const directory = Option.match(folder, { onNone: () => "", onSome: ({ dev, ino }) => `${dev}:${ino}` })
  const found = yield* whenMissing(durable.identify(path), Option.none<FileIdentity>())
  if (Option.isNone(found))
    return { path, bytes: undefined, mode: newFileMode, uid: -1, gid: -1, directory } satisfies Target
  const refused = judgeKind(path, found.value)
  if (refused !== undefined) return yield* refused
  const bytes = yield* durable.read(path, { maxBytes: limits.settingsBytes })
  const { mode, uid, gid } = found.value
  return { path, bytes, mode, uid, gid, directory } satisfies Target
})

/** Files of other programs on the disk. */
export const layer = Layer.effect(
  ForeignFiles,
  Effect.gen(function* () {
    const services = Context.pick(
      Durable,
      Environment,
      GsdHome
    )(yield* Effect.context<Durable | Environment | GsdHome>())
    return ForeignFiles.of({
      resolve: Effect.fn("ForeignFiles.resolve")(
        (typed: string, scope: LedgerScope) => resolveTarget(typed, scope),
        Effect.provide(services)
      ),
      read: Effect.fn("ForeignFiles.read")((path: string) => readTarget(path), Effect.provide(services))
    })
  })
)
