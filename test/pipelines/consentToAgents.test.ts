import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import type { RuntimeOutcome } from "../../src/domain/projection/report.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { runtimeApply } from "../../src/pipelines/runtimeApply.ts"
import { runtimeStatus } from "../../src/pipelines/runtimeStatus.ts"
import { capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { asBeforeAgents } from "../support/legacy.ts"
import { lifeOf, nobody } from "../support/life.ts"
import { refuse, treeOf } from "../support/refusal.ts"

type Life = ReturnType<typeof lifeOf>

const wait = Duration.seconds(30)

const agents = { agents: ["hk-a"] }
const text = { "agents/hk-a.md": "---\nname: hk-a\ndescription: Looks\ntools: Read\n---\nLook.\n" }
const withAgent = (version = "1.0.0") => capability({ version, ...agents }, text)

const notShown = "its agents were not shown when it was consented to"

/** Installed by a version of gsd that did not show agents. */
const installedBefore = Effect.fnUntraced(function* () {
  const life = lifeOf(withAgent())
  yield* life.install()
  const digests = yield* asBeforeAgents(life)
  return { ...digests, life }
})

describe("a yes to a capability with agents", () => {
  it.effect("names them, and is recorded as one that they were shown for", () =>
    Effect.gen(function* () {
      const life = lifeOf(withAgent())
      const { disclosure } = yield* life.run(plan(requestOf("/src/hk-cap")))
      assert.isTrue(disclosure.some((line) => line.subject === "agent" && String(line.value) === "hk-a"))
      yield* life.install()
      assert.deepStrictEqual(
        (yield* life.records).map((record) => record.agents),
        [true]
      )
      assert.isUndefined((yield* life.rows)[0]?.note)
    })
  )

  it.effect("is asked for again when a byte of an agent differs, or one more is declared", () =>
    Effect.gen(function* () {
      const life = lifeOf(withAgent())
      yield* life.install()
      yield* life.source({ ...withAgent("1.1.0"), "agents/hk-a.md": "---\ntools: Bash\n---\nLook.\n" })
      const changed = yield* refuse(life.disk, life.update(nobody))
      assert.include(changed, { tag: "ConsentRequired", exit: 3 })
      assert.include(changed.message, "changed `agents/hk-a.md`")
      yield* life.source(capability({ version: "1.1.0", agents: ["hk-a", "hk-b"] }, text))
      const added = yield* refuse(life.disk, life.update(nobody))
      assert.include(added.message, "added `/agents/hk-b`")
    })
  )

  it.effect("is carried while agents and their texts stay, and covers them then", () =>
    Effect.gen(function* () {
      const life = lifeOf(withAgent())
      yield* life.install()
      yield* life.source(withAgent("1.1.0"))
      assert.include(yield* life.update(nobody), { status: "upgraded" })
      assert.deepInclude((yield* life.show).consent, { how: "carried", agents: true })
    })
  )

  it.effect("says nothing of agents when there are none", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      assert.isFalse(Object.hasOwn((yield* life.records)[0] ?? {}, "agents"))
    })
  )
})

