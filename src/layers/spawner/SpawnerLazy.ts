import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Spawner, type RunRequest } from "../../services/Spawner.ts"
import type { NodeOptions } from "./SpawnerNode.ts"

/** The real Spawner, loaded with the first call, for commands that rarely start anything. */
export const layerWith = (options: NodeOptions) =>
  Layer.effect(
    Spawner,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const real = yield* Effect.cached(
        Effect.gen(function* () {
          const node = yield* Effect.promise(() => import("./SpawnerNode.ts"))
          return Context.get(yield* Layer.buildWithScope(node.layerWith(options), scope), Spawner)
        })
      )
      return Spawner.of({
        run: <E, R>(request: RunRequest<E, R>) => Effect.flatMap(real, (spawner) => spawner.run(request)),
        which: (command, options) => Effect.flatMap(real, (spawner) => spawner.which(command, options)),
        processes: (cookie) => Effect.flatMap(real, (spawner) => spawner.processes(cookie)),
        isRunning: (pid) => Effect.flatMap(real, (spawner) => spawner.isRunning(pid))
      })
    })
  )

/** The same for a program without a home. */
export const layer = layerWith({})
