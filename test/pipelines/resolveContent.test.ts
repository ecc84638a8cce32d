import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { resolveAllContent, resolveContent } from "../../src/pipelines/resolveContent.ts"
import { Durable } from "../../src/services/Durable.ts"
import { below, manifestOf } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"

const owl = (id: string) =>
  below(`/src/${id}`, {
    "capability.json": JSON.stringify(
      manifestOf({
        id,
        skills: [],
        hooks: [],
        taskContentResolver: {
          trackerPrefix: "owl",
          invoke: { binary: "owl", args: ["{{id}}"], timeoutMs: 1000 }
        }
      })
    )
  })

const task = (trackerId: string) => `<task type="auto" tracker-id="${trackerId}">\n</task>\n`

const root = "/workspace/p"

const world = () =>
  MemoryDisk.make({
    directories: ["/home/ada", `${root}/.git`, "/workspace/elsewhere"],
    files: {
      ...owl("owl"),
      ...owl("second-owl"),
      [`${root}/PLAN.md`]: ["owl:1", "beads:1", "plain", "owl:"].map(task).join("\n"),
      [`${root}/plans/PLAN.md`]: task("owl:1"),
      "/workspace/PLAN.md": task("owl:1"),
      "/workspace/p-two/PLAN.md": task("owl:1")
    }
  })

const links: ReadonlyArray<readonly [path: string, target: string]> = [
  [`${root}/LINK.md`, "/workspace/PLAN.md"],
  [`${root}/up`, "/workspace"],
  [`${root}/down`, `${root}/plans`]
]

const linked = Effect.gen(function* () {
  const disk = world()
  yield* Durable.use((durable) => Effect.forEach(links, ([path, target]) => durable.link(target, path))).pipe(
    Effect.provide(DurableMemory.layerOn(disk))
  )
  return disk
})

const onDisk = (disk = world(), workingDirectory = root) => runOn(disk, { workingDirectory })

const tagOf = (plan: string, trackerId = "owl:1", workingDirectory = root) =>
  Effect.flatMap(linked, (disk) => onDisk(disk, workingDirectory)(resolveContent({ plan, trackerId }))).pipe(
    Effect.match({
      onFailure: ({ _tag }) => _tag,
      onSuccess: (found) => (found.resolved ? "resolved" : found.reason)
    })
  )

describe("the plan of a task", () => {
  it.effect("must lie in the project, whatever links say", () =>
    Effect.gen(function* () {
      for (const plan of [
        "../PLAN.md",
        "/workspace/PLAN.md",
        "LINK.md",
        "up/PLAN.md",
        "up/p-two/PLAN.md",
        "../p-two/PLAN.md"
      ])
        assert.strictEqual(yield* tagOf(plan), "PlanOutsideProject", plan)
      for (const plan of ["PLAN.md", "./plans/../PLAN.md", "down/PLAN.md", "up/p/PLAN.md", `${root}/PLAN.md`])
        assert.strictEqual(yield* tagOf(plan), "no-resolver", plan)
      assert.strictEqual(yield* tagOf("NONE.md"), "PlanMissing")
      assert.strictEqual(yield* tagOf("plans"), "PlanMissing")
      assert.strictEqual(yield* tagOf("PLAN.md", "owl:1", "/workspace/elsewhere"), "NoProject")
    })
  )

  it.effect("must hold exactly the id that is asked for", () =>
    Effect.gen(function* () {
      for (const id of ["owl:12", "owl:1 ", " owl:1", "OWL:1", "1", ""])
        assert.strictEqual(yield* tagOf("PLAN.md", id), "TrackerIdUnknown", id)
      for (const id of ["plain", "owl:"]) assert.strictEqual(yield* tagOf("PLAN.md", id), "not-applicable")
    })
  )
})

describe("the resolver of a task", () => {
  const reasons = Effect.map(resolveAllContent("PLAN.md"), (tasks) =>
    tasks.map((one) => ("error" in one ? one.error._tag : one.resolved ? "resolved" : one.reason))
  )

  it.effect("is the active capability that has its prefix; one that is switched off is named", () => {
    const run = onDisk()
    return Effect.gen(function* () {
      yield* run(install(requestOf("/src/owl")))
      // Nothing is started in memory: that it would be is what shows.
      assert.deepStrictEqual(yield* run(reasons), [
        "ResolverNotStarted",
        "no-resolver",
        "not-applicable",
        "not-applicable"
      ])
      yield* run(disable({ id: "owl", scope: globalScope, wait: requestOf("").wait }))
      const found = yield* run(resolveContent({ plan: "PLAN.md", trackerId: "owl:1" }))
      assert.deepInclude(found, { resolved: false, reason: "no-resolver" })
      assert.deepStrictEqual(found.warnings, [
        "`owl` would read the tasks of `owl` but is not active: it is disabled"
      ])
    })
  })

  it.effect("may be the project's own, and there is one of a prefix at most", () => {
    const run = onDisk()
    const scope = projectScope(root)
    return Effect.gen(function* () {
      yield* run(install(requestOf("/src/owl", { scope })))
      assert.deepStrictEqual((yield* run(reasons))[0], "ResolverNotStarted")
      const error = yield* Effect.flip(run(install(requestOf("/src/second-owl", { scope }))))
      assert.strictEqual(error._tag, "ManifestInvalid")
      if (error._tag === "ManifestInvalid")
        assert.deepStrictEqual(
          error.problems.filter(({ severity }) => severity === "error").map(({ rule }) => rule),
          ["set.tracker-prefix"]
        )
    })
  })
})
