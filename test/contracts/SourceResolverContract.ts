import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { SourceResolver } from "../../src/services/SourceResolver.ts"
import { Store } from "../../src/services/Store.ts"
import { Room, text } from "../support/disk.ts"
import { folder, put, treeBelow, type World } from "../support/home.ts"

/** Bounds that the suite's layer must be built with. */
export const smallBounds = { entries: 12, bytes: 100, namesBytes: 300 }

type Needs = SourceResolver | Store | World

const world = Effect.gen(function* () {
  const room = yield* Room
  yield* folder(`${room}/workspace`)
  return {
    room,
    resolver: yield* SourceResolver,
    durable: yield* Durable,
    source: `${room}/workspace/hk-cap`
  }
})

const local = (path: string) => ({ kind: "local", path }) as const

/** Fetches a folder into a staging; the staged texts by path, in the order of the answer. */
const fetched = Effect.fnUntraced(function* (path: string) {
  const store = yield* Store
  const resolver = yield* SourceResolver
  const resolved = yield* resolver.resolve(local(path))
  const staging = yield* store.stage
  const { files } = yield* resolver.fetch(resolved, staging)
  const texts = yield* Effect.forEach(files, (file) => staging.read(file.path))
  return files.map((file, at) => [file.path, text(texts[at] ?? new Uint8Array())] as const)
}, Effect.scoped)

type Furnish = (source: string) => Effect.Effect<unknown, unknown, Durable>

const files =
  (...paths: ReadonlyArray<string>): Furnish =>
  (source) =>
    Effect.forEach(paths, (path) => put(`${source}/${path}`, "x"))

const link =
  (to: string, path: string): Furnish =>
  (source) =>
    Effect.andThen(
      folder(source),
      Effect.flatMap(Durable, (durable) => durable.link(to, `${source}/${path}`))
    )

const both =
  (...all: ReadonlyArray<Furnish>): Furnish =>
  (source) =>
    Effect.forEach(all, (one) => one(source))

const many = (count: number, path: (at: number) => string) =>
  files(...Array.from({ length: count }, (_, at) => path(at)))

/** What no bundle may hold, with the place that is named and the rule. */
const refused: ReadonlyArray<readonly [string, Furnish, string, string]> = [
  ["a link to a file of its own", both(files("a.sh"), link("a.sh", "b.sh")), "b.sh", "link"],
  ["a link to a file outside", link("/etc/passwd", "b.sh"), "b.sh", "link"],
  ["a link to a folder", both(files("d/a.sh"), link("d", "e")), "e", "link"],
  ["a link to nothing", link("nowhere", "hooks"), "hooks", "link"],
  ["names that differ in case", files("skills/a/SKILL.md", "skills/A/skill.md"), "skills/A", "collision"],
  ["names that fold together", files("stra\u00dfe.md", "strasse.md"), "stra\u00dfe.md", "collision"],
  ["a decomposed name", files("cafe\u0301.md"), "cafe\u0301.md", "not-nfc"],
  ["a device name", files("hooks/aux.sh"), "hooks/aux.sh", "reserved-name"],
  ["a name with a colon", files("hooks/a:b"), "hooks/a:b", "reserved-character"],
  ["a backslash", files("a\\b"), "a\\\\b", "reserved-character"],
  ["a trailing dot", files("d./a"), "d./a", "trailing"],
  ["a line end", files("a\nb"), "a\\u{a}b", "control"],
  ["an escape", files("a\u001b[2Kb"), "a\\u{1b}[2Kb", "control"],
  ["more files than the bound", many(13, (at) => `f${at}`), "", "entries"],
  ["more folders than the bound", many(13, (at) => `d${at}/f`), "", "entries"],
  ["more files and folders together", many(7, (at) => `d${at}/f`), "", "entries"],
  ["paths longer than the bound together", many(8, (at) => `${"n".repeat(40)}${at}`), "", "names"],
  ["one file over the bound", (source) => put(`${source}/big`, "x".repeat(101)), "big", "size"],
  [
    "files over the bound together",
    (source) => Effect.forEach(["a", "b", "c"], (name) => put(`${source}/${name}`, "x".repeat(40))),
    "c",
    "size"
  ]
]

