import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { encodeLedger } from "../../src/domain/ledger/codec.ts"
import { switchedOff, withSwitch } from "../../src/domain/ledger/switches.ts"
import { emptyLedger } from "../../src/domain/ledger/state.ts"
import { limits } from "../../src/domain/limits.ts"
import { globalScope, type LedgerScope } from "../../src/domain/paths.ts"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { text } from "../support/disk.ts"
import { folder, put, type World } from "../support/home.ts"
import { entryOf } from "../support/records.ts"

const project: LedgerScope = { kind: "project", key: "0".repeat(32), root: "/somewhere" }

const world = Effect.gen(function* () {
  const { paths } = yield* GsdHome
  return { ledger: yield* Ledger, paths, durable: yield* Durable }
})

const fileOf = (members: Record<string, unknown> = {}): string =>
  JSON.stringify({
    version: "2",
    rev: 3,
    lastTx: "t",
    auditHead: "h",
    entries: {},
    quarantined: {},
    ...members
  })

/** Files that are no ledger, with a word of the problem that is named. */
const corrupt: ReadonlyArray<readonly [string, string, RegExp]> = [
  ["cut after ten bytes", fileOf().slice(0, 10), /JSON/u],
  ["an empty file", "", /JSON/u],
  ["no object", "[]", /no JSON object/u],
  ["no version", fileOf({ version: undefined }), /no version/u],
  ["an older version", fileOf({ version: "1" }), /`1` is not `2`/u],
  ["a version that is no number", fileOf({ version: "two" }), /`two` is not `2`/u],
  ["a negative revision", fileOf({ rev: -1 }), /`rev`/u],
  ["a broken revision", fileOf({ rev: 1.5 }), /`rev`/u],
  ["no transaction", fileOf({ lastTx: null }), /`lastTx`/u],
  ["entries in a list", fileOf({ entries: [] }), /`entries`/u],
  ["switches in a list", fileOf({ switches: [] }), /`switches`/u],
  ["a switch that says nothing", fileOf({ switches: { ui: {} } }), /`switches`/u],
  ["a switch of no capability", fileOf({ switches: { "../ui": { disabled: true } } }), /`switches`/u],
  ["a key twice", '{"version":"2","version":"2"}', /stands twice/u]
]

