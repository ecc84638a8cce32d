import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { JsonObject } from "../../src/domain/json/value.ts"
import type { LoopDispatched } from "../../src/domain/loop/dispatch.ts"
import { DiskFailure } from "../../src/domain/disk/errors.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import { makeFaults } from "../../src/layers/fault/Faults.ts"
import { faulty } from "../../src/layers/fault/faulty.ts"
import { loopDispatch } from "../../src/pipelines/loopDispatch.ts"
import { loopLog } from "../../src/pipelines/loopLog.ts"
import { loopRecord } from "../../src/pipelines/loopRecord.ts"
import { Durable } from "../../src/services/Durable.ts"
import { runOn } from "../support/engine.ts"
import { put } from "../support/home.ts"
import {
  dispatchOf,
  exists,
  gate,
  logOn,
  machineWith,
  project,
  step,
  unknownQuery
} from "../support/loopProject.ts"

const outcomesOf = ({ outcomes }: LoopDispatched): ReadonlyArray<string> =>
  outcomes.map(({ hook, outcome }) => `${hook} ${outcome}`)

const skills = { skills: ["hk-s"] }

const verdictGate = gate(
  { agentVerdict: { ref: { skill: "hk-s" }, prompt: "Is it good?" } },
  { blocking: false }
)

const contribution: JsonObject = {
  point: "discuss:pre",
  into: "orchestrator",
  produces: [],
  consumes: [],
  fragment: { inline: "Ask about money." }
}

