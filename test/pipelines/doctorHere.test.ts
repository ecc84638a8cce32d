import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import { doctor } from "../../src/pipelines/doctor.ts"
import { doctorFixHere, doctorHere } from "../../src/pipelines/doctorHere.ts"
import { install } from "../../src/pipelines/install.ts"
import { treatOn } from "../support/doctor.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { textAt, wiredDisk, write } from "../support/wired.ts"

const options = { workingDirectory: "/workspace/p" }
const file = "/workspace/p/host.json"
const scope = projectScope("/workspace/p")

/** A project whose capability lost its hook in the project's settings file. */
const world = Effect.gen(function* () {
  const disk = yield* wiredDisk
  yield* write(disk, file, "{}\n")
  yield* runOn(disk, options)(install(requestOf("/other/other", { scope, wire: [file] })))
  const wired = textAt(disk, file)
  assert.include(wired, "a.sh")
  yield* write(disk, file, "{}\n")
  return { disk, wired }
})

const kindsOf = ({ findings }: { readonly findings: ReadonlyArray<{ readonly kind: string }> }) =>
  findings.map(({ kind }) => kind)

describe("doctorHere", () => {
  it.effect("looks at the project's settings files beside the user's", () =>
    Effect.gen(function* () {
      const { disk } = yield* world
      const run = treatOn(disk, options)
      assert.deepStrictEqual(kindsOf(yield* run(doctor(globalScope))), [])
      assert.deepStrictEqual(kindsOf(yield* run(doctorHere(globalScope))), ["wiring-missing"])
      assert.deepStrictEqual(kindsOf(yield* run(doctorHere(scope))), ["wiring-missing"])
    })
  )

  it.effect("tells what concerns both once, and mends both", () =>
    Effect.gen(function* () {
      const { disk, wired } = yield* world
      const run = treatOn(disk, options)
      yield* write(disk, "/home/ada/.gsd/capabilities/stray/x", "x")
      const before = kindsOf(yield* run(doctorHere(globalScope)))
      assert.deepStrictEqual(before.toSorted(), ["view-stray", "wiring-missing"])
      const treatment = yield* run(
        doctorFixHere(globalScope, { approve: () => Effect.succeed(true), wait: Duration.seconds(30) })
      )
      assert.strictEqual(textAt(disk, file), wired)
      assert.deepStrictEqual(
        treatment.findings.filter(({ kind }) => kind === "wiring-missing").map(({ outcome }) => outcome),
        ["fixed"]
      )
      assert.deepStrictEqual(
        kindsOf(yield* run(doctorHere(globalScope))),
        before.filter((kind) => kind === "view-stray")
      )
    })
  )

  it.effect("is the doctor where no project is recorded", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      assert.deepStrictEqual(yield* treatOn(disk, options)(doctorHere(globalScope)), {
        findings: [],
        healthy: true
      })
    })
  )
})
