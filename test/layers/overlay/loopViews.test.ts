import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loopPoints, type LoopPoint } from "../../../src/domain/capability/loopContract.ts"
import type { RenderedPoint } from "../../../src/domain/loop/hook.ts"
import { engineLayer } from "../../../src/layers/live.ts"
import { checksumOf } from "../../../src/layers/overlay/checksum.ts"
import { recallLayer } from "../../../src/layers/recall.ts"
import { loopRecall } from "../../../src/pipelines/loopRecall.ts"
import { loopRender } from "../../../src/pipelines/loopRender.ts"
import { overlaysOf, type Files } from "../../support/overlayHome.ts"
import { houseOf, type House } from "../../support/overlayHouse.ts"

const optionsOf = ({ home, project }: House, productVersion: string) => ({
  root: home,
  project,
  productVersion,
  command: "gsd"
})

const composed = (at: House, point: LoopPoint = "plan:pre", version = "1") =>
  Effect.provide(loopRender({ point, set: [] }), engineLayer(optionsOf(at, version)))

const recalled = (at: House, point: LoopPoint = "plan:pre", version = "1") =>
  Effect.provide(loopRecall({ point, set: [] }), recallLayer(optionsOf(at, version)))

const fileOf = ({ home }: House): string => join(home, ".gsd", "cache", "loop-global.json")

/** Long enough after everything was written. */
const later = Effect.suspend(() => TestClock.setTime(statSync(tmpdir()).ctimeMs + 3_600_000))

const isSame = (found: Option.Option<RenderedPoint>, rendered: RenderedPoint): void =>
  assert.deepStrictEqual(Option.getOrUndefined(found), rendered)

const ledgerOf = ({ home }: House): string => join(home, ".gsd", "ledger.json")

const edit = (path: string, change: (text: string) => string): void => {
  chmodSync(path, 0o644)
  writeFileSync(path, change(readFileSync(path, "utf8")))
}

const inStore = (at: House, id: string, path: string): string => join(at.stored.get(id) ?? "", path)

const three = overlaysOf(3)

/** The same sequence every time. */
const generator = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Overlays of which some need others, there or not, some cannot be used, and some have blocking gates alone. */
const anyOverlays = (seed: number): ReadonlyMap<string, Files> => {
  const next = generator(seed)
  return new Map(
    [...overlaysOf(8 + next(12))].map(([id, files], at) => {
      const manifest = JSON.parse(files["capability.json"] ?? "")
      if (next(3) === 0) manifest.requires = [`bench-${next(24)}`]
      if (next(5) === 0) manifest.engines = { gsd: next(2) === 0 ? ">=1.0.0" : ">=99.0.0" }
      if (next(5) === 0) manifest.steps = []
      if (next(6) === 0) manifest.gates = [{ point: "plan:pre" }]
      if (next(6) === 0) manifest.skills = ["taken-by-many"]
      if (next(6) === 0) manifest.activationKey = `bench_${at}.${next(2) === 0 ? "on" : "depth"}`
      return [id, { ...files, "capability.json": next(9) === 0 ? "{" : JSON.stringify(manifest) }] as const
    })
  )
}

/** Some are switched off, and consents of others are withdrawn. */
const disturb = (at: House, seed: number): void => {
  const next = generator(seed + 100)
  edit(ledgerOf(at), (text) =>
    text.replaceAll('"sharedEdits"', (found) => (next(5) === 0 ? `"disabled": true, ${found}` : found))
  )
  edit(join(at.home, ".gsd", "consent.json"), (text) =>
    text.replaceAll('"at":', (found) =>
      next(5) === 0 ? `"revoked": "2026-08-02T00:00:00.000Z", ${found}` : found
    )
  )
}

