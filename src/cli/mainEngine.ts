import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { withoutCredentials } from "../domain/source/address.ts"
import { built } from "./built.ts"
import { Clusters, DoctorEngine, Engine, FamilyEngine, Workshop } from "./Engine.ts"

const commandOf = (argv: ReadonlyArray<string>): string => ["gsd", ...argv.map(withoutCredentials)].join(" ")

/** How this very program is started again, with the options of Node that it was started with. */
const ownProgram = () => ({
  command: process.execPath,
  args: [...process.execArgv, process.argv[1] ?? ""]
})

/** Engines on this machine's disk; the layers are loaded with the first. */
export const engine = (argv: ReadonlyArray<string>): Layer.Layer<Engine> =>
  Layer.succeed(
    Engine,
    Engine.of({
      layer: (request) =>
        Layer.unwrap(
          Effect.gen(function* () {
            const { engineLayer } = yield* Effect.promise(() => import("../layers/live.ts"))
            const leaving = yield* Effect.promise(() => import("./mainLeaving.ts"))
            const guarded = Layer.mergeAll(
              leaving.guardedTransaction,
              leaving.guardedReviews,
              leaving.guardedLoopLog
            )
            const options = { ...request, ...built, command: commandOf(argv), ownProgram: ownProgram() }
            const live = engineLayer(options)
            return Layer.provideMerge(guarded, live)
          })
        )
    })
  )

/** The same for the doctor. */
export const doctorEngine = (argv: ReadonlyArray<string>): Layer.Layer<DoctorEngine> =>
  Layer.succeed(
    DoctorEngine,
    DoctorEngine.of({
      layer: (request) =>
        Layer.unwrap(
          Effect.gen(function* () {
            const { doctorLayer } = yield* Effect.promise(() => import("../layers/doctor.ts"))
            const leaving = yield* Effect.promise(() => import("./mainLeaving.ts"))
            const guarded = Layer.merge(leaving.guardedTransaction, leaving.guardedRepairs)
            const live = doctorLayer({ ...request, ...built, command: commandOf(argv) })
            return Layer.provideMerge(guarded, live)
          })
        )
    })
  )

/** The same for authors, without a home. */
export const workshop = (argv: ReadonlyArray<string>): Layer.Layer<Workshop> =>
  Layer.succeed(
    Workshop,
    Workshop.of({
      layer: Layer.unwrap(
        Effect.gen(function* () {
          const { workshopLayer } = yield* Effect.promise(() => import("../layers/workshop.ts"))
          return workshopLayer(commandOf(argv))
        })
      )
    })
  )

/** The same for members of the agent-workflow family. */
export const familyEngine = (argv: ReadonlyArray<string>): Layer.Layer<FamilyEngine> =>
  Layer.succeed(
    FamilyEngine,
    FamilyEngine.of({
      layer: Layer.unwrap(
        Effect.gen(function* () {
          const { familyLayer } = yield* Effect.promise(() => import("../layers/familyEngine.ts"))
          return familyLayer(commandOf(argv))
        })
      )
    })
  )

/** Clusters over a database. */
export const clusters: Layer.Layer<Clusters> = Layer.succeed(
  Clusters,
  Clusters.of({
    layer: (address) =>
      Layer.unwrap(
        Effect.gen(function* () {
          const { layerWith } = yield* Effect.promise(() => import("../layers/cluster/LaneClusterSql.ts"))
          return layerWith({ address })
        })
      )
  })
)
