import { assert, describe, it } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { RepairPlan } from "../../src/domain/doctor/treatment.ts"
import { globalScope, pathsOf } from "../../src/domain/paths.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import { doctorLayer } from "../../src/layers/doctor.ts"
import { doctor } from "../../src/pipelines/doctor.ts"
import { doctorFix } from "../../src/pipelines/doctorFix.ts"
import { doctorRebuild } from "../../src/pipelines/doctorRebuild.ts"
import { install } from "../../src/pipelines/install.ts"
import { verify } from "../../src/pipelines/verify.ts"
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

  it.live(
    "U42: takes the hooks of a bundle out of settings when any of its files was changed in the store",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const room = yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "gsd-doctor-" }))
        const settings = `${room}/settings.json`
        // The hook runs this one, which no list looks at.
        const files = capability({}, { "hooks/lib/common.sh": "echo hello\n" })
        for (const [path, text] of Object.entries(below(`${room}/hk-cap`, files))) {
          yield* fs.makeDirectory(path.slice(0, path.lastIndexOf("/")), { recursive: true })
          yield* fs.writeFileString(path, text)
        }
        yield* fs.makeDirectory(`${room}/home`)
        yield* fs.writeFileString(settings, '{"model": "mine"}\n')
        const run = <A, E, R>(program: Effect.Effect<A, E, R>) => {
          const engine = doctorLayer({ root: `${room}/home`, command: "gsd test" })
          return program.pipe(
            Effect.provide(Layer.provideMerge(ConsentGateFixed.layerWith({ yes: true }), engine))
          )
        }
        const { contentHash } = yield* run(install(requestOf(`${room}/hk-cap`, { wire: [settings] })))
        const changed = `${pathsOf(`${room}/home/.gsd`).bundle(contentHash)}/hooks/lib/common.sh`
        yield* fs.chmod(changed, 0o644)
        yield* fs.writeFileString(changed, "echo evil!\n")
        assert.strictEqual((yield* run(verify(scope, []))).verdict, "modified")
        const no = yield* run(doctorFix(scope, { ...yes, approve: () => Effect.succeed(false) }))
        assert.deepInclude(
          no.findings.map(({ kind, outcome }) => `${kind} ${outcome}`),
          "wiring-inactive declined"
        )
        assert.include(yield* fs.readFileString(settings), "hooks")
        let shown = ""
        const approve = (plan: RepairPlan) =>
          Effect.sync(() => {
            shown = plan.edits.map(({ diff, file }) => `${file}\n${diff}`).join("\n")
            return true
          })
        const fixed = yield* run(doctorFix(scope, { ...yes, approve }))
        assert.include(shown, settings)
        assert.deepInclude(
          fixed.findings.map(({ kind, outcome }) => `${kind} ${outcome}`),
          "wiring-inactive fixed"
        )
        assert.strictEqual(yield* fs.readFileString(settings), '{"model": "mine"}\n')
        // What is left of it is told, and nothing puts its hooks back as long as it is so.
        assert.strictEqual((yield* run(verify(scope, []))).verdict, "modified")
        assert.isFalse(fixed.healthy)
        yield* run(doctorFix(scope, yes))
        assert.strictEqual(yield* fs.readFileString(settings), '{"model": "mine"}\n')
      }).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer))
  )
})
