import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { builtInIds } from "../../src/domain/registry/builtIn.ts"
import * as engine from "../../src/index.ts"
import { gsdMemory, makeMemoryDisk } from "../../src/testing.ts"
import { below, capability, manifestOf } from "../support/capabilities.ts"

const disk = () =>
  makeMemoryDisk({
    directories: ["/home/ada"],
    files: {
      ...below("/a/hk-cap", capability()),
      ...below("/a/old", capability({ id: "old", engines: { gsd: "<1.0.0" }, skills: [] }))
    }
  })

describe("the names of the seeds", () => {
  it.effect("loadRegistry({ includeInstalled }) composes what is shipped, and what is installed too", () =>
    Effect.gen(function* () {
      const shipped = yield* engine.loadRegistry({ includeInstalled: false })
      assert.sameMembers([...shipped.members.keys()], [...builtInIds])
      yield* engine.install({
        op: "install",
        spec: "/a/hk-cap",
        scope: engine.globalScope,
        replace: false,
        allowDowngrade: false,
        wait: Duration.zero
      })
      const merged = yield* engine.loadRegistry({ includeInstalled: true })
      assert.deepInclude(merged.members.get("hk-cap"), { origin: "global" })
      assert.strictEqual(merged.members.size, shipped.members.size + 1)
    }).pipe(Effect.provide(gsdMemory({ disk: disk() })))
  )
  it("validateCapability() judges one manifest by itself, whatever it is", () => {
    const input = { folder: "hk-cap", origin: "third-party" } as const
    assert.strictEqual(engine.validateCapability({ ...input, raw: manifestOf() }).verdict, "valid")
    const { problems, verdict } = engine.validateCapability({ ...input, raw: manifestOf({ version: "one" }) })
    assert.strictEqual(verdict, "invalid")
    assert.include(
      problems.map(({ pointer }) => pointer),
      "/version"
    )
    assert.strictEqual(engine.validateCapability({ ...input, raw: 7 }).verdict, "invalid")
  })
  it("validateCrossCapability() judges the merged set: the first-party ones win", () => {
    const taker = manifestOf({ id: "taker", skills: ["ui-phase"] })
    const { firstParty, overlays, verdict } = engine.validateCrossCapability({
      overlays: [
        { folder: "taker", raw: taker },
        { folder: "free", raw: manifestOf({ id: "free", skills: [] }) }
      ]
    })
    assert.strictEqual(verdict, "invalid")
    assert.deepStrictEqual(
      overlays.map(({ accepted }) => accepted),
      [false, true]
    )
    assert.isTrue(firstParty.every(({ accepted }) => accepted))
    const alone = engine.validateCrossCapability({
      firstParty: [],
      overlays: [{ folder: "taker", raw: taker }]
    })
    assert.isTrue(alone.overlays[0]?.accepted)
  })
  it.effect("resolveCapabilitySource(spec) hands out a valid bundle, and refuses one for another gsd", () => {
    const home = disk()
    const resolving = Effect.gen(function* () {
      const bundle = yield* engine.resolveCapabilitySource("/a/hk-cap")
      assert.strictEqual(`${bundle.id} ${bundle.version}`, "hk-cap 1.0.0")
      assert.match(bundle.contentHash, /^sha512-/u)
      const script = bundle.files.find(({ path }) => path.endsWith(".sh"))?.path ?? ""
      assert.match(new TextDecoder().decode(yield* bundle.read(script)), /^#!/u)
      const refused = yield* Effect.flip(engine.resolveCapabilitySource("/a/old"))
      assert.strictEqual(refused._tag, "EngineIncompatible")
    })
    return Effect.gen(function* () {
      yield* Effect.scoped(resolving)
      assert.deepStrictEqual(yield* engine.list(engine.globalScope), [])
      const left = [...home.snapshot().keys()].filter((path) => path.includes("/.gsd/staging/"))
      assert.deepStrictEqual(left, [])
    }).pipe(Effect.provide(gsdMemory({ disk: home })))
  })
})
