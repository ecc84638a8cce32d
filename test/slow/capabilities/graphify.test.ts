import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { removeRooms } from "../../support/rooms.ts"
import { answer, makeProject, put, read, result, said, underGit, x } from "./project.ts"

afterAll(removeRooms)

const texts = {
  "src/cli.ts": 'import { Ledger } from "./ledger.js"\nimport * as fs from "node:fs"\n// AUTH-01\nexport const run = 1\n',
  "src/ledger.ts": 'import { z } from "zod"\nexport class Ledger {}\n',
  "src/apart.ts": 'import { z } from "zod"\nexport const apart = 1\n',
  "py/app/__init__.py": "",
  "py/app/main.py": "from . import util\nfrom .util import x\nimport os\n",
  "py/app/util.py": "x = 1\n",
  "README.md": "# Readme\n\n## Use\n\nSee `src/cli.ts` and [the guide](docs/guide.md), for AUTH-01 and UTF-8.\n",
  "docs/guide.md": "# Guide\n",
  ".planning/REQUIREMENTS.md": "# R\n\n- [ ] **AUTH-01**: People sign in\n- **AUTH-02** — People sign out\n",
  ".planning/phases/03-auth/03-01-PLAN.md":
    "---\nfiles_modified:\n  - src/cli.ts\n---\n<task>\n<files>src/ledger.ts, src/nowhere.ts</files>\n</task>\nAUTH-02\n"
}

const place = ".planning/graph/graph.json"

interface Graph {
  readonly nodes: ReadonlyArray<{ readonly id: string; readonly label: string; readonly line?: number }>
  readonly edges: ReadonlyArray<{ readonly from: string; readonly to: string; readonly kind: string }>
}

const graphOf = (world: Parameters<typeof read>[0]): Graph => JSON.parse(read(world, place))

describe("graphify", () => {
  it("knows files, names, imports, documents, requirements and plans, and how they hang together", () => {
    const world = makeProject(texts, ["graphify"])
    underGit(world)
    said(world, "graphify build")
    const { edges, nodes } = graphOf(world)
    assert.includeMembers(
      edges.map(({ from, kind, to }) => `${from} ${kind} ${to}`),
      [
        "file:src/cli.ts imports file:src/ledger.ts",
        "file:src/cli.ts imports module:node:fs",
        "file:src/cli.ts defines symbol:src/cli.ts#run",
        "file:src/cli.ts mentions requirement:AUTH-01",
        "file:py/app/main.py imports file:py/app/util.py",
        "file:py/app/main.py imports module:os",
        "file:README.md defines heading:README.md#use",
        "heading:README.md#use mentions file:src/cli.ts",
        "heading:README.md#use mentions file:docs/guide.md",
        "heading:README.md#use mentions requirement:AUTH-01",
        "phase:03-auth contains plan:03-auth/03-01-PLAN.md",
        "plan:03-auth/03-01-PLAN.md changes file:src/cli.ts",
        "plan:03-auth/03-01-PLAN.md changes file:src/ledger.ts",
        "plan:03-auth/03-01-PLAN.md mentions requirement:AUTH-02"
      ]
    )
    const ids = nodes.map(({ id }) => id)
    assert.deepStrictEqual(ids, ids.toSorted((a, b) => (a < b ? -1 : 1)))
    assert.notInclude(ids.join(" "), "UTF-8")
    assert.isTrue(edges.every(({ from, to }) => ids.includes(from) && ids.includes(to)))
  })

  it("writes the same bytes for the same project, and nothing when nothing has changed", () => {
    const [world, other] = [makeProject(texts, ["graphify"]), makeProject(texts, ["graphify"])]
    underGit(other)
    assert.include(answer(world, "graphify build"), { changed: true })
    said(other, "graphify build")
    assert.strictEqual(read(world, place), read(other, place))
    assert.include(answer(world, "graphify build"), { changed: false })
    assert.isFalse(existsSync(join(world.work, ".planning/graph/graph.previous.json")))
  })

  it("answers what is around a name, with the way there", () => {
    const world = makeProject(texts, ["graphify"])
    said(world, "graphify build")
    const text = said(world, "graphify query ledger --depth 2 --limit 1")
    assert.match(text, /^symbol:src\/ledger\.ts#Ledger \(src\/ledger\.ts:2\)\n {2}<-defines- file:src\/ledger\.ts\n/u)
    assert.include(text, "  <-defines- file:src/ledger.ts <-imports- file:src/cli.ts\n")
    assert.strictEqual(said(world, "graphify query nobody"), "Nothing in the graph is called `nobody`\n")
  })

  it("finds the shortest way between two names, and none through a package that both import", () => {
    const world = makeProject(texts, ["graphify"])
    said(world, "graphify build")
    const way = said(world, "graphify query src/cli.ts --to Ledger --limit 1")
    assert.include(way, "  -imports-> file:src/ledger.ts -defines-> symbol:src/ledger.ts#Ledger\n")
    const none = result<{ readonly matches: ReadonlyArray<{ readonly around: ReadonlyArray<unknown> }> }>(
      world,
      "graphify query src/apart.ts --to Ledger --limit 1"
    )
    assert.deepStrictEqual(none.matches.map(({ around }) => around), [[]])
  })

  it("tells what is out of date and what a build has changed", () => {
    const world = makeProject(texts, ["graphify"])
    assert.include(answer(world, "graphify status"), { state: "missing" })
    said(world, "graphify build")
    assert.include(answer(world, "graphify status"), { state: "fresh" })
    put(world, { "src/ledger.ts": "export class Book {}\n" })
    assert.deepInclude(answer(world, "graphify status"), { state: "stale", changed: ["src/ledger.ts"] })
    const now = said(world, "graphify diff --now")
    assert.strictEqual(said(world, "graphify diff"), "There is one build only, and nothing to compare it with\n")
    said(world, "graphify build")
    assert.strictEqual(said(world, "graphify diff"), now)
    assert.match(now, /^Nodes: 1 added, 1 removed\n {2}\+ symbol:src\/ledger\.ts#Book\n {2}- symbol:src\/ledger\.ts#Ledger\n/u)
  })

  it("takes a graph that is damaged for none", () => {
    const world = makeProject({ ...texts, [place]: '{"version":1,"nodes":[1]}' }, ["graphify"])
    const refused = x(world, "graphify query a")
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /^There is no graph in `?\.planning\/graph\/graph\.json/u)
    assert.include(answer(world, "graphify build"), { changed: true })
  })
})
