import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { limits } from "../../domain/limits.ts"
import { isWithin, type LedgerScope } from "../../domain/paths.ts"
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
  return path
})

const place = Effect.fnUntraced(function* (runtime: Runtime, scope: LedgerScope) {
  const environment = yield* Environment
  const { artifactLayout } = runtime.body
  const layout = scope.kind === "global" ? artifactLayout.global : artifactLayout.local
  const artifacts: Array<ArtifactPlace> = []
  const config = yield* locate(runtime, scope, "config")
  const hooks = yield* locate(runtime, scope, "hooks")
  for (const artifact of layout)
    artifacts.push({ artifact, path: yield* locate(runtime, scope, { artifact }) })
  return { runtime, scope, home: environment.home, config, hooks, artifacts } satisfies Places
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
      look: Effect.fn("RuntimeFiles.look")((paths: ReadonlyArray<string>, scope: LedgerScope) =>
        files.look(scope.kind === "project" ? scope.root : "/", paths)
      ),
      read: Effect.fn("RuntimeFiles.read")(
        (path: string) => readIfThere(path, limits.settingsBytes),
        Effect.provide(services)
      )
    })
  })
)
