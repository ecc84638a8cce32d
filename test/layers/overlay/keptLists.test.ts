import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { jsonText } from "../../../src/cli/render/json.ts"
import { decodeLedger, encodeLedger } from "../../../src/domain/ledger/codec.ts"
import type { FileRecord } from "../../../src/domain/ledger/fileRecord.ts"
import type { ListAsked } from "../../../src/domain/overlay/keptList.ts"
import { globalScope } from "../../../src/domain/paths.ts"
import { noWiring, toWire } from "../../../src/domain/settings/FileWiring.ts"
import { makeWatch } from "../../../src/layers/disk/watching.ts"
import { keepList, watchedMachine } from "../../../src/layers/overlay/keepList.ts"
import { headOf } from "../../../src/layers/overlay/headOf.ts"
import { listAsked, quickList, type QuickAsked } from "../../../src/layers/overlay/quickList.ts"
import { readerLayer } from "../../../src/layers/readers.ts"
import { list } from "../../../src/pipelines/list.ts"
import { overlaysOf } from "../../support/overlayHome.ts"
import { houseOf, type House } from "../../support/overlayHouse.ts"

const house = (count: number) => houseOf(overlaysOf(count))

const askedOf = ({ home, project }: House, productVersion: string) => ({
  root: home,
  project,
  productVersion
})

const asking = (given: QuickAsked): ListAsked => listAsked(given) ?? assert.fail("no working directory")

/** A list as the program makes it: its rows as JSON, kept when they may be. */
const listed = Effect.fnUntraced(function* (at: House, version = "1") {
  const watch = makeWatch()
  const options = { ...askedOf(at, version), command: "gsd" }
  const begun = yield* Clock.currentTimeMillis
  return yield* Effect.gen(function* () {
    const rows = jsonText(yield* list(globalScope))
    yield* keepList({ asked: asking(options), watch, at: begun, rows })
    return rows
  }).pipe(Effect.provide(readerLayer(options, watchedMachine("gsd", watch))))
})

/** Twice: the first remembers what it worked out of each capability, and what writes keeps no list. */
const kept = (at: House) => Effect.andThen(listed(at), listed(at))

const quick = (at: House, version = "1"): string | undefined => {
  const rows = quickList(asking(askedOf(at, version)))
  return rows === undefined ? undefined : jsonText(rows)
}

const cacheOf = ({ home }: House): string => join(home, ".gsd", "cache")

const fileOf = (at: House): string => {
  const [name, ...others] = readdirSync(cacheOf(at)).filter((one) => one.startsWith("list-"))
  assert.deepStrictEqual(others, [])
  return join(cacheOf(at), name ?? "none")
}

/** Long enough after everything was written. */
const later = Effect.suspend(() => TestClock.setTime(statSync(tmpdir()).ctimeMs + 3_600_000))

const ledgerOf = ({ home }: House): string => join(home, ".gsd", "ledger.json")

const edit = (path: string, change: (text: string) => string | Uint8Array): void => {
  chmodSync(path, 0o644)
  writeFileSync(path, change(readFileSync(path, "utf8")))
}

const manifestOf = (at: House, id: string): string => join(at.stored.get(id) ?? "", "bundle/capability.json")

const hook = toWire("bench-1", {
  kind: "hook",
  event: "SessionStart",
  command: "/home/ada/.gsd/a.sh"
})

/** A ledger with one more file of another program. */
const encodeLedgerWith = (text: string, file: readonly [string, FileRecord]): Uint8Array => {
  const ledger = Result.getOrThrow(decodeLedger("ledger", new TextEncoder().encode(text)))
  return encodeLedger({ ...ledger, files: new Map([file]) })
}

