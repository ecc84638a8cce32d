import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { isWithin } from "../../../src/domain/paths.ts"
import type { Offer } from "../../../src/domain/projection/offer.ts"
import type { Places } from "../../../src/domain/projection/places.ts"
import type { Wish } from "../../../src/domain/projection/wish.ts"
import { wishOf } from "../../../src/domain/projection/wishOf.ts"
import { everything } from "../../../src/domain/projection/selection.ts"
import { inProject, offerOf, shipped } from "./surface/build.ts"
import {
  bytesOf,
  carriedOut,
  deleted,
  emptyDisk,
  noRecord,
  placesIn,
  planOn,
  shownDisk,
  written,
  type Disk,
  type Record
} from "./support.ts"

const all: ReadonlyArray<Places> = shipped.flatMap((runtime) =>
  ([{ kind: "global" }, inProject] as const).flatMap((scope) => placesIn(runtime, scope) ?? [])
)

const Place = Schema.Literals(all.map((_, at) => at))

const placesAt = (at: number): Places => all[at] ?? assert.fail()

/** Mostly what is usual, so that what comes after the first refusal is reached too. */
const mostly = (good: ReadonlyArray<string>, odd: ReadonlyArray<string>) => {
  const usual = Schema.Literals(good)
  return Schema.Union([usual, Schema.Literals(good.toReversed()), usual, Schema.Literals(odd), Schema.String])
}

const Stem = mostly(
  ["map", "ship", "gsd-a", "b", "subagents"],
  ["..", "A", "a/b", "con", "__proto__", "", "x\u0000", "\ud800"]
)

const FilePath = mostly(
  ["references/a.md", "references/b.md", "scripts/x.sh", "notes.md"],
  [
    "SKILL.md",
    "skill.md",
    "references",
    "../x",
    "/etc/passwd",
    "a//b",
    "C:\\x",
    "nul",
    "é",
    "e\u0301",
    "x\u0000",
    "."
  ]
)

const Text = mostly(
  ["---\ndescription: One\n---\nDo.\n", "Do two.\n", "\ufeffx", "x\r\ny"],
  ["", "---\n", "\u0000"]
)

const File = Schema.Struct({ path: FilePath, text: Text, executable: Schema.Boolean })

const few = <A, I>(schema: Schema.Codec<A, I>, most: number, least = 0) =>
  Schema.Array(schema).check(Schema.isMinLength(least), Schema.isMaxLength(most))

const Main = Schema.Literals(["SKILL.md", "SKILL.md", "SKILL.md", "SKILL.md", "Skill.md"])

const Given = Schema.Struct({
  skills: few(
    Schema.Struct({ stem: Stem, folder: Schema.String, main: Main, text: Text, files: few(File, 3) }),
    3
  ),
  agents: few(Schema.Struct({ stem: Stem, text: Text }), 2)
})

/** Offers by distinct ids, as a registry has them. */
const Offers = few(Given, 3, 1)

const offersOf = (given: typeof Offers.Type): ReadonlyArray<Offer> =>
  given.map(({ agents, skills }, at) =>
    offerOf(`cap-${at}`, {
      skills: skills.map(({ files, folder, main, stem, text: mainText }) => ({
        stem,
        folder,
        files: [{ path: main, text: mainText, executable: false }, ...files].map(
          ({ executable, path, text }) => ({
            path,
            bytes: bytesOf(text),
            executable
          })
        )
      })),
      agents: agents.map(({ stem, text }) => ({ stem, bytes: bytesOf(text) }))
    })
  )

/** What a person does to one of the files there: by its place among them. */
const Edit = Schema.Struct({
  at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 })),
  how: Schema.Literals(["change", "delete", "beside", "chmod"])
})

interface Touched {
  readonly disk: Disk
  /** What of the person's must stay. */
  readonly theirs: ReadonlyMap<string, string>
}