type Prove = (behaviour: string, test: Effect.Effect<void, unknown, Needs>) => void

const resolving = (prove: Prove) => {
  prove(
    "resolves a folder to its real path and its name there, from the working directory",
    Effect.gen(function* () {
      const { durable, resolver, room, source } = yield* world
      yield* folder(source)
      yield* durable.link("hk-cap", `${room}/workspace/alias`)
      for (const path of ["hk-cap", "./hk-cap/", "../workspace/hk-cap", "alias", source]) {
        const found = yield* resolver.resolve(local(path))
        assert.deepInclude(found, { canonical: source, folder: "hk-cap" })
        assert.isUndefined(found.resolved)
      }
    })
  )
  prove(
    "refuses what is missing, a file, and a loop of links",
    Effect.gen(function* () {
      const { durable, resolver, room } = yield* world
      yield* put(`${room}/workspace/file`, "x")
      yield* durable.link("loop", `${room}/workspace/loop`)
      for (const path of ["no", "no/deeper", "file", "file/deeper"])
        assert.include(yield* Effect.flip(resolver.resolve(local(path))), { _tag: "SourceMissing" })
      const loop = yield* Effect.flip(resolver.resolve(local("loop")))
      assert.include(["SourceMissing", "DiskFailure"], loop._tag)
    })
  )
}

const fetching = (prove: Prove) => {
  prove(
    "copies every file in the order of the content hash, without what is never part of a bundle",
    Effect.gen(function* () {
      const { source } = yield* world
      yield* put(`${source}/hooks/b.sh`, "#!/bin/sh\n", 0o755)
      yield* put(`${source}/a.txt`, "")
      yield* put(`${source}/Z.txt`, "upper")
      yield* put(`${source}/.git/HEAD`, "ref")
      yield* put(`${source}/hooks/__pycache__/x.pyc`, "cached")
      yield* put(`${source}/hooks/._b.sh`, "attributes of macOS")
      yield* folder(`${source}/empty/deeper`)
      const before = yield* treeBelow(source)
      assert.deepStrictEqual(yield* fetched("hk-cap"), [
        ["Z.txt", "upper"],
        ["a.txt", ""],
        ["hooks/b.sh", "#!/bin/sh\n"]
      ])
      assert.deepStrictEqual(yield* treeBelow(source), before)
    })
  )
  prove(
    "names both files that a system would take for one",
    Effect.gen(function* () {
      const { source } = yield* world
      yield* files("skills/a/SKILL.md", "skills/A/skill.md")(source)
      const { message } = yield* Effect.flip(fetched("hk-cap"))
      assert.include(message, "skills/A")
      assert.include(message, "skills/a")
    })
  )
  prove(
    "takes as much as the bounds allow",
    Effect.gen(function* () {
      const { source } = yield* world
      yield* many(6, (at) => `d${at}/f`)(source)
      assert.strictEqual((yield* fetched("hk-cap")).length, 6)
      yield* put(`${source}/d0/f`, "x".repeat(95))
      assert.strictEqual((yield* fetched("hk-cap")).length, 6)
    })
  )
  for (const [what, furnish, place, rule] of refused) {
    prove(
      `refuses ${what}, and stages nothing that stays`,
      Effect.gen(function* () {
        const { durable, source } = yield* world
        const { paths } = yield* GsdHome
        yield* furnish(source)
        const failure = yield* Effect.flip(fetched("hk-cap"))
        assert.strictEqual(failure._tag, "BundleRefused")
        if (failure._tag !== "BundleRefused") return
        assert.strictEqual(failure.rule, rule)
        if (place !== "") assert.strictEqual(failure.path, place)
        assert.isNotEmpty(failure.hints)
        assert.deepStrictEqual(yield* durable.entries(paths.stagings), [])
      })
    )
  }
}

/** What every resolver of local folders promises; each behaviour gets a layer of its own, within `smallBounds`. */
export const suite = (name: string, layer: Layer.Layer<Needs, unknown>): void => {
  const prove: Prove = (behaviour, test) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(layer)))
  }
  describe(`SourceResolver: ${name}`, () => {
    resolving(prove)
    fetching(prove)
  })
}