/** What decides what is composed, and how each of it changes. */
const changes: ReadonlyArray<readonly [string, (at: House) => void]> = [
  ["the ledger", (at) => edit(ledgerOf(at), (text) => text.replace('"rev": 1', '"rev": 2'))],
  [
    "a capability is switched off",
    (at) => edit(ledgerOf(at), (text) => text.replace('"sharedEdits"', '"disabled": true, "sharedEdits"'))
  ],
  [
    "what the product brings along is switched off",
    (at) =>
      edit(ledgerOf(at), (text) =>
        text.replace('"quarantined"', '"switches": { "research": { "disabled": true } }, "quarantined"')
      )
  ],
  [
    "a consent is withdrawn",
    (at) =>
      edit(join(at.home, ".gsd", "consent.json"), (text) =>
        text.replace('"at":', '"revoked": "2026-08-02T00:00:00.000Z", "at":')
      )
  ],
  ["consents are gone", (at) => rmSync(join(at.home, ".gsd", "consent.json"))],
  [
    "the user's policy",
    (at) => writeFileSync(join(at.home, ".gsd", "policy.json"), '{"strictKnownRegistries":[]}')
  ],
  [
    "the project's policy",
    (at) =>
      writeFileSync(
        join(at.project, ".planning", "config.json"),
        '{"capabilities":{"strict_known_registries":[]}}'
      )
  ],
  ["a manifest is touched", (at) => utimesSync(inStore(at, "bench-1", "bundle/capability.json"), 1, 1)],
  [
    "a manifest is edited to the same size",
    (at) => edit(inStore(at, "bench-1", "bundle/capability.json"), (text) => text.replace("Bench", "Bunch"))
  ],
  ["a manifest is gone", (at) => rmSync(inStore(at, "bench-2", "bundle/capability.json"))],
  ["a bundle is gone", (at) => rmSync(at.stored.get("bench-2") ?? "", { recursive: true })],
  [
    "a list of files is edited",
    (at) => edit(inStore(at, "bench-1", "files.json"), (text) => text.replace('"size"', ' "size"'))
  ],
  ["a list of files is gone", (at) => rmSync(inStore(at, "bench-1", "files.json"))],
  [
    "a transaction waits for recovery",
    (at) => mkdirSync(join(at.home, ".gsd", "tx", "00000000000000aa"), { recursive: true })
  ]
]

/** Files of the cache that nobody wrote like this. */
const damages: ReadonlyArray<readonly [string, (text: string) => string]> = [
  ["empty", () => ""],
  ["cut off", (text) => text.slice(0, text.length / 2)],
  ["one byte changed", (text) => text.replace("bench-1", "bench-9")],
  ["no line end", (text) => text.replace("\n", "")],
  ["no JSON", () => "\u0000\n\u0000"],
  ["only its first line", (text) => text.slice(0, text.indexOf("\n") + 1)]
]

type KeptPoints = ReadonlyArray<readonly [point: string, hooks: unknown]>

type Lines = readonly [kept: Readonly<Record<string, unknown>>, ...points: KeptPoints]

/** The same with a sum that fits, as one who may write there could make it: what is kept, then each point up to `plan:pre`. */
const forged = (text: string, change: (lines: Lines) => ReadonlyArray<unknown>): string => {
  const [head = "", ...lines] = text.split("\n")
  const body = change(JSON.parse(`[${lines.join()}]`))
    .map((one) => JSON.stringify(one))
    .join("\n")
  const [key] = JSON.parse(head)
  return `${JSON.stringify([key, checksumOf(new TextEncoder().encode(body))])}\n${body}`
}

const hookless = { steps: [], contributions: [], gates: [] }

const forgeries: ReadonlyArray<readonly [string, Parameters<typeof forged>[1]]> = [
  ["nothing", () => []],
  ["null", ([, ...points]) => [null, ...points]],
  ["no bundles", ([{ members, skipped }, ...points]) => [{ members, skipped }, ...points]],
  ["members that are none", ([kept, ...points]) => [{ ...kept, members: [1] }, ...points]],
  ["too few points", (lines) => lines.slice(0, 3)],
  ["points in another order", ([kept, a, b, ...points]) => [kept, b, a, ...points]],
  ["a point that is none", ([kept, , ...points]) => [kept, ["plan:up", hookless], ...points]],
  [
    "a hook without artefacts",
    ([kept, a, ...points]) => [
      kept,
      [a?.[0], { ...hookless, steps: [{ id: "a", index: 0, hook: { point: a?.[0] } }] }],
      ...points
    ]
  ],
  [
    "a folder outside of the store",
    ([kept, ...points]) => [{ ...kept, bundles: [["../../x", {}]] }, ...points]
  ]
]

