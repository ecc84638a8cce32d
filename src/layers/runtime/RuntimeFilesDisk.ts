import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { limits } from "../../domain/limits.ts"
import { isWithin, nameOf, parentOf, type LedgerScope } from "../../domain/paths.ts"
import type { Looked } from "../../domain/project/looked.ts"
import type { ArtifactPlace, Places } from "../../domain/projection/places.ts"
import type { Runtime } from "../../domain/runtime/choose.ts"
import { RuntimeHomeless, RuntimeHomeRefused } from "../../domain/runtime/errors.ts"
import type { HomePart } from "../../domain/runtime/home.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"
import { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import { RuntimeHomes } from "../../services/RuntimeHomes.ts"
import { readIfThere } from "../disk/readIfThere.ts"
import { realOrPlanned } from "../disk/realOrPlanned.ts"
import { outsideProjects } from "../project/look.ts"

/** In a project nothing is followed: what became a link there, the repository may have brought. */
const resolved = (path: string, scope: LedgerScope) =>
  scope.kind === "project" ? Effect.succeed(path) : realOrPlanned(path)

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
  return { path, isNamed: found.matched?.rule === "variable" }
})

const place = Effect.fnUntraced(function* (runtime: Runtime, scope: LedgerScope) {
  const environment = yield* Environment
  const { artifactLayout } = runtime.body
  const layout = scope.kind === "global" ? artifactLayout.global : artifactLayout.local
  const artifacts: Array<ArtifactPlace> = []
  const config = yield* locate(runtime, scope, "config")
  const hooks = yield* locate(runtime, scope, "hooks")
  for (const artifact of layout)
    artifacts.push({ artifact, path: (yield* locate(runtime, scope, { artifact })).path })
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
      read: Effect.fn("RuntimeFiles.read")(
        (path: string) => readIfThere(path, limits.settingsBytes),
        Effect.provide(services)
      )
    })
  })
)