/** What decides a list, and how each of it changes. */
const changes: ReadonlyArray<readonly [string, (at: House) => void]> = [
  ["the ledger", (at) => edit(ledgerOf(at), (text) => text.replace('"rev": 1', '"rev": 2'))],
  [
    "the ledger, by a file of the same bytes",
    (at) => {
      writeFileSync(`${ledgerOf(at)}.new`, readFileSync(ledgerOf(at)), { mode: 0o600 })
      renameSync(`${ledgerOf(at)}.new`, ledgerOf(at))
    }
  ],
  ["the ledger is gone", (at) => rmSync(ledgerOf(at))],
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
  [
    "a manifest is edited to the same size and time",
    (at) => {
      const { atime, mtime } = statSync(manifestOf(at, "bench-1"))
      edit(manifestOf(at, "bench-1"), (text) => text.replace("Bench", "Bunch"))
      utimesSync(manifestOf(at, "bench-1"), atime, mtime)
    }
  ],
  ["a manifest is gone", (at) => rmSync(manifestOf(at, "bench-2"))],
  ["a bundle is gone", (at) => rmSync(at.stored.get("bench-2") ?? "", { recursive: true })],
  [
    "a folder that nobody installed",
    (at) => mkdirSync(join(at.home, ".gsd/capabilities/x"), { recursive: true })
  ],
  ["what is remembered of capabilities", (at) => rmSync(join(cacheOf(at), "overlays.json"))],
  [
    "a transaction waits for recovery",
    (at) => mkdirSync(join(at.home, ".gsd/tx/00000000000000aa"), { recursive: true })
  ],
  ["others may write in the home", (at) => chmodSync(join(at.home, ".gsd"), 0o777)],
  [
    "the home is a link now",
    (at) => {
      renameSync(join(at.home, ".gsd"), join(at.home, "moved"))
      symlinkSync("moved", join(at.home, ".gsd"))
    }
  ],
  ["the project is gone", (at) => rmSync(at.project, { recursive: true })]
]

/** Files of the cache that nobody wrote like this. */
const damages: ReadonlyArray<readonly [string, (path: string) => void]> = [
  ["empty", (path) => writeFileSync(path, "")],
  ["cut off", (path) => edit(path, (text) => text.slice(0, text.length / 2))],
  ["one byte changed", (path) => edit(path, (text) => text.replace('"id":"bench-1"', '"id":"bench-9"'))],
  ["without a line end", (path) => edit(path, (text) => text.replace("\n", ""))],
  ["of another product", (path) => edit(path, (text) => text.replace('\\"1\\"', '\\"2\\"'))],
  ["such as others may write", (path) => chmodSync(path, 0o666)],
  [
    "a link",
    (path) => {
      renameSync(path, `${path}.moved`)
      symlinkSync(`${path}.moved`, path)
    }
  ]
]

const same = (text: string): string => text

/** The same with a sum that fits, and other things that the list was made from or other rows. */
const forged = (text: string, basis: (before: string) => string, rows: (before: string) => string = same) => {
  const [head = "", before = "", listed = ""] = text.split("\n")
  const [key] = JSON.parse(head)
  const body = `${basis(before)}\n${rows(listed)}`
  return `${headOf(key, new TextEncoder().encode(body))}\n${body}`
}

const bases: ReadonlyArray<readonly [string, (before: string) => string]> = [
  ["null", () => "null"],
  ["no looks", () => '{"reals":[],"variables":[]}'],
  ["looks that are none", () => '{"looks":[["/",1]],"reals":[],"variables":[]}'],
  ["no look at a ledger", () => '{"looks":[],"reals":[],"variables":[]}'],
  [
    "a variable that is set otherwise",
    (before) => before.replace('"variables":[', '"variables":[["PATH",null],')
  ],
  ["a real path that leads elsewhere", (before) => before.replace('"reals":[', '"reals":[["/","/x"],')],
  ["a path where nothing stood", (before) => before.replace('"looks":[', '"looks":[["/",null],')],
  ["a look of before", (before) => before.replace(/(ledger\.json","\d+:)/u, "$11")]
]