const touch = (start: Disk, edits: ReadonlyArray<typeof Edit.Type>): Touched =>
  edits.reduce<Touched>(
    ({ disk, theirs }, { at, how }) => {
      const paths = [...disk.files.keys()].toSorted()
      const path = paths[at % Math.max(1, paths.length)]
      if (path === undefined) return { disk, theirs }
      if (how === "chmod") {
        const bytes = disk.files.get(path)?.bytes ?? assert.fail()
        return { disk: { ...disk, files: new Map(disk.files).set(path, { bytes, mode: 0o600 }) }, theirs }
      }
      if (how === "delete") {
        const left = new Map([...theirs].filter(([name]) => name !== path))
        return { disk: deleted(disk, path), theirs: left }
      }
      const target = how === "change" ? path : `${path}.mine`
      return { disk: written(disk, target, `mine ${at}`), theirs: new Map(theirs).set(target, `mine ${at}`) }
    },
    { disk: start, theirs: new Map() }
  )

const apply = (
  disk: Disk,
  record: Record,
  ask: { readonly wish: Wish | undefined; readonly places: Places }
) => {
  const plan = planOn(disk, record, ask)
  return {
    disk: carriedOut(disk, plan),
    record: { recorded: plan.recorded, directories: plan.directories },
    plan
  }
}

const contents = (disk: Disk): ReadonlyArray<string> =>
  shownDisk(disk).map((line) => line.replace(/ \d+ /u, " "))

describe("a wish", () => {
  it.prop(
    "is total, inside of the runtime's folders, each path once",
    { place: Place, given: Offers },
    ({ given, place }) => {
      const places = placesAt(place)
      const roots = [places.config, places.hooks, ...places.artifacts.map(({ path }) => path)]
      const wish = wishOf(places, offersOf(given))
      for (const { path } of wish.files) {
        assert.isTrue(
          roots.some((root) => path !== root && isWithin(path, root)),
          path
        )
        assert.isTrue(
          path.split("/").every((name, at) => at === 0 || !["", ".", ".."].includes(name)),
          path
        )
      }
      const paths = wish.files.map(({ path }) => path)
      assert.deepStrictEqual(paths, [...new Set(paths)].toSorted())
      for (const text of [...wish.notes, ...wish.withheld.map(({ reason }) => reason)])
        assert.notMatch(text, /[\u0000-\u001f\u007f\u2028]/u)
    }
  )

  it.prop(
    "says of each skill and agent what became of it",
    { place: Place, given: Offers },
    ({ given, place }) => {
      const wish = wishOf(placesAt(place), offersOf(given))
      offersOf(given).forEach(({ agents, id, skills }) => {
        const isWhole = wish.withheld.some(
          ({ capability, kind }) => capability === id && kind === "capability"
        )
        for (const { stem } of [...skills, ...agents]) {
          const isGiven = wish.files.some(({ capability, name }) => capability === id && name.endsWith(stem))
          const isWithheld = wish.withheld.some(({ capability, name }) => capability === id && name === stem)
          assert.isTrue(isWhole || isGiven || isWithheld, `${id} ${stem}`)
        }
      })
    }
  )

  it.prop(
    "is the same whatever the order of the offers",
    { place: Place, given: Offers },
    ({ given, place }) => {
      const offers = offersOf(given)
      assert.deepStrictEqual(wishOf(placesAt(place), offers.toReversed()), wishOf(placesAt(place), offers))
    }
  )

  it.prop(
    "never grows when the selection gives less",
    { place: Place, given: Offers, removes: few(Stem, 2) },
    ({ given, place, removes }) => {
      const offers = offersOf(given).map((offer, at) => ({
        ...offer,
        tier: at === 0 ? ("core" as const) : ("full" as const)
      }))
      const selection = { ...everything, profile: "core" as const, removes: new Set(removes) }
      const less = wishOf(placesAt(place), offers, { selection }).files
      assert.isEmpty(less.filter(({ capability }) => capability !== "cap-0" && capability !== ""))
    }
  )
})

