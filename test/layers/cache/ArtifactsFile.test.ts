import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { createHash } from "node:crypto"
import * as ArtifactsFile from "../../../src/layers/cache/ArtifactsFile.ts"
import * as PoliciesFile from "../../../src/layers/policy/PoliciesFile.ts"
import { Artifacts } from "../../../src/services/Artifacts.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { GsdHome } from "../../../src/services/GsdHome.ts"
import { Progress } from "../../../src/services/Progress.ts"
import { HttpCalls, httpScripted, type ScriptedAnswer } from "../../../src/testing.ts"
import { Room, text } from "../../support/disk.ts"
import { grounds, put, worldOf, type Ground } from "../../support/home.ts"
import { requestTo } from "../../support/requests.ts"

const url = "https://a.example/x.tgz"

const digestOf = (content: string) => `sha512-${createHash("sha512").update(content).digest("base64")}`

const layerOn = (ground: Ground, answers: ReadonlyArray<ScriptedAnswer>) =>
  ArtifactsFile.layer.pipe(
    Layer.provideMerge(httpScripted({ answers: { [url]: answers } })),
    Layer.provideMerge(PoliciesFile.layer),
    Layer.provideMerge(worldOf(ground))
  )

const fetch = (integrity?: string) =>
  Effect.flatMap(Artifacts, (artifacts) =>
    artifacts.fetch({ request: requestTo(url), ...(integrity === undefined ? {} : { integrity }) })
  )

const contentOf = (path: string) =>
  Effect.flatMap(Durable, (durable) => Effect.map(durable.read(path, { maxBytes: 1000 }), text))

/** Names in the folders of the cache. */
const cacheNames = Effect.gen(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const names = (folder: string) =>
    Effect.map(durable.entries(folder), (entries) => entries.map(({ name }) => name))
  return { artifacts: yield* names(paths.artifacts), parts: yield* names(paths.parts) }
})

const callCount = Effect.flatMap(HttpCalls, ({ all }) => Effect.map(all, (calls) => calls.length))

for (const [name, ground] of grounds) {
  const prove = (
    behaviour: string,
    answers: ReadonlyArray<ScriptedAnswer>,
    test: Effect.Effect<void, unknown, Layer.Success<ReturnType<typeof layerOn>> | Scope.Scope>
  ) => it.effect(behaviour, () => test.pipe(Effect.provide(layerOn(ground, answers))))
  describe(`ArtifactsFile ${name}`, () => {
    prove(
      "fetches a file, names it by its digest, and tells how far it is",
      [{ body: ["one ", "two"] }],
      Effect.gen(function* () {
        const told: Array<string> = []
        const found = yield* Effect.provideService(fetch(), Progress, {
          step: (step) => told.push(step),
          bytes: (count) => told.push(String(count))
        })
        assert.deepStrictEqual(told, ["fetch", "4", "3"])
        assert.strictEqual(found.sha512, digestOf("one two"))
        assert.strictEqual(yield* contentOf(found.path), "one two")
        const hex = createHash("sha512").update("one two").digest("hex")
        assert.deepStrictEqual(yield* cacheNames, { artifacts: [hex], parts: [] })
      })
    )
    prove(
      "asks nobody for what it has by digest, and again for what nobody named",
      [{ body: "one" }, { fault: "refused" }],
      Effect.gen(function* () {
        const first = yield* fetch()
        assert.deepStrictEqual(yield* fetch(first.sha512), first)
        assert.strictEqual(yield* callCount, 1)
        assert.include(yield* Effect.flip(fetch()), { _tag: "HttpFailed" })
        assert.strictEqual(yield* callCount, 2)
      })
    )
    prove(
      "fetches again what was damaged",
      [{ body: "one" }],
      Effect.gen(function* () {
        const { path, sha512 } = yield* fetch()
        yield* put(path, "one, and more")
        assert.deepStrictEqual(yield* fetch(sha512), { path, sha512 })
        assert.strictEqual(yield* contentOf(path), "one")
        assert.strictEqual(yield* callCount, 2)
      })
    )
    prove(
      "keeps nothing of another digest than was named",
      [{ body: "other" }],
      Effect.gen(function* () {
        for (const integrity of [digestOf("one"), "sha1-AAAA", "sha512-../../x"]) {
          const failure = yield* Effect.flip(fetch(integrity))
          assert.include(failure, { _tag: "IntegrityMismatch", origin: "source", expected: integrity })
          assert.deepStrictEqual(yield* cacheNames, { artifacts: [], parts: [] })
        }
      })
    )
    prove(
      "leaves no part when it fails in the middle",
      [{ body: "half", fault: "reset" }],
      Effect.gen(function* () {
        assert.include(yield* Effect.flip(fetch()), { _tag: "HttpFailed", fault: "reset" })
        assert.deepStrictEqual(yield* cacheNames, { artifacts: [], parts: [] })
      })
    )
    prove(
      "leaves no part when it is interrupted, and writes to one until then",
      [{ body: "half", fault: "silence" }],
      Effect.gen(function* () {
        const isWritten = yield* Deferred.make<void>()
        const fiber = yield* Effect.forkChild(
          Effect.provideService(fetch(), Progress, {
            step: () => {},
            bytes: () => Deferred.doneUnsafe(isWritten, Effect.void)
          })
        )
        yield* Deferred.await(isWritten)
        assert.strictEqual((yield* cacheNames).parts.length, 1)
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* cacheNames, { artifacts: [], parts: [] })
      })
    )
    prove(
      "removes parts of commands that were killed, once nobody can be writing them",
      [{ body: "one" }],
      Effect.gen(function* () {
        const { paths } = yield* GsdHome
        yield* fetch()
        yield* put(`${paths.parts}/0123`, "half")
        yield* put(`${paths.parts}/folder/x`, "nobody's part")
        const durable = yield* Durable
        const found = yield* durable.identify(`${paths.parts}/0123`)
        const written = Option.isSome(found) ? Number(found.value.mtimeNs / 1_000_000n) : 0
        yield* TestClock.setTime(written + 60_000)
        yield* fetch()
        assert.deepStrictEqual((yield* cacheNames).parts.toSorted(), ["0123", "folder"])
        yield* TestClock.setTime(written + 3_700_000)
        yield* fetch()
        assert.deepStrictEqual((yield* cacheNames).parts, ["folder"])
      })
    )
    prove(
      "keeps a file of the disk",
      [],
      Effect.gen(function* () {
        const path = `${yield* Room}/given.tgz`
        yield* put(path, "given")
        const artifacts = yield* Artifacts
        const kept = yield* artifacts.keep(path)
        assert.strictEqual(kept.sha512, digestOf("given"))
        assert.deepStrictEqual(yield* fetch(kept.sha512), kept)
        assert.strictEqual(yield* callCount, 0)
        assert.strictEqual(yield* contentOf(path), "given")
        assert.include(yield* Effect.flip(artifacts.keep(`${path}.no`)), { _tag: "DiskFailure" })
        assert.deepStrictEqual((yield* cacheNames).parts, [])
      })
    )
  })
}