describe("loopDispatch", () => {
  it.effect("hands over, asks and writes down every hook, in its order", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* machineWith({
        "hk-cap": {
          ...skills,
          steps: [step(), step()],
          contributions: [contribution],
          gates: [exists("CONTEXT.md"), exists("UI-SPEC.md", { blocking: false }), verdictGate]
        }
      })
      const dispatched = yield* run(loopDispatch(dispatchOf()))
      assert.deepStrictEqual(outcomesOf(dispatched), [
        "hk-cap/step/0 handed",
        "hk-cap/step/1 handed",
        "hk-cap/contribution/0 handed",
        "hk-cap/gate/0 passed",
        "hk-cap/gate/1 blocked",
        "hk-cap/gate/2 handed"
      ])
      assert.deepInclude(dispatched, {
        verdict: "passed",
        blockedBy: [],
        phase: "03-pay",
        point: "discuss:pre"
      })
      assert.deepStrictEqual(logOn(disk), JSON.parse(JSON.stringify(dispatched.outcomes)))
    })
  )

  it.effect("is held by a blocking gate, and asks all the others all the same", () =>
    Effect.gen(function* () {
      const { run } = yield* machineWith({
        "hk-cap": { gates: [exists("UI-SPEC.md"), exists("CONTEXT.md"), exists("SPEC.md")] }
      })
      const dispatched = yield* run(loopDispatch(dispatchOf()))
      assert.deepStrictEqual(outcomesOf(dispatched), [
        "hk-cap/gate/0 blocked",
        "hk-cap/gate/1 passed",
        "hk-cap/gate/2 blocked"
      ])
      assert.strictEqual(dispatched.verdict, "blocked")
      assert.deepStrictEqual(
        dispatched.blockedBy.map(({ hook }) => hook),
        ["hk-cap/gate/0", "hk-cap/gate/2"]
      )
    })
  )

  it.effect("ends what is left after a failed step, but no blocking gate of anybody", () =>
    Effect.gen(function* () {
      const { run } = yield* machineWith({
        "a-cap": { steps: [step({ ref: { command: "no-such-family" } })] },
        "b-cap": {
          ...skills,
          steps: [step()],
          contributions: [contribution],
          gates: [exists("CONTEXT.md", { blocking: false }), exists("CONTEXT.md")]
        }
      })
      const dispatched = yield* run(loopDispatch(dispatchOf()))
      assert.deepStrictEqual(outcomesOf(dispatched), [
        "a-cap/step/0 failed",
        "b-cap/step/0 unrun",
        "b-cap/contribution/0 unrun",
        "b-cap/gate/0 unrun",
        "b-cap/gate/1 passed"
      ])
      assert.deepInclude(dispatched, { verdict: "halted", endedBy: "a-cap/step/0", blockedBy: [] })
      assert.include(dispatched.outcomes[1]?.message, "a-cap/step/0")
    })
  )

  it.effect("goes on after a failed step that is to be skipped", () =>
    Effect.gen(function* () {
      const { run } = yield* machineWith({
        "a-cap": { steps: [step({ ref: { command: "no-such-family" }, onError: "skip" })] },
        "b-cap": { ...skills, steps: [step()] }
      })
      const dispatched = yield* run(loopDispatch(dispatchOf()))
      assert.deepStrictEqual(outcomesOf(dispatched), ["a-cap/step/0 failed", "b-cap/step/0 handed"])
      assert.strictEqual(dispatched.verdict, "passed")
    })
  )

  it.effect("of a gate that cannot be asked does what it says", () =>
    Effect.gen(function* () {
      const rows = [
        [true, "halt", "failed", "blocked", "passed"],
        [true, "skip", "skipped", "passed", "passed"],
        [false, "halt", "failed", "halted", "unrun"],
        [false, "skip", "skipped", "passed", "passed"]
      ] as const
      for (const [blocking, onError, outcome, verdict, after] of rows) {
        const { run } = yield* machineWith({
          "hk-cap": {
            gates: [gate(unknownQuery, { blocking, onError }), exists("CONTEXT.md", { blocking: false })]
          }
        })
        const dispatched = yield* run(loopDispatch(dispatchOf()))
        const seen = [...dispatched.outcomes.map((one) => one.outcome), dispatched.verdict]
        assert.deepStrictEqual(seen, [outcome, after, verdict], `${blocking} ${onError}`)
        assert.include(dispatched.outcomes[0]?.message, "nobody.knows")
      }
    })
  )

  it.effect("asks predicates of the phase and of the configuration in force", () =>
    Effect.gen(function* () {
      const front = (field: string, equals: unknown) =>
        gate({
          predicate: { kind: "artifact-frontmatter-equals", artifact: "SECURITY.md", field, equals }
        } as JsonObject)
      const config = (equals: boolean | string) =>
        gate({ predicate: { kind: "config-equals", key: "hk.on", equals } })
      const { run } = yield* machineWith(
        {
          "hk-cap": {
            config: { "hk.on": { type: "boolean", default: true, description: "Whether" } },
            gates: [
              front("threats_open", 0),
              front("threats_open", 1),
              front("missing", 0),
              config(false),
              config("false")
            ]
          }
        },
        {
          ".planning/config.json": `{"hk":{"on":false}}`,
          ".planning/SECURITY.md": "---\r\nthreats_open: 1\r\n---\r\n",
          ".planning/phases/03-pay/03-SECURITY.md": `\ufeff---\nthreats_open: "0"\n---\n# Fine\n`
        }
      )
      const dispatched = yield* run(loopDispatch(dispatchOf()))
      assert.deepStrictEqual(
        dispatched.outcomes.map(({ outcome }) => outcome),
        ["passed", "blocked", "blocked", "passed", "blocked"]
      )
      const changed = yield* run(loopDispatch(dispatchOf({ set: ["hk.on=true"], hooks: ["hk-cap/gate/3"] })))
      assert.deepStrictEqual(outcomesOf(changed), ["hk-cap/gate/3 blocked"])
    })
  )

  it.effect("cannot ask what is there and cannot be read", () =>
    Effect.gen(function* () {
      const front = gate({
        predicate: { kind: "artifact-frontmatter-equals", artifact: "SECURITY.md", field: "a", equals: 1 }
      })
      const { run } = yield* machineWith(
        { "hk-cap": { gates: [front, exists("../../SECURITY.md"), exists("..")] } },
        { ".planning/phases/03-pay/SECURITY.md": "---\na: &x [*x]\n---\n" }
      )
      const dispatched = yield* run(loopDispatch(dispatchOf()))
      for (const one of dispatched.outcomes) assert.notStrictEqual(one.outcome, "passed", one.hook)
      assert.include(dispatched.outcomes[0], { outcome: "failed" })
      assert.include(dispatched.outcomes[0]?.message, "SECURITY.md")
    })
  )

  it.effect("runs only what is asked for, and refuses what is not in force before anything runs", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* machineWith({
        "hk-cap": {
          ...skills,
          config: { "hk.off": { type: "boolean", default: false, description: "Whether" } },
          steps: [step(), step({ when: "hk.off" })],
          gates: [exists("CONTEXT.md")]
        }
      })
      const of = (more: Parameters<typeof dispatchOf>[0]) =>
        Effect.map(run(loopDispatch(dispatchOf(more))), outcomesOf)
      assert.deepStrictEqual(yield* of({ steps: true }), ["hk-cap/step/0 handed"])
      assert.deepStrictEqual(yield* of({ gates: true }), ["hk-cap/gate/0 passed"])
      assert.deepStrictEqual(yield* of({ hooks: ["hk-cap/gate/0"] }), ["hk-cap/gate/0 passed"])
      const before = logOn(disk).length
      const error = yield* Effect.flip(of({ hooks: ["hk-cap/gate/0", "hk-cap/step/1"] }))
      assert.strictEqual(error._tag, "HookNotActive")
      assert.include(error.message, "hk.off")
      assert.strictEqual(logOn(disk).length, before)
    })
  )

  it.effect("tells loudly of a gate that cannot be loaded, and the policy holds the loop", () =>
    Effect.gen(function* () {
      for (const [policy, verdict, outcome] of [
        [{}, "passed", "skipped"],
        [{ gateLoadFailure: "block" }, "blocked", "blocked"]
      ] as const) {
        const { disk } = yield* machineWith({
          "hk-cap": { engines: { gsd: ">=1.6.0 <3.0.0" }, gates: [exists("CONTEXT.md")] }
        })
        const policyFile = put("/home/ada/.gsd/policy.json", JSON.stringify(policy))
        yield* Effect.provide(policyFile, DurableMemory.layerOn(disk))
        const run = runOn(disk, { workingDirectory: project, hostVersion: "9.0.0" })
        const dispatched = yield* run(loopDispatch(dispatchOf()))
        assert.deepStrictEqual(outcomesOf(dispatched), [`hk-cap/gate/* ${outcome}`])
        assert.strictEqual(dispatched.verdict, verdict)
        assert.include(dispatched.warnings.join("\n"), "hk-cap")
        const steps = yield* run(loopDispatch(dispatchOf({ steps: true })))
        assert.deepStrictEqual(outcomesOf(steps), [])
      }
    })
  )
})

