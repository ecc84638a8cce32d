import { assert, describe, it } from "@effect/vitest"
import type { JsonObject } from "../../../src/domain/json/value.ts"
import { judgeBundled, judgeDependencies } from "../../../src/domain/npm/dependencies.ts"

const fine: ReadonlyArray<JsonObject> = [
  {},
  { dependencies: {}, devDependencies: { x: "1" } },
  { dependencies: null, peerDependencies: [] },
  { peerDependencies: { x: "1" }, peerDependenciesMeta: { x: { optional: true } } },
  { dependencies: { x: "1", "@a/y": "1" }, bundleDependencies: ["x", "@a/y"] },
  { dependencies: { x: "1" }, bundledDependencies: ["x"] },
  { dependencies: { x: "1" }, bundleDependencies: true },
  { optionalDependencies: { x: "1" }, bundleDependencies: ["x"] }
]

const needing: ReadonlyArray<readonly [JsonObject, ReadonlyArray<string>]> = [
  [{ dependencies: { x: "1" } }, ["x"]],
  [{ dependencies: { x: "1", y: "1" }, bundleDependencies: ["y"] }, ["x"]],
  [{ dependencies: { x: "1" }, bundleDependencies: false }, ["x"]],
  [{ dependencies: { x: "1" }, bundleDependencies: [1, { x: 1 }] }, ["x"]],
  [{ optionalDependencies: { x: "1" } }, ["x"]],
  [{ peerDependencies: { x: "1" }, peerDependenciesMeta: { x: { optional: "true" } } }, ["x"]],
  [JSON.parse('{"dependencies":{"__proto__":"1"}}') as JsonObject, ["__proto__"]],
  [
    { dependencies: { g: "1", f: "1", e: "1" }, peerDependencies: { d: "1", c: "1", b: "1", a: "1" } },
    ["a", "b", "c", "d", "e"]
  ]
]

describe("judgeDependencies", () => {
  for (const manifest of fine) {
    it(`has nothing against ${JSON.stringify(manifest)}`, () => {
      assert.isUndefined(judgeDependencies(manifest))
    })
  }
  for (const [manifest, names] of needing) {
    it(`names ${names.join(", ")} of ${JSON.stringify(manifest)}`, () => {
      const quoted = names.map((name) => `\`${name}\``).join(", ")
      assert.isTrue(judgeDependencies(manifest)?.startsWith(`needs ${quoted}`))
      assert.isTrue(
        judgeBundled(
          manifest,
          names.map((name) => `node_modules/${name}/x.js`)
        )?.startsWith("needs")
      )
    })
  }
})

describe("judgeBundled", () => {
  const bundling = { dependencies: { x: "1", "@a/y": "1" }, bundleDependencies: ["x", "@a/y"] }
  const paths = ["package.json", "node_modules/x/package.json", "node_modules/@a/y/index.js"]
  it("accepts what is brought along, with what that needs itself", () => {
    assert.isUndefined(judgeBundled(bundling, [...paths, "node_modules/of-x/index.js"]))
    assert.isUndefined(judgeBundled({}, ["package.json", "lib/node_modules/x/index.js", "node_modules.md"]))
  })
  it("misses what is said to be brought along and is not there", () => {
    assert.match(judgeBundled(bundling, paths.slice(0, 2)) ?? "", /needs `@a\/y`/u)
    assert.match(
      judgeBundled(bundling, [...paths.slice(0, 2), "skills/node_modules/@a/y/x"]) ?? "",
      /`@a\/y`/u
    )
  })
  it("misses the word for what is brought along", () => {
    assert.match(judgeBundled({}, paths) ?? "", /carries `@a\/y`, `x` in `node_modules`/u)
  })
})