describe("a yes from before agents were shown", () => {
  it.effect("keeps the capability active, and a list says that no host is given its agents", () =>
    Effect.gen(function* () {
      const { before, life, now } = yield* installedBefore()
      assert.notStrictEqual(before, now)
      for (const row of [(yield* life.rows)[0], yield* life.show, (yield* life.rows)[0]]) {
        assert.include(row, { status: "active" })
        assert.strictEqual(
          row?.note,
          `no host runtime is given its agents: ${notShown}; \`gsd capability update hk-cap\` shows them and asks`
        )
      }
    })
  )

  it.effect("is carried over to nothing: an update asks, also for the same bytes", () =>
    Effect.gen(function* () {
      for (const next of [withAgent(), withAgent("1.1.0")]) {
        const { before, life } = yield* installedBefore()
        yield* life.source(next)
        const refusal = yield* refuse(life.disk, life.update(nobody))
        assert.include(refusal, { tag: "ConsentRequired", exit: 3 })
        assert.strictEqual(refusal.message, `\`hk-cap\` needs consent: ${notShown}`)
        const old = yield* refuse(life.disk, life.update({ yes: false, digest: before }))
        assert.include(old, { tag: "ConsentMismatch", exit: 3 })
        yield* life.update({ yes: true })
        assert.deepInclude((yield* life.show).consent, { how: "yes", agents: true })
        assert.isUndefined((yield* life.rows)[0]?.note)
        assert.include(yield* life.update(nobody), { status: "unchanged" })
      }
    })
  )

  it.effect("needs one more for a rollback to it", () =>
    Effect.gen(function* () {
      const { before, life, now } = yield* installedBefore()
      yield* life.source(withAgent("1.1.0"))
      yield* life.update({ yes: true })
      const refusal = yield* refuse(life.disk, life.rollback())
      assert.include(refusal, { tag: "ConsentRequired", exit: 3 })
      assert.strictEqual(refusal.message, `\`hk-cap\` needs consent: ${notShown}`)
      assert.include(yield* life.rollback(1, { yes: false, digest: now }), { status: "rolled-back" })
      const shown = yield* life.show
      assert.strictEqual(shown.consentDigest, now)
      assert.notStrictEqual(shown.consentDigest, before)
      assert.deepInclude(shown.consent, { how: "digest", agents: true })
      assert.isUndefined(shown.note)
    })
  )

  it.effect("of a capability without agents stays what it was: carried, and nothing is noted", () =>
    Effect.gen(function* () {
      const life = lifeOf()
      yield* life.install()
      const { before, now } = yield* asBeforeAgents(life)
      assert.strictEqual(before, now)
      assert.isUndefined((yield* life.rows)[0]?.note)
      yield* life.source(capability({ version: "1.1.0" }))
      assert.include(yield* life.update(nobody), { status: "upgraded" })
    })
  )
})

const claude = { ids: ["claude"], scope: globalScope }

const agentFile = "/home/ada/.claude/agents/hk-a.md"

/** Paths of its agents that a disk holds for the host. */
const given = ({ disk }: Life): ReadonlyArray<string> =>
  Object.keys(treeOf(disk)).filter((path) => path.includes("/.claude/agents/hk-"))

const withheldBy = ({ runtimes }: RuntimeOutcome) =>
  runtimes.flatMap(({ withheld }) =>
    withheld.map(({ capability, kind, name, reason }) => ({ capability, kind, name, reason }))
  )

describe("a host", () => {
  it.effect("is given agents that were shown", () =>
    Effect.gen(function* () {
      const life = lifeOf(withAgent())
      yield* life.install()
      const applied = yield* life.run(runtimeApply({ ...claude, wait }))
      assert.isEmpty(withheldBy(applied).filter(({ capability }) => capability === "hk-cap"))
      assert.deepStrictEqual(given(life), [agentFile])
    })
  )

  it.effect("is given none that a yes did not name, and all of them with the update that asks", () =>
    Effect.gen(function* () {
      const { life } = yield* installedBefore()
      const applied = yield* life.run(runtimeApply({ ...claude, wait }))
      assert.deepStrictEqual(
        withheldBy(applied).filter(({ capability }) => capability === "hk-cap"),
        [
          {
            capability: "hk-cap",
            kind: "agent",
            name: "hk-a",
            reason:
              "was not shown when its capability was consented to; `gsd capability update hk-cap` shows it and asks"
          }
        ]
      )
      assert.isEmpty(given(life))
      assert.isTrue(
        Object.keys(treeOf(life.disk)).some(
          (path) => path.endsWith("hk-s/SKILL.md") && path.includes("/.claude/")
        )
      )
      yield* refuse(life.disk, life.update(nobody))
      yield* life.update({ yes: true })
      assert.deepStrictEqual(given(life), [agentFile])
      const [report] = yield* life.run(runtimeStatus(claude))
      assert.isEmpty(report?.withheld.filter(({ capability }) => capability === "hk-cap"))
      yield* life.rollback(1, { yes: true })
      assert.deepStrictEqual(given(life), [agentFile])
      yield* life.revoke
      assert.isEmpty(given(life))
    })
  )
})
