import { assert, describe, it } from "@effect/vitest"
import { permissionsOf } from "../../../../src/domain/projection/surface/permissions.ts"
import { inProject, named, placesOf, shipped } from "./build.ts"

const folder = { capability: "guard", folder: "/home/ada/.gsd/store/ab/skills/map" }

const config = "/home/ada/.config/opencode/opencode.json"

describe("permissionsOf", () => {
  it.each([
    ["opencode", config],
    ["kilo", "/home/ada/.config/kilo/kilo.json"]
  ])("lets %s read the folder and nothing else", (id, path) => {
    const name = `${folder.folder}/*`
    assert.deepStrictEqual(permissionsOf(placesOf(named(id)), [folder]).entries, [
      {
        path,
        capability: "guard",
        what: "permission",
        entries: [
          { kind: "member", keys: ["permission", "read"], name, value: "allow" },
          { kind: "member", keys: ["permission", "external_directory"], name, value: "allow" }
        ]
      }
    ])
  })

  it("lets Antigravity read it in its own words, in a project below the project's folder", () => {
    const { entries } = permissionsOf(placesOf(named("antigravity"), inProject), [folder])
    assert.strictEqual(entries[0]?.path, "/projects/app/.agents/settings.json")
    assert.deepStrictEqual(entries[0]?.entries, [
      { kind: "item", keys: ["permissions", "allow"], value: `read_file(${folder.folder}/*)` }
    ])
  })

  it("writes nothing for hosts that ask for no leave, and none without a folder", () => {
    for (const runtime of shipped) {
      const asks = runtime.body.permissionWriter !== null
      assert.strictEqual(permissionsOf(placesOf(runtime), [folder]).entries.length > 0, asks, runtime.id)
      assert.deepStrictEqual(permissionsOf(placesOf(runtime), []).entries, [])
    }
  })

  it.each(["/a*", "/a?", "/a[b]", "/a{b,c}", "/a)b", "/a\\b", "/a\nb", "/a!b"])(
    "never writes a pattern that allows more than its folder: %j",
    (wide) => {
      for (const id of ["opencode", "antigravity"]) {
        const { entries, withheld } = permissionsOf(placesOf(named(id)), [{ ...folder, folder: wide }])
        assert.deepStrictEqual(entries, [])
        assert.deepStrictEqual(
          withheld.map(({ kind, name }) => [kind, name]),
          [["permission", wide]]
        )
      }
    }
  )

  it.each([
    ['{ "permission": "ask" }', true],
    ['\ufeff{ // all\n "permission": { "read": "deny" }, }', true],
    ['{ "permission": { "external_directory": "allow" } }', true],
    ['{ "permission": { "edit": "deny", "read": {} } }', false],
    ["{}", false],
    ["", false],
    ["{ nonsense", false]
  ])("keeps a word of the user for all: %j", (text, skipped) => {
    const { entries, notes } = permissionsOf(placesOf(named("opencode")), [folder], new Map([[config, text]]))
    assert.strictEqual(entries.length === 0, skipped)
    assert.strictEqual(notes.length > 0, skipped)
  })
})