describe("what is kept for the loop", () => {
  it.effect("is what was composed, at every point, and follows the configuration", () =>
    Effect.gen(function* () {
      const at = yield* houseOf(overlaysOf(14))
      yield* later
      assert.isTrue(Option.isNone(yield* recalled(at)))
      yield* composed(at)
      assert.strictEqual(statSync(fileOf(at)).mode & 0o777, 0o600)
      for (const point of loopPoints) isSame(yield* recalled(at, point), yield* composed(at, point))
      const before = yield* composed(at, "plan:pre")
      writeFileSync(join(at.project, ".planning", "config.json"), '{"bench_2":{"on":false}, /* odd */ }')
      const after = yield* composed(at, "plan:pre")
      assert.isBelow(after.activeHooks.length, before.activeHooks.length)
      isSame(yield* recalled(at, "plan:pre"), after)
    })
  )

  it.effect.each([1, 2, 3, 4, 5])("is what was composed of any registry: %i", (seed) =>
    Effect.gen(function* () {
      const at = yield* houseOf(anyOverlays(seed))
      disturb(at, seed)
      yield* later
      for (const point of ["plan:pre", "execute:post", "ship:pre"] as const) {
        const rendered = yield* composed(at, point)
        isSame(yield* recalled(at, point), rendered)
      }
    })
  )

  it.effect.each(changes)("counts no more when something else decides: %s", ([, change]) =>
    Effect.gen(function* () {
      const at = yield* houseOf(three)
      yield* later
      yield* composed(at)
      assert.isTrue(Option.isSome(yield* recalled(at)))
      change(at)
      assert.isTrue(Option.isNone(yield* recalled(at)))
      // What is kept from now on, when anything is, is what was composed.
      yield* later
      const rendered = yield* composed(at)
      const again = yield* recalled(at)
      if (Option.isSome(again)) isSame(again, rendered)
    })
  )

  it.effect("counts for one version of the product", () =>
    Effect.gen(function* () {
      const at = yield* houseOf(three)
      yield* later
      yield* composed(at)
      assert.isTrue(Option.isNone(yield* recalled(at, "plan:pre", "2")))
    })
  )

  it.effect("is not kept while a file is so new that a change of it could go unseen", () =>
    Effect.gen(function* () {
      const at = yield* houseOf(three)
      yield* TestClock.setTime(statSync(ledgerOf(at)).ctimeMs)
      yield* composed(at)
      assert.isFalse(existsSync(fileOf(at)))
    })
  )

  it.effect.each(damages)("is ignored when its file is damaged: %s", ([, damage]) =>
    Effect.gen(function* () {
      const at = yield* houseOf(three)
      yield* later
      const rendered = yield* composed(at)
      edit(fileOf(at), damage)
      assert.isTrue(Option.isNone(yield* recalled(at)))
      yield* composed(at)
      isSame(yield* recalled(at), rendered)
    })
  )

  it.effect.each(forgeries)("is ignored when its file holds %s", ([, change]) =>
    Effect.gen(function* () {
      const at = yield* houseOf(three)
      yield* later
      yield* composed(at)
      edit(fileOf(at), (text) => forged(text, change))
      assert.isTrue(Option.isNone(yield* recalled(at)))
    })
  )

  it.effect("may be written by several at once", () =>
    Effect.gen(function* () {
      const at = yield* houseOf(three)
      yield* later
      const [rendered] = yield* Effect.all([composed(at), composed(at), composed(at)], {
        concurrency: "unbounded"
      })
      isSame(yield* recalled(at), rendered)
      assert.deepStrictEqual(
        readdirSync(join(at.home, ".gsd", "cache")).filter((name) => name.startsWith(".")),
        []
      )
    })
  )

  it.effect("is nobody's trouble where it cannot be written", () =>
    Effect.gen(function* () {
      const at = yield* houseOf(three)
      yield* later
      const cache = join(at.home, ".gsd", "cache")
      writeFileSync(cache, "in the way")
      const rendered = yield* composed(at)
      assert.isAbove(rendered.activeHooks.length, 0)
      assert.isTrue(Option.isNone(yield* recalled(at)))
      assert.strictEqual(readFileSync(cache, "utf8"), "in the way")
    })
  )

  it.effect(
    "is for the first-party capabilities alone what the product brings along, and writes nothing",
    () =>
      Effect.gen(function* () {
        const at = yield* houseOf(new Map())
        rmSync(join(at.home, ".gsd"), { recursive: true })
        for (const point of loopPoints) isSame(yield* recalled(at, point), yield* composed(at, point))
        assert.isFalse(existsSync(join(at.home, ".gsd")))
      })
  )
})