describe("loopRecord", () => {
  const members = {
    ...skills,
    steps: [step(), step({ onError: "skip" })],
    gates: [exists("CONTEXT.md"), verdictGate]
  }
  const about = { point: "discuss:pre", phase: "3" } as const

  it.effect("is taken up once by the next dispatch of the same phase", () =>
    Effect.gen(function* () {
      const { run } = yield* machineWith(
        { "hk-cap": members },
        { ".planning/phases/04-ship/CONTEXT.md": "# Ship\n" }
      )
      yield* run(loopRecord({ ...about, hook: "hk-cap/step/0", outcome: "done", message: "All asked" }))
      yield* run(loopRecord({ ...about, hook: "hk-cap/gate/1", outcome: "blocked", message: "Not good" }))
      const other = yield* run(loopDispatch(dispatchOf({ phase: "4" })))
      assert.include(outcomesOf(other), "hk-cap/step/0 handed")
      const dispatched = yield* run(loopDispatch(dispatchOf()))
      assert.deepStrictEqual(outcomesOf(dispatched), [
        "hk-cap/step/0 done",
        "hk-cap/step/1 handed",
        "hk-cap/gate/0 passed",
        "hk-cap/gate/1 blocked"
      ])
      // A verdict of an agent never holds the loop.
      assert.deepInclude(dispatched, { verdict: "passed", blockedBy: [] })
      assert.strictEqual(dispatched.outcomes[0]?.message, "All asked")
      const again = yield* run(loopDispatch(dispatchOf()))
      assert.deepStrictEqual(outcomesOf(again).slice(0, 1), ["hk-cap/step/0 handed"])
    })
  )

  it.effect("that a step failed ends the point", () =>
    Effect.gen(function* () {
      const { run } = yield* machineWith({ "hk-cap": members })
      yield* run(loopRecord({ ...about, hook: "hk-cap/step/0", outcome: "failed" }))
      const dispatched = yield* run(loopDispatch(dispatchOf()))
      assert.deepStrictEqual(outcomesOf(dispatched), [
        "hk-cap/step/0 failed",
        "hk-cap/step/1 unrun",
        "hk-cap/gate/0 passed",
        "hk-cap/gate/1 unrun"
      ])
      assert.strictEqual(dispatched.verdict, "halted")
    })
  )

  it.effect("is refused for what is not in force, and for what gsd asks itself", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* machineWith({ "hk-cap": members })
      const refused = (hook: string, outcome: "done" | "passed") =>
        Effect.map(Effect.flip(run(loopRecord({ ...about, hook, outcome }))), (error) => error._tag)
      assert.strictEqual(yield* refused("hk-cap/step/9", "done"), "HookNotActive")
      assert.strictEqual(yield* refused("../../x", "done"), "HookNotActive")
      assert.strictEqual(yield* refused("hk-cap/gate/0", "passed"), "HookNotRecordable")
      assert.strictEqual(yield* refused("hk-cap/gate/1", "done"), "HookNotRecordable")
      assert.strictEqual(yield* refused("hk-cap/step/0", "passed"), "HookNotRecordable")
      assert.deepStrictEqual(logOn(disk), [])
    })
  )
})

