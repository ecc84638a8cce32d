import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { loopPoints, type LoopPoint } from "../../src/domain/capability/loopContract.ts"
import type { ActiveHook } from "../../src/domain/loop/hook.ts"
import type { JsonObject, JsonValue } from "../../src/domain/json/value.ts"
import { renderPoint } from "../../src/pipelines/loop/render.ts"
import { contextOf, filesWith, layerOf, publicMembers } from "../support/loop.ts"

interface PublicHook extends JsonObject {
  readonly order: number
  readonly kind: ActiveHook["kind"]
  readonly capId: string
  readonly point: LoopPoint
  readonly when: string
}

interface PublicKey {
  readonly owner: string
  readonly type: string
  readonly default: JsonValue
}

interface PublicLoop {
  readonly firstPartyHooks: ReadonlyArray<PublicHook>
  readonly configKeys: Readonly<Record<string, PublicKey>>
  readonly activationKeys: Readonly<Record<string, string>>
}

/** What the public system was seen to render. */
const loop: PublicLoop = JSON.parse(readFileSync(new URL("../data/loop/hooks.json", import.meta.url), "utf8"))

/**
 * Where a tie-break over all that is ready differs from the queue of the public system, in which what becomes ready
 * stands behind what was ready before. Source: docs/adr/0022.
 */
const differences: ReadonlyArray<readonly [LoopPoint, ActiveHook["kind"], ReadonlyArray<string>]> = [
  [
    "plan:pre",
    "step",
    ["ai-integration/step", "intel/step", "mempalace/step", "research/step", "pattern-mapper/step", "ui/step"]
  ]
]

const kinds = ["step", "contribution", "gate"] as const

const members = publicMembers()

const files = filesWith({}, "A stand-in.")

const nameOf = ({ capId, kind }: { readonly capId: string; readonly kind: string }): string =>
  `${capId}/${kind}`

const seenAt = (point: LoopPoint, kind: ActiveHook["kind"]): ReadonlyArray<PublicHook> =>
  loop.firstPartyHooks
    .filter((hook) => hook.point === point && hook.kind === kind)
    .toSorted((a, b) => a.order - b.order)

/** Every key that switches a hook is on, and what chooses a point chooses this one. */
const allOn = (point: LoopPoint): JsonObject => {
  const switches = loop.firstPartyHooks.map(({ when }): [string, JsonValue] => [when, true])
  const keys = Object.values(loop.activationKeys).map((key): [string, JsonValue] => [key, true])
  const places = loop.firstPartyHooks.flatMap(({ pointFrom }): ReadonlyArray<[string, JsonValue]> =>
    typeof pointFrom === "string" ? [[pointFrom, point]] : []
  )
  return Object.fromEntries([...switches, ...keys, ...places])
}

const rendered = (point: LoopPoint, config: JsonObject) =>
  renderPoint(contextOf(members, { layers: [layerOf(config)] }), point).pipe(Effect.provide(files))

const orderOf = (hooks: ReadonlyArray<ActiveHook>, kind: ActiveHook["kind"]): ReadonlyArray<string> =>
  hooks.filter((hook) => hook.kind === kind).map(nameOf)

/** What both sides say of a hook. */
const shared = [
  "kind",
  "capId",
  "ref",
  "into",
  "produces",
  "consumes",
  "when",
  "onError",
  "check",
  "blocking",
  "supportsReviewerLanes"
] as const

const factsOf = (hook: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    shared.flatMap((name) => {
      const value = hook[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

const textOf = (hook: unknown): string => JSON.stringify(hook)

describe("the public system's capabilities, all switched on", () => {
  for (const point of loopPoints)
    it.effect(`are in force in its order at ${point}, the named differences aside`, () =>
      Effect.gen(function* () {
        const { activeHooks, unloadedGates } = yield* rendered(point, allOn(point))
        assert.deepStrictEqual(unloadedGates, [])
        for (const kind of kinds) {
          const theirs = seenAt(point, kind).map(nameOf)
          const ours = differences.find((one) => one[0] === point && one[1] === kind)?.[2]
          assert.deepStrictEqual(orderOf(activeHooks, kind), ours ?? theirs)
          if (ours !== undefined) {
            assert.notDeepEqual(ours, theirs)
            assert.sameMembers([...ours], [...theirs])
          }
        }
        const facts = activeHooks.map((hook) => factsOf({ ...hook }))
        const seen = kinds.flatMap((kind) => seenAt(point, kind).map(factsOf))
        assert.sameMembers(facts.map(textOf), seen.map(textOf))
      })
    )
})

describe("the public system's capabilities by default", () => {
  const isOnByDefault = (hook: PublicHook): boolean => {
    const activation = loop.activationKeys[hook.capId]
    const from = hook["pointFrom"]
    const place = typeof from === "string" ? loop.configKeys[from]?.default : hook.point
    return (
      loop.configKeys[hook.when]?.default === true &&
      (activation === undefined || loop.configKeys[activation]?.default === true) &&
      place === hook.point
    )
  }

  for (const point of loopPoints)
    it.effect(`are in force at ${point} where every switch of theirs is on`, () =>
      Effect.gen(function* () {
        const { activeHooks, inactive } = yield* rendered(point, {})
        const all = kinds.flatMap((kind) => seenAt(point, kind))
        assert.sameMembers(activeHooks.map(nameOf), all.filter(isOnByDefault).map(nameOf))
        const off = all.filter((hook) => !isOnByDefault(hook))
        assert.sameMembers(inactive.map(nameOf), off.map(nameOf))
        for (const { reason } of inactive) assert.match(reason, /^`[\w.]+` is `/u)
      })
    )
})
