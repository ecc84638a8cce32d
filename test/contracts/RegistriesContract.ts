import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Layer from "effect/Layer"
import { keyOf } from "../../src/domain/registryIndex/key.ts"
import { encodeRegistries, type RegistryRecord } from "../../src/domain/registryIndex/record.ts"
import type { RegistryRoot } from "../../src/domain/registryIndex/root.ts"
import { sha512Integrity } from "../../src/domain/hash.ts"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Lock } from "../../src/services/Lock.ts"
import { Registries } from "../../src/services/Registries.ts"
import { text } from "../support/disk.ts"
import { put, type World } from "../support/home.ts"

const wait = Duration.seconds(5)

const [one, two] = [keyOf(new Uint8Array(32).fill(1)), keyOf(new Uint8Array(32).fill(2))]

const recordOf = (version: number, members: Partial<RegistryRecord> = {}): RegistryRecord => ({
  url: "https://registry.example/gsd",
  keys: [one],
  highest: { version, sha512: sha512Integrity(String(version)) },
  ...members
})

/** Only what is remembered of it counts. */
const root: RegistryRoot = {
  name: "acme",
  version: 1,
  publishedAt: "1970-01-01T00:00:00.000Z",
  expires: "1970-01-01T00:00:00.000Z",
  keys: [one],
  capabilities: new Map()
}

const seenOf = (version: number, members: Partial<RegistryRecord> = {}) => ({
  root,
  ...recordOf(version, members)
})

const world = Effect.gen(function* () {
  const { paths } = yield* GsdHome
  return { registries: yield* Registries, paths, durable: yield* Durable }
})

/** What every Registries promises; each behaviour gets a layer of its own. */
export const suite = (name: string, layer: Layer.Layer<Registries | World, unknown>): void => {
  const prove = (behaviour: string, test: Effect.Effect<void, unknown, Registries | World>) => {
    // The clock is the machine's: a lock waits for real.
    it.live(behaviour, () => test.pipe(Effect.provide(layer)))
  }
  describe(`Registries: ${name}`, () => {
    prove(
      "is empty when none was ever added, and writes nothing by being read",
      Effect.gen(function* () {
        const { durable, paths, registries } = yield* world
        assert.strictEqual((yield* registries.read).size, 0)
        assert.isTrue(Option.isNone(yield* durable.identify(paths.root)))
      })
    )
    prove(
      "adds, advances and forgets, in a file that is its owner's alone",
      Effect.gen(function* () {
        const { durable, paths, registries } = yield* world
        yield* registries.add("acme", recordOf(1), wait)
        yield* registries.add("corp", recordOf(7, { keys: [] }), wait)
        yield* registries.seen("acme", seenOf(3, { keys: [two] }))
        const state = yield* registries.read
        assert.deepStrictEqual(state.get("acme"), recordOf(3, { keys: [two] }))
        assert.deepStrictEqual(state.get("corp"), recordOf(7, { keys: [] }))
        assert.include(Option.getOrThrow(yield* durable.identify(paths.registries)), { mode: 0o600 })
        assert.deepStrictEqual(yield* registries.remove("corp", wait), recordOf(7, { keys: [] }))
        assert.deepStrictEqual([...(yield* registries.read).keys()], ["acme"])
        const left = (yield* durable.entries(paths.root)).filter((entry) => entry.name.includes("registries"))
        assert.deepStrictEqual(
          left.map((entry) => entry.name),
          ["registries.json"]
        )
      })
    )
    prove(
      "never goes back, nor takes other bytes under the same counter",
      Effect.gen(function* () {
        const { registries } = yield* world
        yield* registries.add("acme", recordOf(5), wait)
        const other = { highest: { version: 5, sha512: sha512Integrity("other") } }
        for (const seen of [seenOf(4), seenOf(5, other)])
          assert.include(yield* Effect.flip(registries.seen("acme", seen)), { _tag: "RegistryRolledBack" })
        for (const record of [recordOf(4), recordOf(5, other)])
          assert.include(yield* Effect.flip(registries.add("acme", record, wait)), {
            _tag: "RegistryRolledBack"
          })
        assert.deepStrictEqual((yield* registries.read).get("acme"), recordOf(5))
      })
    )
    prove(
      "knows no registry that was not added, and gives no name to another",
      Effect.gen(function* () {
        const { registries } = yield* world
        assert.include(yield* Effect.flip(registries.seen("acme", seenOf(1))), { _tag: "RegistryUnknown" })
        assert.include(yield* Effect.flip(registries.remove("acme", wait)), { _tag: "RegistryUnknown" })
        yield* registries.add("acme", recordOf(1), wait)
        for (const members of [{ url: "https://other.example" }, { keys: [two] }, { keys: [] }])
          assert.include(yield* Effect.flip(registries.add("acme", recordOf(2, members), wait)), {
            _tag: "RegistryTaken"
          })
      })
    )
    prove(
      "waits for the engine's lock when there is something to write, and only then",
      Effect.gen(function* () {
        const { paths, registries } = yield* world
        const lock = yield* Lock
        yield* registries.add("acme", recordOf(2), wait)
        const held = Effect.gen(function* () {
          yield* lock.acquire(paths.lock, { wait: Duration.zero })
          yield* registries.seen("acme", seenOf(2))
          return yield* Effect.flip(registries.remove("acme", Duration.zero))
        })
        assert.include(yield* Effect.scoped(held), { _tag: "LockBusy" })
        assert.strictEqual((yield* registries.read).size, 1)
      })
    )
    prove(
      "loses nothing when many are seen at once, and ends with the highest",
      Effect.gen(function* () {
        const { registries } = yield* world
        yield* registries.add("acme", recordOf(1), wait)
        yield* registries.add("corp", recordOf(1), wait)
        const seeing = [2, 3, 4, 5, 6].flatMap((version) =>
          ["acme", "corp"].map((name) => Effect.exit(registries.seen(name, seenOf(version))))
        )
        yield* Effect.all(seeing, { concurrency: "unbounded" })
        const state = yield* registries.read
        assert.deepStrictEqual([...state.values()], [recordOf(6), recordOf(6)])
      })
    )
    const good = text(encodeRegistries(new Map([["acme", recordOf(1)]])))
    const corrupt: ReadonlyArray<readonly [string, string]> = [
      ["an empty file", ""],
      ["a file cut short", good.slice(0, 60)],
      ["a newer version", good.replace('"version": "1"', '"version": "2"')],
      ["a counter that is none", good.replace('"version": 1,', '"version": 0,')],
      ["an address that is not https", good.replace("https:", "http:")],
      ["a key under another's id", good.replace(one.keyid, two.keyid)],
      ["a name that none may have", good.replace('"acme"', '"__proto__"')],
      ["a name twice", '{"version":"1","registries":{},"registries":{}}']
    ]
    for (const [what, bytes] of corrupt)
      prove(
        `refuses ${what}, and leaves the file alone`,
        Effect.gen(function* () {
          const { durable, paths, registries } = yield* world
          yield* put(paths.registries, bytes)
          const failures = [
            yield* Effect.flip(registries.read),
            yield* Effect.flip(registries.add("corp", recordOf(1), wait)),
            yield* Effect.flip(registries.remove("acme", wait)),
            yield* Effect.flip(registries.seen("acme", seenOf(9)))
          ]
          for (const failure of failures) assert.include(failure, { _tag: "RegistriesCorrupt" })
          assert.strictEqual(text(yield* durable.read(paths.registries, { maxBytes: 1 << 20 })), bytes)
        })
      )
  })
}
