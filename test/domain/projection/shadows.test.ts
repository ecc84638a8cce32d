import { assert, describe, it } from "@effect/vitest"
import { triggersIn, triggersOf } from "../../../src/domain/projection/shadows.ts"
import { wishOf } from "../../../src/domain/projection/wishOf.ts"
import { changed, inProject } from "./surface/build.ts"
import { demo, placesFor } from "./support.ts"

const global = placesFor("claude")

const local = placesFor("claude", inProject)

const recorded = wishOf(global, [demo]).files.map(({ path }) => path)

describe("what is called", () => {
  it("is known again from the paths that a ledger records", () => {
    assert.deepStrictEqual(triggersIn(global, recorded), [
      { kind: "skill", name: "gsd-map" },
      { kind: "skill", name: "gsd-ship" }
    ])
    for (const places of [
      global,
      local,
      placesFor("codex"),
      placesFor("windsurf", inProject),
      placesFor("hermes")
    ]) {
      const { files } = wishOf(places, [demo])
      const paths = files.map(({ path }) => path)
      assert.sameDeepMembers([...triggersIn(places, paths)], [...triggersOf(files)], places.runtime.id)
    }
  })

  it("is nothing below other folders", () => {
    assert.deepStrictEqual(
      triggersIn(global, ["/etc/passwd", global.config, `${global.config}/settings.json`]),
      []
    )
  })
})

describe("a trigger of two scopes", () => {
  const notes = (places: typeof local) =>
    wishOf(places, [demo], { elsewhere: { scope: "global", triggers: triggersIn(global, recorded) } }).notes

  it("is answered by the kind that the runtime puts first", () => {
    assert.include(
      notes(local),
      "the command `gsd-map` is shadowed by the skill of this name for all projects"
    )
    const runtime = changed("claude", { triggerPrecedence: ["commands", "skills"] })
    assert.include(
      notes({ ...local, runtime }),
      "the command `gsd-map` shadows the skill of this name for all projects"
    )
  })

  it("of one kind is up to the host, and told", () => {
    assert.include(
      notes(global),
      "the skill `gsd-ship` is there for all projects too; which of the two is run is up to the host"
    )
  })
})
