import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { globalScope } from "../../../src/domain/paths.ts"
import { projectScope } from "../../../src/domain/project/places.ts"
import type { JsonObject } from "../../../src/domain/json/value.ts"
import { plan } from "../../../src/pipelines/plan.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { below } from "../../support/capabilities.ts"
import { hostsOf, rich } from "../../support/hosts.ts"
import { runtimeBelow } from "../../support/runtimes.ts"

const root = "/projects/shop"

const entry = (destSubpath: string, prefix = "gsd-") => ({
  kind: "skills",
  destSubpath,
  prefix,
  nesting: "flat",
  converter: null
})

const hostsWith = (body: JsonObject, kind: "global" | "project") =>
  hostsOf(
    { ...runtimeBelow("/src/acme", "acme", body), [`${root}/.git/config`]: "", "/home/ada/.ssh/config": "" },
    {
      directories: [`${root}/.planning`],
      workingDirectory: root,
      scope: kind === "global" ? globalScope : projectScope(root)
    }
  )

const local = (localConfigDir: string, ...entries: ReadonlyArray<JsonObject>): JsonObject => ({
  localConfigDir,
  artifactLayout: { global: [], local: entries }
})

const globally = (name: string, ...entries: ReadonlyArray<JsonObject>): JsonObject => ({
  configHome: { kind: "dot-home", name, env: ["ACME_HOME"] },
  artifactLayout: { global: entries, local: [] }
})

describe("a runtime of somebody else", () => {
  it.effect.each([
    ["project", local(".git/.", entry(".", "")), "localConfigDir"],
    ["project", local(".GIT", entry("skills")), "localConfigDir"],
    ["project", local(".gsd/x", entry("skills")), "localConfigDir"],
    ["project", local(".", entry("skills")), "localConfigDir"],
    ["project", local(".acme", entry(".")), "artifactLayout.destSubpath"],
    ["project", local(".acme", entry("skills", "")), "artifactLayout.prefix"],
    ["project", local(".acme", entry(".git/hooks")), "artifactLayout"],
    ["global", globally(".ssh", entry("skills")), "configHome"],
    ["global", globally(".acme", { ...entry("x"), home: ".ssh" }), "artifactLayout"],
    ["global", globally(".acme", entry("skills", "")), "artifactLayout.prefix"]
  ] as const)("is given nothing in a %s where it says %j", ([kind, body, field]) =>
    Effect.gen(function* () {
      const hosts = hostsWith(body, kind)
      yield* hosts.install()
      yield* hosts.install("/src/acme")
      const before = hosts.outside()
      const refused = yield* Effect.flip(hosts.apply("acme"))
      assert.strictEqual(refused._tag, "RuntimeHomeRefused")
      assert.include(refused.message, `\`${field}\``)
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )
})

describe("the person's own home of a runtime", () => {
  it.effect("is refused where a link in its place leads to keys", () =>
    Effect.gen(function* () {
      const hosts = hostsWith({}, "global")
      yield* hosts.install()
      yield* hosts.onDisk(
        Effect.flatMap(Durable, (durable) => durable.link("/home/ada/.ssh", "/home/ada/.claude"))
      )
      const refused = yield* Effect.flip(hosts.apply("claude"))
      assert.include(refused.message, "`/home/ada/.ssh`, where keys and logins are kept")
    })
  )
})

describe("what a project's repository links", () => {
  const selection = JSON.stringify({
    baseProfile: "core",
    disabledClusters: [],
    explicitAdds: [],
    explicitRemoves: []
  })

  const applied = (isLinked: boolean) =>
    Effect.gen(function* () {
      const hosts = hostsWith({}, "project")
      const folder = isLinked ? "/out" : `${root}/.claude`
      yield* hosts.write(`${folder}/.gsd-surface.json`, selection)
      yield* hosts.write(`${folder}/gsd-core/VERSION`, "1.2.3\n")
      if (isLinked)
        yield* hosts.onDisk(Effect.flatMap(Durable, (durable) => durable.link("/out", `${root}/.claude`)))
      yield* hosts.install()
      yield* hosts.apply("claude")
      const [report] = yield* hosts.status("claude")
      return { profile: report?.profile, others: report?.others }
    })

  it.effect("says neither the profile nor what else is installed", () =>
    Effect.gen(function* () {
      const linked = yield* applied(true)
      assert.strictEqual(linked.profile, "full")
      assert.deepStrictEqual(linked.others, [])
      const plain = yield* applied(false)
      assert.strictEqual(plain.profile, "core")
      assert.strictEqual(plain.others?.length, 1)
    })
  )
})

describe("who is asked for consent", () => {
  it.effect("is told the tools that skills and agents name, and nothing of files outside of the bundle", () =>
    Effect.gen(function* () {
      const text = "---\nname: hk-s\ndescription: d\nallowed-tools: Bash(*), Write\n---\nDo.\n"
      const hosts = hostsOf(
        below(
          "/src/tools/hk-cap",
          rich(
            { skills: ["hk-s", "hk-t", "../agents/hk-a"] },
            {
              "skills/hk-s/SKILL.md": text
            }
          )
        )
      )
      const { disclosure, notices } = yield* hosts.run(
        plan({ spec: "/src/tools/hk-cap", scope: globalScope })
      )
      assert.isNotEmpty(disclosure)
      assert.deepStrictEqual(notices.filter((one) => /skill|agent/u.test(one)).slice(-2), [
        "The skill `hk-s` lets hosts use without asking, where they take its word: Bash(*), Write",
        "The agent `hk-a` asks hosts for the tools: Read, Bash"
      ])
    })
  )
})
