import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { differing, hostFiles, hostsOf, lifeOf, type Hosts, type Step } from "../../support/hosts.ts"

/** Hosts that a life is lived on. */
export interface Ground {
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

/** Every host there is, on files of somebody else and where nothing was. */
export const grounds: ReadonlyArray<Ground> = [
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
export const atOnce = Effect.fnUntraced(function* (
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

/** Lives it to the end: after each step the homes are as if that state was come to at once, in the end as before. */
export const proveLife = Effect.fnUntraced(function* (ground: Ground) {
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
