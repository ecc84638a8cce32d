import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { FileIdentity } from "../../domain/disk/identity.ts"
import { limits } from "../../domain/limits.ts"
import { isWithin, nameOf, parentOf, type LedgerScope } from "../../domain/paths.ts"
import type { Looked } from "../../domain/project/looked.ts"
import type { ArtifactPlace, Places } from "../../domain/projection/places.ts"
import type { Runtime } from "../../domain/runtime/choose.ts"
import { RuntimeHomeless, RuntimeHomeRefused } from "../../domain/runtime/errors.ts"
import type { HomePart, HomeScope } from "../../domain/runtime/home.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import { RuntimeHomes } from "../../services/RuntimeHomes.ts"
import { whenMissing } from "../disk/missing.ts"
import { readIfThere } from "../disk/readIfThere.ts"
import { realOrPlanned } from "../disk/realOrPlanned.ts"
import { isLinked, outsideProjects } from "../project/look.ts"
import { digestOf } from "../store/digest.ts"
import { refuseUnfit, refuseUnsafe, resolved } from "./safePlace.ts"

const locate = Effect.fnUntraced(function* (runtime: Runtime, scope: LedgerScope, part: HomePart) {
  const homes = yield* RuntimeHomes
  const { paths } = yield* GsdHome
  const found = yield* homes.find({ runtime, scope, part })
  if (found.path === null)
    return yield* new RuntimeHomeless({
      runtime: runtime.id,
      scope: scope.kind,
      wanted: "home",
      reason: found.reason
    })
  const path = yield* resolved(found.path, scope)
  if (isWithin(path, paths.root))
    return yield* new RuntimeHomeRefused({
      runtime: runtime.id,
      subject: "home",
      name: found.path,
      problem: "it lies in gsd's own folder"
    })
  yield* refuseUnsafe({ ...found, path: found.path }, path, { runtime, scope, part })
  return { path, isNamed: found.matched?.rule === "variable" }
})

const place = Effect.fnUntraced(function* (runtime: Runtime, scope: LedgerScope) {
  const environment = yield* Environment
  const { artifactLayout } = runtime.body
  const layout = scope.kind === "global" ? artifactLayout.global : artifactLayout.local
  const artifacts: Array<ArtifactPlace> = []
  const config = yield* locate(runtime, scope, "config")
  const hooks = yield* locate(runtime, scope, "hooks")
  for (const artifact of layout) {
    yield* refuseUnfit(runtime, artifact)
    artifacts.push({ artifact, path: (yield* locate(runtime, scope, { artifact })).path })
  }
  return {
    runtime,
    scope,
    home: environment.home,
    config: config.path,
    ...(config.isNamed ? { isNamed: true } : {}),
    hooks: hooks.path,
    artifacts
  } satisfies Places
})

/** A file below a folder that is a link now, looked at where it really is; else as it was found. */
const followed = Effect.fnUntraced(function* (
  project: ProjectFiles["Service"],
  path: string,
  looked: Looked
) {
  if (looked._tag === "Plain" || looked.at === path) return looked
  const folder = yield* realOrPlanned(parentOf(path))
  const real = `${folder === "/" ? "" : folder}/${nameOf(path)}`
  return real === path ? looked : ((yield* project.look("/", [real])).get(real) ?? looked)
})

const look = Effect.fnUntraced(function* (
  project: ProjectFiles["Service"],
  paths: ReadonlyArray<string>,
  scope: LedgerScope
) {
  if (scope.kind === "project") return yield* project.look(scope.root, paths)
  const looked = new Map(yield* project.look("/", paths))
  for (const [path, one] of looked) {
    const found = yield* followed(project, path, one)
    looked.set(path, found._tag === "Blocked" ? outsideProjects(found) : found)
  }
  return looked
})

/** Whether a user may take files out of a folder, by its permissions; the superuser may. */
const mayWrite = ({ mode, uid }: Pick<FileIdentity, "mode" | "uid">, user: number | undefined): boolean =>
  user === undefined || user === 0 || (user === uid ? (mode & 0o200) !== 0 : (mode & 0o022) !== 0)

const locked = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
  const durable = yield* Durable
  const { userId } = yield* Environment
  const shut = new Set<string>()
  for (const folder of new Set(paths.map(parentOf))) {
    const found = yield* whenMissing(durable.identify(folder), Option.none<FileIdentity>())
    if (Option.isSome(found) && !mayWrite(found.value, userId)) shut.add(folder)
  }
  return paths.filter((path) => shut.has(parentOf(path)))
})

/** Bytes of a small file. In a project nothing behind a link is there, since nobody but the repository may have put it. */
const read = Effect.fnUntraced(function* (project: ProjectFiles["Service"], path: string, scope: HomeScope) {
  const looked = scope.kind === "project" ? (yield* project.look(scope.root, [path])).get(path) : undefined
  if (looked?._tag === "Blocked" && isLinked(looked)) return undefined
  const { bytes } = looked?._tag === "Plain" ? looked.target : { bytes: undefined }
  if (looked?._tag === "Plain" && (bytes?.length ?? 0) <= limits.settingsBytes) return bytes
  return yield* readIfThere(path, limits.settingsBytes)
})

/** What stands in the homes of host runtimes on the disk. */
export const layer = Layer.effect(
  RuntimeFiles,
  Effect.gen(function* () {
    const services = Context.pick(
      Durable,
      Environment,
      GsdHome,
      RuntimeHomes
    )(yield* Effect.context<Durable | Environment | GsdHome | RuntimeHomes>())
    const files = yield* ProjectFiles
    return RuntimeFiles.of({
      places: Effect.fn("RuntimeFiles.places")(
        (runtime: Runtime, scope: LedgerScope) => place(runtime, scope),
        Effect.provide(services)
      ),
      resolve: Effect.fn("RuntimeFiles.resolve")(
        (path: string, scope: LedgerScope) => resolved(path, scope),
        Effect.provide(services)
      ),
      look: Effect.fn("RuntimeFiles.look")(
        (paths: ReadonlyArray<string>, scope: LedgerScope) => look(files, paths, scope),
        Effect.provide(services)
      ),
      locked: Effect.fn("RuntimeFiles.locked")(
        (paths: ReadonlyArray<string>) => locked(paths),
        Effect.provide(services)
      ),
      digests: Effect.fn("RuntimeFiles.digests")((all: ReadonlyArray<Uint8Array>) =>
        Effect.sync(() => new Map(all.map((bytes) => [bytes, digestOf(bytes)])))
      ),
      read: Effect.fn("RuntimeFiles.read")(
        (path: string, scope: HomeScope) => read(files, path, scope),
        Effect.provide(services)
      )
    })
  })
)