/** What every Ledger promises; each behaviour gets a layer of its own. */
export const suite = (name: string, layer: Layer.Layer<Ledger | World, unknown>): void => {
  const prove = (behaviour: string, test: Effect.Effect<void, unknown, Ledger | World>) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(layer)))
  }
  describe(`Ledger: ${name}`, () => {
    prove(
      "is empty where nothing was ever installed",
      Effect.gen(function* () {
        const { ledger } = yield* world
        assert.deepStrictEqual(yield* ledger.read(globalScope), emptyLedger)
        assert.deepStrictEqual(yield* ledger.read(project), emptyLedger)
        assert.deepStrictEqual(yield* ledger.projects, [])
      })
    )
    prove(
      "reads back what was written, each scope for itself",
      Effect.gen(function* () {
        const { ledger, paths } = yield* world
        const state = {
          ...emptyLedger,
          rev: 7,
          lastTx: "t",
          auditHead: "h",
          entries: new Map([["hk-cap", entryOf()]])
        }
        yield* put(paths.ledger(globalScope), encodeLedger(state))
        assert.deepStrictEqual(yield* ledger.read(globalScope), state)
        assert.deepStrictEqual(yield* ledger.read(project), emptyLedger)
        yield* put(paths.ledger(project), encodeLedger({ ...state, rev: 1 }))
        assert.strictEqual((yield* ledger.read(project)).rev, 1)
        assert.strictEqual((yield* ledger.read(globalScope)).rev, 7)
      })
    )
    prove(
      "keeps entries aside that it cannot read, word for word, and reads the others",
      Effect.gen(function* () {
        const { ledger, paths } = yield* world
        const odd = { version: 1, __proto__x: [null, { deep: "ü" }] }
        const noHash = entryOf({ contentHash: "sha512-short" })
        const entries = { "hk-cap": entryOf(), odd, "no-hash": noHash, "../../out": entryOf() }
        yield* put(paths.ledger(globalScope), fileOf({ entries, quarantined: { older: "kept" } }))
        const state = yield* ledger.read(globalScope)
        assert.deepStrictEqual([...state.entries.keys()], ["hk-cap"])
        assert.deepStrictEqual(
          new Map(state.quarantined),
          new Map<string, unknown>([
            ["odd", odd],
            ["no-hash", noHash],
            ["../../out", entryOf()],
            ["older", "kept"]
          ])
        )
        yield* put(paths.ledger(globalScope), encodeLedger(state))
        assert.deepStrictEqual(yield* ledger.read(globalScope), state)
      })
    )
    prove(
      "knows what is switched off of what gsd brings along, and writes no word of it when that is nothing",
      Effect.gen(function* () {
        const { ledger, paths } = yield* world
        yield* put(paths.ledger(globalScope), fileOf({ switches: { ui: { disabled: true, later: 1 } } }))
        const state = yield* ledger.read(globalScope)
        assert.deepStrictEqual(state.switches, new Map([["ui", { disabled: true as const }]]))
        yield* put(paths.ledger(globalScope), encodeLedger(withSwitch(state, "security", false)))
        assert.deepStrictEqual(switchedOff(yield* ledger.read(globalScope)), ["security", "ui"])
        const on = encodeLedger(withSwitch(state, "ui", true))
        assert.notInclude(text(on), "switches")
      })
    )
    for (const [what, bytes, problem] of corrupt) {
      prove(
        `refuses ${what}, and leaves the file alone`,
        Effect.gen(function* () {
          const { durable, ledger, paths } = yield* world
          const path = paths.ledger(globalScope)
          yield* put(path, bytes)
          const failure = yield* Effect.flip(ledger.read(globalScope))
          assert.strictEqual(failure._tag, "LedgerCorrupt")
          assert.include(failure.message, path)
          assert.match(failure.message, problem)
          assert.strictEqual(text(yield* durable.read(path, { maxBytes: 1 << 20 })), bytes)
        })
      )
    }
    prove(
      "refuses what a newer gsd wrote, whatever is in it",
      Effect.gen(function* () {
        const { ledger, paths } = yield* world
        yield* put(paths.ledger(globalScope), '{"version":"3","something":"new"}')
        assert.include(yield* Effect.flip(ledger.read(globalScope)), { _tag: "LedgerTooNew", version: "3" })
      })
    )
    prove(
      "refuses more bytes than a ledger may have, and a link",
      Effect.gen(function* () {
        const { durable, ledger, paths } = yield* world
        yield* put(paths.ledger(globalScope), new Uint8Array(limits.ledgerBytes + 1).fill(0x20))
        assert.include(yield* Effect.flip(ledger.read(globalScope)), { _tag: "FileTooLarge" })
        yield* durable.unlink(paths.ledger(globalScope))
        yield* put(`${paths.root}/elsewhere.json`, fileOf())
        yield* durable.link(`${paths.root}/elsewhere.json`, paths.ledger(globalScope))
        assert.include(yield* Effect.flip(ledger.read(globalScope)), {
          _tag: "DiskFailure",
          reason: "is-a-link"
        })
      })
    )
    prove(
      "names every project that has a ledger, ascending",
      Effect.gen(function* () {
        const { ledger, paths } = yield* world
        for (const key of ["b".repeat(32), "a".repeat(32)]) yield* folder(`${paths.projects}/${key}`)
        yield* put(`${paths.projects}/note.txt`, "no project")
        assert.deepStrictEqual(yield* ledger.projects, ["a".repeat(32), "b".repeat(32)])
      })
    )
  })
}
