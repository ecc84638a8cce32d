import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, expect, it } from "vitest"
import { file, pageAfter, render } from "../../scripts/docs/matrix.ts"
import type { Matrix } from "../../src/domain/registry/matrix.ts"
import { manifestOf } from "../support/capabilities.ts"
import { removeRooms } from "../support/rooms.ts"
import { gsd, makeWorld, repository, shot, write, type World } from "./support/world.ts"

afterAll(removeRooms)

const matrix = (world: World, ...args: ReadonlyArray<string>): Matrix =>
  JSON.parse(gsd(world, ["registry", "matrix", "--json", ...args]).stdout) as Matrix

const row = (found: Matrix, id: string) => found.capabilities.find((one) => one.id === id)

const overlay = {
  "capability.json": JSON.stringify(
    manifestOf({
      skills: [],
      hooks: [],
      engines: { gsd: "^1.6.0 || ^2.0.0" },
      steps: [
        { point: "ship:post", ref: { command: "plan-lint" }, produces: [], consumes: [], onError: "skip" },
        { point: "plan:pre", ref: { command: "plan-lint" }, produces: [], consumes: [], onError: "skip" }
      ],
      gates: [
        {
          point: "ship:post",
          check: { predicate: { kind: "artifact-exists", artifact: "X.md" } },
          blocking: false,
          onError: "skip"
        }
      ]
    })
  )
}

describe("registry matrix", () => {
  it("has every built-in capability with version, tier, points, kinds, engines and lane", () => {
    const found = matrix(makeWorld())
    const ids = found.capabilities.map(({ id }) => id)
    assert.deepStrictEqual(ids, ids.toSorted())
    assert.deepStrictEqual(found.skipped, [])
    const { version, ...ui } = row(found, "ui") ?? { version: "" }
    assert.match(version, /^\d+\.\d+\.\d+$/u)
    assert.deepStrictEqual<unknown>(ui, {
      id: "ui",
      tier: "full",
      role: "feature",
      origin: "first-party",
      points: ["plan:pre", "execute:wave:post", "verify:post"],
      kinds: ["step", "gate"],
      engines: ">=1.6.0",
      lane: null
    })
    assert.deepStrictEqual(row(found, "llama-cpp")?.lane, "llama_cpp")
  })

  it("shows what is installed only when it is asked for, and who is not acted on with the reason", () => {
    const world = makeWorld()
    write(world, "hk-cap", overlay)
    assert.strictEqual(gsd(world, ["capability", "install", "./hk-cap", "--yes"]).code, 0)
    assert.isUndefined(row(matrix(world), "hk-cap"))
    assert.deepStrictEqual<unknown>(row(matrix(world, "--installed"), "hk-cap"), {
      id: "hk-cap",
      version: "1.0.0",
      tier: "full",
      role: "feature",
      origin: "global",
      points: ["plan:pre", "ship:post"],
      kinds: ["step", "gate"],
      engines: "^1.6.0 || ^2.0.0",
      lane: null
    })
    const markdown = gsd(world, ["registry", "matrix", "--installed", "--markdown"]).stdout
    assert.include(
      markdown,
      "| `hk-cap` | `1.0.0` | full | feature | `plan:pre`, `ship:post` | step, gate | `^1.6.0 \\|\\| ^2.0.0` |  |"
    )
    assert.strictEqual(gsd(world, ["capability", "disable", "hk-cap"]).code, 0)
    const off = matrix(world, "--installed")
    assert.isUndefined(row(off, "hk-cap"))
    assert.deepStrictEqual(
      off.skipped.map(({ id, reason }) => [id, reason === ""]),
      [["hk-cap", false]]
    )
    assert.include(gsd(world, ["registry", "matrix", "--installed"]).stdout, "installed and not acted on")
  })

  it("prints one thing at a time", () => {
    expect(
      shot(makeWorld(), gsd(makeWorld(), ["registry", "matrix", "--json", "--markdown"]))
    ).toMatchSnapshot()
  })
})

describe("the page of the matrix", () => {
  const page = () => readFileSync(join(repository, file), "utf8")

  it("is as the registry makes it", async () => {
    assert.strictEqual(page(), await render())
  })

  it("keeps what authors wrote, byte for byte, and nothing else of it", async () => {
    const row = "|  `mine` |Ada|   https://host.example/mine | greets |\n\n"
    const changed = page().replace("<!-- authors:end -->", `${row}<!-- authors:end -->`)
    assert.strictEqual(await pageAfter(changed), changed)
    assert.strictEqual(await pageAfter(changed.replace("| `ui` ", "| `xi` ")), changed)
  })

  it("is not made anew over marks that are damaged", async () => {
    for (const damage of [
      (text: string) => text.replace("<!-- authors:end -->", ""),
      (text: string) => text.replace("<!-- authors:begin -->", ""),
      (text: string) => `${text}<!-- authors:begin -->`,
      (text: string) => `${text}<!-- authors:end -->`
    ]) {
      const error = await pageAfter(damage(page())).then(
        () => undefined,
        (cause: unknown) => cause
      )
      assert.instanceOf(error, Error)
    }
  })
})
