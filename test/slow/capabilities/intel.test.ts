import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { gsd } from "../../cli/support/world.ts"
import { removeRooms } from "../../support/rooms.ts"
import { answer, makeProject, put, read, result, said, underGit, x } from "./project.ts"

afterAll(removeRooms)

const texts = {
  "src/a.ts": [
    'import { b } from "./b.ts"',
    "/* export const hidden = 1 */",
    "export const a = `",
    "export const text = 1",
    "`, pattern = /['\"`]/u",
    "export const { c, d: e } = a",
    "export async function* run() {}",
    "export default class Named {}",
    "export {",
    "  one,",
    "  two as three",
    "}",
    'export * from "./b.ts"',
    "export interface Shape<A> {}",
    "const own = 1"
  ].join("\n"),
  "lib/tool.py": '"""\ndef no(): pass\n"""\ndef run(): pass\nclass Tool: pass\ndef _own(): pass\nLIMIT: int = 3\n',
  "lib/listed.py": '__all__ = ["_open"]\ndef _open(): pass\ndef shut(): pass\n',
  "go/m.go": "package m\n\ntype (\n\tOne int\n\ttwo int\n)\n\nfunc Run() {\n\tLimit = 2\n}\nfunc (t *T) Do() {}\nfunc own() {}\n",
  "src/lib.rs": "pub fn run<'a>(x: &'a str) {}\npub(crate) fn own() {}\nimpl X {\n    pub async fn go(&self) {}\n}\npub struct Shape;\n",
  "ignored/x.ts": "export const ignored = 1\n",
  "node_modules/p/index.js": "exports.p = 1\n",
  ".gitignore": "ignored/\n"
}

const expected = `## \`go/m.go\`

- 4: type \`One\`
- 8: function \`Run\`
- 11: method \`Do\`

## \`lib/listed.py\`

- 2: function \`_open\`

## \`lib/tool.py\`

- 4: function \`run\`
- 5: class \`Tool\`
- 7: constant \`LIMIT\`

## \`src/a.ts\`

- 3: constant \`a\`
- 6: constant \`c\`
- 6: constant \`e\`
- 7: function \`run\`
- 8: class \`Named\`
- 10: export \`one\`
- 11: export \`three\`
- 13: everything of \`./b.ts\`
- 14: type \`Shape\`

## \`src/lib.rs\`

- 1: function \`run\`
- 4: method \`go\`
- 6: type \`Shape\`
`

const page = ".planning/intel/API-SURFACE.md"

describe("intel", () => {
  it("is refused until its key is on, and told how", () => {
    const world = makeProject(texts)
    const refused = x(world, "intel status")
    assert.strictEqual(refused.code, 4)
    assert.match(refused.stderr, /hint: Switch it on: gsd config set intel\.enabled true\n$/u)
    assert.strictEqual(gsd(world, ["config", "set", "intel.enabled", "true"]).code, 0)
    assert.strictEqual(result<{ readonly state: string }>(world, "intel status").state, "missing")
  })

  it("writes what sources export by file and line, the same bytes each time, with and without git", () => {
    const world = makeProject(texts, ["intel"])
    underGit(world)
    said(world, "intel api-surface")
    const first = read(world, page)
    assert.strictEqual(first.slice(first.indexOf("## ")), expected)
    said(world, "intel api-surface")
    assert.strictEqual(read(world, page), first)
    const without = makeProject({ ...texts, "ignored/x.ts": "" }, ["intel"])
    said(without, "intel api-surface")
    assert.strictEqual(read(without, page).slice(read(without, page).indexOf("## ")), expected)
  })

  it("tells what has changed since", () => {
    const world = makeProject(texts, ["intel"])
    said(world, "intel api-surface")
    assert.strictEqual(said(world, "intel status"), `${page} is up to date\n`)
    put(world, { "src/a.ts": "export const a = 2\n", "src/new.ts": "" })
    assert.deepInclude(answer(world, "intel status"), {
      state: "stale",
      added: ["src/new.ts"],
      changed: ["src/a.ts"],
      removed: []
    })
  })

  it("leaves out what is too large or no text, and follows no link", () => {
    const world = makeProject({ "big.ts": "x".repeat(600_000), "odd.ts": "\0" }, ["intel"])
    symlinkSync(join(world.root, "home"), join(world.work, "linked"))
    symlinkSync("big.ts", join(world.work, "link.ts"))
    assert.deepInclude(answer(world, "intel api-surface"), { files: 0, leftOut: ["big.ts", "odd.ts"] })
  })

  it("does not write through a link in the place of its folder", () => {
    const world = makeProject(texts, ["intel"])
    symlinkSync(world.root, join(world.work, ".planning/intel"))
    const refused = x(world, "intel api-surface")
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /^`\.planning\/intel` is no folder/u)
  })
})
