import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { spawnSync } from "node:child_process"
import * as Schema from "effect/Schema"
import { afterAll, assert, describe, it } from "vitest"
import { Manifest } from "../../../src/domain/capability/schema/manifest.ts"
import { firstPartyIds } from "../../../src/domain/capability/firstPartyIds.ts"
import { missingFiles } from "../../../src/domain/capability/missingFiles.ts"
import { validateManifest } from "../../../src/domain/capability/validateManifest.ts"
import { memberText, type JsonValue } from "../../../src/domain/json/value.ts"
import { builtInFacts, builtInIds, builtInManifests } from "../../../src/domain/registry/builtIn.ts"
import { factsOf } from "../../../src/domain/registry/facts.ts"
import { judgeSet } from "../../../src/domain/registry/judgeSet.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const root = join(import.meta.dirname, "../../..")

const read = (path: string): JsonValue => JSON.parse(readFileSync(join(root, path), "utf8"))

const shipped = globSync("capabilities/*/capability.json", { cwd: root })
  .map((path) => ({ id: basename(dirname(path)), folder: dirname(path), raw: read(path) }))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))

const decode = Schema.decodeUnknownSync(Manifest)

const filesOf = (folder: string) =>
  globSync("**", { cwd: join(root, folder), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, folder).length + 1))

const roleCounts = () => {
  const counts = new Map<string, number>()
  for (const { raw } of shipped) {
    const role = memberText(raw, "role")
    counts.set(role, (counts.get(role) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

describe("first-party capabilities", () => {
  it("are 19 runtimes, 6 reviewers and the features, whose ids no overlay may take", () => {
    const { feature = 0, ...others } = roleCounts()
    assert.deepStrictEqual(others, { reviewer: 6, runtime: 19 })
    assert.isAtLeast(feature, 12)
    for (const { id } of shipped) assert.isTrue(firstPartyIds.has(id), id)
  })

  it("are in order, each alone, with every file that they name", () => {
    for (const { id, folder, raw } of shipped) {
      const judged = validateManifest({ folder: id, raw, origin: "first-party" })
      assert.deepStrictEqual([...judged.problems, ...missingFiles(judged.manifest, filesOf(folder))], [], id)
    }
  })

  it("are compiled into one module that says the same", () => {
    assert.deepStrictEqual(
      builtInManifests(),
      shipped.map(({ id, raw }) => ({ id, raw }))
    )
    assert.deepStrictEqual(
      [...builtInIds],
      shipped.map(({ id }) => id)
    )
    assert.deepStrictEqual(
      builtInFacts(),
      JSON.parse(JSON.stringify(shipped.map(({ raw }) => factsOf(decode(raw)))))
    )
  })

  it("are in order as a set", () => {
    const judged = judgeSet(
      builtInManifests().map(({ id, raw }) => ({ folder: id, raw, origin: "first-party" })),
      { hostVersion: "1.14.0" }
    )
    assert.deepStrictEqual(
      judged.members.flatMap(({ problems }) => problems),
      []
    )
  })

  it("carry the release version", () => {
    const version = memberText(read("package.json"), "version")
    for (const { id, raw } of shipped) assert.strictEqual(memberText(raw, "version"), version, id)
  })
})

describe("npm run stamp", () => {
  it("writes the release version into each, and nothing else", () => {
    const room = makeRoom("gsd-stamp-")
    for (const part of ["capabilities", "scripts"])
      cpSync(join(root, part), join(room, part), { recursive: true })
    symlinkSync(join(root, "node_modules"), join(room, "node_modules"))
    writeFileSync(join(room, "package.json"), JSON.stringify({ type: "module", version: "9.8.7-rc.1" }))
    const stamp = (...args: ReadonlyArray<string>) =>
      spawnSync(process.execPath, ["scripts/stamp.ts", ...args], { cwd: room, encoding: "utf8" }).status
    assert.strictEqual(stamp("--check"), 1)
    assert.strictEqual(stamp(), 0)
    assert.strictEqual(stamp("--check"), 0)
    for (const { folder, raw } of shipped) {
      const before = readFileSync(join(root, folder, "capability.json"), "utf8")
      assert.strictEqual(
        readFileSync(join(room, folder, "capability.json"), "utf8"),
        before.replace(`"version": "${memberText(raw, "version")}"`, '"version": "9.8.7-rc.1"')
      )
    }
  })
})