describe("a walk", () => {
  it.prop("comes to nothing when it is done again", { place: Place, given: Offers }, ({ given, place }) => {
    const ask = { places: placesAt(place), wish: wishOf(placesAt(place), offersOf(given)) }
    const first = apply(emptyDisk, noRecord, ask)
    const again = apply(first.disk, first.record, ask)
    assert.deepStrictEqual([again.plan.files, again.plan.dirsCreated, again.plan.dirsRemoved], [[], [], []])
    assert.deepStrictEqual(again.record, first.record)
    assert.isTrue(again.plan.rows.every(({ state }) => state === "present"))
  })

  it.prop(
    "leaves the disk as it was, over any updates",
    { place: Place, given: few(Offers, 4) },
    ({ given, place }) => {
      const places = placesAt(place)
      let now = { disk: emptyDisk, record: noRecord }
      for (const offers of given)
        now = apply(now.disk, now.record, { places, wish: wishOf(places, offersOf(offers)) })
      const last = apply(now.disk, now.record, { places, wish: undefined })
      assert.deepStrictEqual(shownDisk(last.disk), shownDisk(emptyDisk))
      assert.deepStrictEqual(last.record, noRecord)
    }
  )

  it.prop(
    "keeps what a person did in between, and nothing else",
    {
      place: Place,
      before: few(Edit, 3),
      given: few(Schema.Struct({ offers: Offers, edits: few(Edit, 4) }), 3)
    },
    ({ before, given, place }) => {
      const places = placesAt(place)
      const start = touch(written(emptyDisk, `${places.config}/settings.json`, "{}"), before)
      let now: { disk: Disk; record: Record } = { disk: start.disk, record: noRecord }
      const theirs = new Map(start.disk.files)
      for (const { edits, offers } of given) {
        now = apply(now.disk, now.record, { places, wish: wishOf(places, offersOf(offers)) })
        const touched = touch(now.disk, edits)
        now = { ...now, disk: touched.disk }
        for (const [path] of theirs) if (!touched.disk.files.has(path)) theirs.delete(path)
        for (const [path] of touched.theirs) theirs.set(path, touched.disk.files.get(path) ?? assert.fail())
      }
      const last = apply(now.disk, now.record, { places, wish: undefined })
      const left = { files: theirs, directories: last.disk.directories }
      assert.deepStrictEqual(contents(last.disk), contents(left))
    }
  )

  it.prop(
    "of two runtimes touches nothing of the other's, and the last leaves nothing",
    { one: Place, other: Place, given: Offers, later: Offers, isFirst: Schema.Boolean },
    ({ given, isFirst, later, one, other }) => {
      if (placesAt(one).runtime.id === placesAt(other).runtime.id) return
      const [first, second] = [placesAt(one), placesAt(other)].map((places) => ({
        places,
        wish: wishOf(places, offersOf(given))
      }))
      if (first === undefined || second === undefined) return
      const a = apply(emptyDisk, noRecord, first)
      const shared = {
        claims: new Map(a.record.recorded.map(({ path }) => [path, "the other runtime"])),
        madeForOthers: a.record.directories
      }
      const b = apply(a.disk, noRecord, { ...second, ...shared })
      const kept = shownDisk(a.disk)
      assert.includeMembers([...shownDisk(b.disk)], [...kept])
      const next = apply(b.disk, b.record, {
        places: second.places,
        wish: wishOf(second.places, offersOf(later)),
        ...shared
      })
      assert.includeMembers([...shownDisk(next.disk)], [...kept])
      const order = [
        { record: a.record, places: first.places },
        { record: next.record, places: second.places }
      ]
      let disk = next.disk
      for (const { places, record } of isFirst ? order : order.toReversed())
        disk = apply(disk, record, { places, wish: undefined }).disk
      assert.deepStrictEqual(shownDisk(disk), shownDisk(emptyDisk))
    }
  )
})
