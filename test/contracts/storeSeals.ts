import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Store } from "../../src/services/Store.ts"
import { text } from "../support/disk.ts"
import { put } from "../support/home.ts"
import { FileSystemName, Reads } from "../support/reads.ts"
import { storeFiles, type ProveStore } from "../support/store.ts"

const files = { "capability.json": "{}", "hooks/a.sh": "#!/bin/sh\n" }

/** A stored bundle, and the Clock at so many milliseconds after its youngest change time. */
const agedBundle = Effect.fnUntraced(function* (millis: number) {
  const durable = yield* Durable
  const stored = yield* storeFiles(files)
  const times = yield* Effect.forEach(Object.keys(files), (path) =>
    Effect.map(durable.identify(`${stored.bundle}/${path}`), (found) =>
      Number(Option.getOrThrow(found).ctimeNs / 1_000_000n)
    )
  )
  yield* TestClock.setTime(Math.max(...times) + millis)
  return { ...stored, youngest: Math.max(...times) }
})

/** Bundle files that a look read; empty when a seal was enough. */
const readBy = Effect.fnUntraced(function* <E, R>(bundle: string, look: Effect.Effect<unknown, E, R>) {
  const reads = yield* Reads
  reads.length = 0
  yield* look
  return reads.filter((path) => path.startsWith(`${bundle}/`)).map((path) => path.slice(bundle.length + 1))
})

const all = ["capability.json", "hooks/a.sh"]

/** When a verification is written down, and when it is believed. */
export const sealing = (prove: ProveStore) => {
  prove(
    "hashes again while a change time is two seconds old or younger",
    Effect.gen(function* () {
      const store = yield* Store
      for (const age of [0, 1000, 2000]) {
        const { bundle, contentHash } = yield* agedBundle(age)
        assert.deepInclude(yield* store.verify(contentHash), { verdict: "ok" })
        assert.deepStrictEqual(yield* readBy(bundle, store.glance(contentHash, all)), all, `aged ${age} ms`)
        yield* Effect.flatMap(Durable, (durable) => durable.removeTree(bundle.slice(0, -"/bundle".length)))
      }
    })
  )
  prove(
    "looks at identities only once every change time is older than two seconds",
    Effect.gen(function* () {
      const store = yield* Store
      const { bundle, contentHash, youngest } = yield* agedBundle(2001)
      assert.deepStrictEqual(yield* readBy(bundle, store.glance(contentHash, all)), all)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* readBy(bundle, store.glance(contentHash, all)), [])
      assert.deepInclude(yield* store.glance(contentHash, all), {
        verdict: "ok",
        files: [],
        verifiedAt: youngest + 2001
      })
      assert.deepStrictEqual(yield* readBy(bundle, store.verify(contentHash)), all)
    })
  )
  prove(
    "writes no seal on a file system whose change times prove nothing",
    Effect.gen(function* () {
      const store = yield* Store
      const kind = yield* FileSystemName
      kind.name = "nfs"
      const { bundle, contentHash } = yield* agedBundle(60_000)
      yield* store.verify(contentHash)
      assert.deepStrictEqual(yield* readBy(bundle, store.glance(contentHash, all)), all)
    })
  )
  prove(
    "hashes again when a file it is asked about was touched, and finds what changed",
    Effect.gen(function* () {
      const store = yield* Store
      const durable = yield* Durable
      const { bundle, contentHash } = yield* agedBundle(60_000)
      yield* store.verify(contentHash)
      yield* durable.chmod(`${bundle}/hooks/a.sh`, 0o755)
      assert.deepStrictEqual(yield* readBy(bundle, store.glance(contentHash, ["capability.json"])), [])
      assert.deepStrictEqual(yield* readBy(bundle, store.glance(contentHash, all)), all)
      yield* put(`${bundle}/hooks/a.sh`, "#!/bin/xx\n", 0o555)
      assert.deepInclude(yield* store.glance(contentHash, all), {
        verdict: "modified",
        files: [{ path: "hooks/a.sh", state: "modified" }]
      })
    })
  )
  prove(
    "believes no seal of another bundle, though it names every file as it is",
    Effect.gen(function* () {
      const store = yield* Store
      const durable = yield* Durable
      const { paths } = yield* GsdHome
      const { bundle, contentHash } = yield* agedBundle(60_000)
      yield* store.verify(contentHash)
      const seal = text(yield* durable.read(paths.seal(contentHash), { maxBytes: 1 << 20 }))
      assert.deepStrictEqual(yield* readBy(bundle, store.glance(contentHash, all)), [])
      yield* put(paths.seal(contentHash), seal.replace(contentHash, `sha512-${"A".repeat(86)}==`), 0o600)
      assert.deepStrictEqual(yield* readBy(bundle, store.glance(contentHash, all)), all)
    })
  )
  prove(
    "believes no seal that is broken, foreign, or silent about a file",
    Effect.gen(function* () {
      const store = yield* Store
      const { paths } = yield* GsdHome
      const { bundle, contentHash } = yield* agedBundle(60_000)
      const other = `sha512-${"A".repeat(86)}==`
      for (const seal of [
        "",
        "{}",
        JSON.stringify({ contentHash: other, at: 1, files: {} }),
        JSON.stringify({ contentHash, at: 1, files: {} })
      ]) {
        yield* put(paths.seal(contentHash), seal, 0o600)
        assert.deepStrictEqual(yield* readBy(bundle, store.glance(contentHash, all)), all, seal)
      }
    })
  )
}
