import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { file, render } from "../../../scripts/docs/familyGuard.ts"
import { isFamilyManifest, isLine } from "../../../src/domain/family/guard.ts"
import { FamilyManifest, Line } from "../../../src/domain/family/schema.ts"
import { acmeManifest, realManifest } from "../../support/familyMembers.ts"
import { realNames } from "../../support/familyReal.ts"

const isDecoded = Schema.is(FamilyManifest)

type Place = ReadonlyArray<string>

/** Every place in a value, the value itself first. */
const placesOf = (value: unknown, at: Place = []): ReadonlyArray<Place> =>
  typeof value !== "object" || value === null
    ? [at]
    : [at, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, key]))]

/** A copy with another value at a place; undefined takes the member out. */
const replaced = (root: unknown, [key, ...rest]: Place, value: unknown): unknown => {
  if (key === undefined) return value
  const copy = structuredClone(root) as Record<string, unknown>
  const next = replaced(copy[key], rest, value)
  if (next === undefined && !Array.isArray(copy)) delete copy[key]
  else copy[key] = next ?? null
  return copy
}

const strange: ReadonlyArray<unknown> = [
  undefined,
  null,
  "",
  "x",
  "A_B",
  "a\nb",
  "../x",
  "~/x",
  "/x",
  "a.b",
  "x".repeat(201),
  0,
  -1,
  1.5,
  true,
  [],
  ["x"],
  {},
  { a: 1 },
  JSON.parse('{"__proto__":{"cmd":"x"}}')
]

const whole = acmeManifest({
  networkHosts: ["*.acme.example"],
  writableDirs: [{ env: "ACME_STATE", default: "~/.acme" }],
  posture: { model: "m", effort: "high", tier: null },
  available: true,
  install: {}
})

describe("the guard of the family", () => {
  it("is generated from the schema", async () => {
    assert.strictEqual(readFileSync(join(import.meta.dirname, "../../..", file), "utf8"), await render())
  })

  it("takes the real manifests", () => {
    for (const name of realNames) assert.isTrue(isFamilyManifest(realManifest(name)), name)
  })

  it("says of a manifest with anything else at any place what the schema says", () => {
    const seen = new Map<boolean, number>()
    const judge = (root: unknown, places: ReadonlyArray<Place>, values: (at: number) => typeof strange) =>
      places.forEach((place, at) =>
        values(at).forEach((value) => {
          const changed = replaced(root, place, value)
          const expected = isDecoded(changed)
          assert.strictEqual(
            isFamilyManifest(changed),
            expected,
            `${place.join("/")}: ${JSON.stringify(value)}`
          )
          seen.set(expected, (seen.get(expected) ?? 0) + 1)
        })
      )
    judge(whole, placesOf(whole), () => strange)
    // Real ones have hundreds of places; each gets some, in turn.
    for (const name of ["codex-cli-bridge", "antigravity-cli-bridge"]) {
      const real = realManifest(name)
      judge(real, placesOf(real), (at) => [
        strange[at % strange.length],
        strange[(at * 7 + 3) % strange.length]
      ])
    }
    assert.isAbove(seen.get(true) ?? 0, 200)
    assert.isAbove(seen.get(false) ?? 0, 1000)
  })

  it("takes a line where the schema does", () => {
    const isSchemaLine = Schema.is(Line)
    for (const value of [...strange, "a\u2028b", "a\u0085b", "é", "x".repeat(200)])
      assert.strictEqual(isLine(value), isSchemaLine(value), JSON.stringify(value))
  })
})