describe("a list that is kept", () => {
  it.effect("is what the pipeline lists", () =>
    Effect.gen(function* () {
      const at = yield* house(14)
      yield* later
      assert.isUndefined(quick(at))
      const rows = yield* kept(at)
      assert.strictEqual(quick(at), rows)
      assert.strictEqual(JSON.parse(rows).length, 14)
      assert.strictEqual(statSync(fileOf(at)).mode & 0o777, 0o600)
    })
  )

  it.effect.each(changes)("counts no more when something else decides: %s", ([, change]) =>
    Effect.gen(function* () {
      const at = yield* house(3)
      yield* later
      yield* kept(at)
      assert.isDefined(quick(at))
      change(at)
      assert.isUndefined(quick(at))
      // What is kept from now on, when anything is, is what is listed.
      yield* later
      const rows = yield* Effect.option(kept(at))
      if (rows._tag === "Some") assert.include([rows.value, undefined], quick(at))
    })
  )

  it.effect("counts for one version of the product, one root and one project", () =>
    Effect.gen(function* () {
      const at = yield* house(3)
      yield* later
      yield* kept(at)
      assert.isUndefined(quick(at, "2"))
      assert.isUndefined(quickList(asking({ productVersion: "1", root: at.home })))
      assert.isUndefined(quick({ ...at, project: at.home }))
      assert.isUndefined(quick({ ...at, home: at.project }))
    })
  )

  it.effect("is not kept while a file is so new that a change of it could go unseen", () =>
    Effect.gen(function* () {
      const at = yield* house(3)
      yield* later
      yield* listed(at)
      yield* TestClock.setTime(statSync(ledgerOf(at)).ctimeMs)
      yield* listed(at)
      assert.isUndefined(quick(at))
      assert.isFalse(existsSync(fileOf(at)))
    })
  )

  it.effect("is not kept when something changed while it was made", () =>
    Effect.gen(function* () {
      const at = yield* house(3)
      yield* later
      yield* listed(at)
      const watch = makeWatch()
      const options = { ...askedOf(at, "1"), command: "gsd" }
      yield* Effect.gen(function* () {
        const rows = jsonText(yield* list(globalScope))
        edit(ledgerOf(at), (text) => text.replace('"rev": 1', '"rev": 2'))
        yield* keepList({ asked: asking(options), watch, at: yield* Clock.currentTimeMillis, rows })
      }).pipe(Effect.provide(readerLayer(options, watchedMachine("gsd", watch))))
      assert.isFalse(existsSync(fileOf(at)))
    })
  )

  it.effect("is ignored when its file is damaged", () =>
    Effect.gen(function* () {
      const at = yield* house(3)
      yield* later
      yield* kept(at)
      const path = fileOf(at)
      const whole = readFileSync(path)
      for (const [name, damage] of damages) {
        damage(path)
        assert.isUndefined(quick(at), name)
        rmSync(path)
        writeFileSync(path, whole, { mode: 0o600 })
        assert.isDefined(quick(at), name)
      }
    })
  )

  it.effect("is ignored when it says that it was made from something else", () =>
    Effect.gen(function* () {
      const at = yield* house(3)
      yield* later
      yield* kept(at)
      const whole = readFileSync(fileOf(at), "utf8")
      writeFileSync(fileOf(at), forged(whole, same))
      assert.isDefined(quick(at))
      for (const [name, basis] of bases) {
        writeFileSync(fileOf(at), forged(whole, basis))
        assert.isUndefined(quick(at), name)
      }
    })
  )

  it.effect("is ignored when its rows are none", () =>
    Effect.gen(function* () {
      const at = yield* house(3)
      yield* later
      yield* kept(at)
      const whole = readFileSync(fileOf(at), "utf8")
      for (const rows of [
        "null",
        "{}",
        "[null]",
        '[{"id":"a"}]',
        "[{",
        '[{"id":"\u001b]0;x\u0007"}]',
        whole.replace('"wired":[', '"wired":[{"file":"x"},').split("\n")[2] ?? "",
        whole.replace('"tier":"', '"reason":7,"tier":"').split("\n")[2] ?? ""
      ]) {
        writeFileSync(
          fileOf(at),
          forged(whole, same, () => rows)
        )
        assert.isUndefined(quick(at), rows)
      }
    })
  )

  it.effect("counts no more when a settings file that something is wired in changes", () =>
    Effect.gen(function* () {
      const at = yield* house(3)
      const settings = join(at.home, "settings.json")
      writeFileSync(settings, "{}")
      edit(ledgerOf(at), (text) =>
        encodeLedgerWith(text, [settings, { wiring: { ...noWiring, entries: [hook] }, removed: [] }])
      )
      yield* later
      const rows = yield* kept(at)
      assert.include(rows, '"state":"missing"')
      assert.strictEqual(quick(at), rows)
      writeFileSync(settings, JSON.stringify({ hooks: { SessionStart: [JSON.parse(hook.element)] } }))
      assert.isUndefined(quick(at))
      yield* later
      const after = yield* kept(at)
      assert.notStrictEqual(after, rows)
      assert.strictEqual(quick(at), after)
    })
  )

  it.effect("is empty, without a file, in a home that nothing of ours was ever in", () =>
    Effect.gen(function* () {
      const { project } = yield* house(0)
      const asked = { ...asking({ productVersion: "1" }), home: project }
      assert.deepStrictEqual(quickList(asked), [])
      assert.deepStrictEqual(readdirSync(project), [".planning"])
      for (const other of [
        { ...asked, root: project },
        { ...asked, project },
        { ...asked, home: "home" },
        { ...asked, home: join(project, "none") }
      ])
        assert.isUndefined(quickList(other))
      symlinkSync("nowhere", join(project, ".gsd"))
      assert.isUndefined(quickList(asked))
    })
  )

  it.effect("is nobody's trouble where it cannot be written", () =>
    Effect.gen(function* () {
      const at = yield* house(3)
      yield* later
      writeFileSync(cacheOf(at), "in the way")
      assert.strictEqual(JSON.parse(yield* kept(at)).length, 3)
      assert.isUndefined(quick(at))
    })
  )
})
