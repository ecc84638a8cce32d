import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { differing, hostFiles, hostsOf, lifeOf, type Hosts, type Step } from "../../support/hosts.ts"
import { treeWithout } from "../../support/tree.ts"

interface Ground {
  readonly name: string
  readonly ids: ReadonlyArray<string>
  readonly files: Readonly<Record<string, string>>
  readonly withBuiltIn?: boolean
}

const sets: ReadonlyArray<ReadonlyArray<string>> = [
  ["claude", "codex", "opencode", "cursor"],
  ["antigravity", "cline", "kimi", "copilot", "windsurf", "qwen"],
  ["augment", "codebuddy", "hermes", "kilo", "kimi-code", "pi", "trae", "zcode"]
]

const grounds: ReadonlyArray<Ground> = [
  ...sets.flatMap((ids): ReadonlyArray<Ground> => [
    { name: `${ids.join(", ")}, on files of theirs`, ids, files: hostFiles },
    { name: `${ids.join(", ")}, where nothing was`, ids, files: {} }
  ]),
  {
    name: "claude and codex, beside what the product brings along",
    ids: ["claude", "codex"],
    files: hostFiles,
    withBuiltIn: true
  }
]

/** How the homes look when a state is come to at once and applied then. */
const atOnce = Effect.fnUntraced(function* (
  { files, ids, withBuiltIn = false }: Ground,
  spec: string | undefined
) {
  const hosts = hostsOf(files, { withBuiltIn })
  if (spec !== undefined) yield* hosts.install(spec)
  yield* hosts.apply(...ids)
  return hosts.outside()
})

const endsOf = Effect.fnUntraced(function* (ground: Ground, before: Hosts) {
  const nothing = yield* atOnce(ground, undefined)
  const first = yield* atOnce(ground, "/src/hk-cap")
  const second = yield* atOnce(ground, "/src/next/hk-cap")
  const ends: Readonly<Record<Step, Record<string, string>>> = {
    update: second,
    disable: nothing,
    enable: second,
    rollback: first,
    remove: nothing,
    "runtime remove": before.outside()
  }
  return { ends, first }
})

describe("the life of a capability that hosts were given", () => {
  it.effect.each(grounds)("leaves them byte for byte as they were: $name", (ground) =>
    Effect.gen(function* () {
      const hosts = hostsOf(ground.files, { withBuiltIn: ground.withBuiltIn ?? false })
      const { ends, first } = yield* endsOf(ground, hosts)
      yield* hosts.install()
      const applied = yield* hosts.apply(...ground.ids)
      assert.deepStrictEqual(applied.warnings, [])
      assert.deepStrictEqual(hosts.outside(), first)
      for (const [name, step] of lifeOf(hosts, ground.ids)) {
        const { warnings } = yield* step
        assert.deepStrictEqual(warnings, [], name)
        assert.deepStrictEqual(hosts.outside(), ends[name], name)
        assert.deepStrictEqual(yield* differing(hosts), [], name)
      }
    })
  )

  it.effect("is the same when runtimes come first, and one after the other", () =>
    Effect.gen(function* () {
      const ids = ["claude", "codex", "opencode", "cursor"]
      const ground: Ground = { name: "", ids, files: hostFiles }
      const hosts = hostsOf(hostFiles)
      const before = hosts.outside()
      for (const id of ids) assert.strictEqual((yield* hosts.apply(id)).status, "applied")
      assert.deepStrictEqual(hosts.outside(), before)
      const receipt = yield* hosts.install()
      assert.deepStrictEqual(
        receipt.projected?.map(({ runtime }) => runtime),
        ids.toSorted()
      )
      assert.deepStrictEqual(hosts.outside(), yield* atOnce(ground, "/src/hk-cap"))
      yield* hosts.withdraw("opencode", "claude")
      yield* hosts.withdraw("cursor")
      assert.deepStrictEqual(
        (yield* hosts.status()).map(({ runtime }) => runtime),
        ["codex"]
      )
      yield* hosts.withdraw("codex")
      assert.deepStrictEqual(hosts.outside(), before)
      assert.strictEqual((yield* Effect.flip(hosts.withdraw("codex")))._tag, "RuntimeNotApplied")
    })
  )

  it.effect("writes nothing when all stands already", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles)
      yield* hosts.install()
      yield* hosts.apply("claude", "codex")
      const before = treeWithout(hosts.disk, /^$/u)
      assert.strictEqual((yield* hosts.apply("codex", "claude")).status, "unchanged")
      assert.deepStrictEqual(treeWithout(hosts.disk, /^$/u), before)
    })
  )
})