describe("loopLog", () => {
  it.effect("tells what ran, of a point or a phase", () =>
    Effect.gen(function* () {
      const { run } = yield* machineWith({ "hk-cap": { ...skills, steps: [step()] } })
      yield* run(loopDispatch(dispatchOf()))
      yield* run(loopDispatch({ point: "discuss:pre", hooks: [], steps: false, gates: false }))
      const all = yield* run(loopLog({ last: 9 }))
      assert.deepStrictEqual(
        all.records.map(({ phase }) => phase),
        ["03-pay", undefined]
      )
      assert.strictEqual((yield* run(loopLog({ last: 9, phase: "03" }))).records.length, 1)
      assert.strictEqual((yield* run(loopLog({ last: 9, point: "ship:pre" }))).records.length, 0)
    })
  )

  it.effect("goes on behind a line that was torn, and counts what is no record", () =>
    Effect.gen(function* () {
      const { run } = yield* machineWith(
        { "hk-cap": { ...skills, steps: [step()] } },
        { ".planning/loop/outcomes.jsonl": `nonsense\n{"at":"2026` }
      )
      yield* run(loopDispatch(dispatchOf()))
      const report = yield* run(loopLog({ last: 9 }))
      assert.strictEqual(report.records.length, 1)
      assert.match(report.notes.join("\n"), /^2 lines are no record/u)
    })
  )
})

describe("a disk without space", () => {
  it.effect("fails the dispatch, and nothing is claimed", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* machineWith({
        "hk-cap": { gates: [exists("CONTEXT.md"), exists("CONTEXT.md")] }
      })
      yield* run(loopDispatch(dispatchOf()))
      const before = logOn(disk)
      disk.setCapacity(0)
      const error = yield* Effect.flip(run(loopDispatch(dispatchOf())))
      assert.deepInclude(error, { _tag: "DiskFailure", reason: "full" })
      disk.setCapacity(Number.MAX_SAFE_INTEGER)
      assert.deepStrictEqual(logOn(disk), before)
    })
  )

  it.effect("on any append fails the dispatch with what was written before it", () =>
    Effect.gen(function* () {
      for (const at of [1, 2, 3]) {
        const { disk } = yield* machineWith({
          "hk-cap": { gates: [exists("CONTEXT.md"), exists("CONTEXT.md"), exists("CONTEXT.md")] }
        })
        const full = () =>
          new DiskFailure({ operation: "append", path: "/outcomes.jsonl", reason: "full", code: "ENOSPC" })
        const faults = makeFaults({ at, method: "Durable.append", fault: { kind: "fail", error: full } })
        const run = runOn(disk, { workingDirectory: project, around: faulty(Durable, faults) })
        const error = yield* Effect.flip(run(loopDispatch(dispatchOf())))
        assert.deepInclude(error, { _tag: "DiskFailure", reason: "full" })
        assert.strictEqual(logOn(disk).length, at - 1)
      }
    })
  )
})
