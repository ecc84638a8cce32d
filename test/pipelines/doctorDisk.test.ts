import { assert, describe, it } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { globalScope } from "../../src/domain/paths.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import { doctorLayer } from "../../src/layers/doctor.ts"
import { doctor } from "../../src/pipelines/doctor.ts"
import { doctorFix } from "../../src/pipelines/doctorFix.ts"
import { doctorRebuild } from "../../src/pipelines/doctorRebuild.ts"
import { install } from "../../src/pipelines/install.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"

const scope = globalScope
const yes = { approve: () => Effect.succeed(true), wait: Duration.seconds(5) }

describe("the doctor on the machine's disk", () => {
  it.live("finds, fixes and rebuilds", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const room = yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "gsd-doctor-" }))
      const h = `${room}/home/.gsd`
      const settings = `${room}/settings.json`
      for (const [path, text] of Object.entries(below(`${room}/hk-cap`, capability()))) {
        yield* fs.makeDirectory(path.slice(0, path.lastIndexOf("/")), { recursive: true })
        yield* fs.writeFileString(path, text)
      }
      yield* fs.makeDirectory(`${room}/home`)
      yield* fs.writeFileString(settings, "{}\n")
      const run = <A, E, R>(program: Effect.Effect<A, E, R>) => {
        const engine = doctorLayer({ root: `${room}/home`, command: "gsd test" })
        return program.pipe(
          Effect.provide(Layer.provideMerge(ConsentGateFixed.layerWith({ yes: true }), engine))
        )
      }
      const about = Effect.map(run(doctor(scope)), ({ findings }) =>
        findings.filter((one) => one.subject.includes(room)).map((one) => `${one.kind} ${one.fix}`)
      )
      yield* run(install(requestOf(`${room}/hk-cap`, { wire: [settings] })))
      assert.deepStrictEqual(yield* about, [])
      const wired = yield* fs.readFileString(settings)
      yield* fs.writeFileString(settings, "{}\n")
      yield* fs.makeDirectory(`${h}/staging/0011`)
      yield* fs.makeDirectory(`${h}/tx/2233`)
      assert.deepStrictEqual(yield* about, [
        "transaction-interrupted automatic",
        "staging-dead automatic",
        "wiring-missing asks"
      ])
      yield* run(doctorFix(scope, yes))
      assert.deepStrictEqual(yield* about, [])
      assert.strictEqual(yield* fs.readFileString(settings), wired)
      yield* fs.truncate(`${h}/ledger.json`, 10)
      assert.deepStrictEqual(yield* about, ["ledger-unreadable none"])
      const report = yield* run(doctorRebuild(scope, yes))
      assert.deepInclude(report.entries[0], { id: "hk-cap", source: `${room}/hk-cap`, wired: [settings] })
      assert.deepStrictEqual(yield* about, [])
    }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )
})
