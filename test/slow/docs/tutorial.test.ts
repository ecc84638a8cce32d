import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { repository } from "../../cli/support/world.ts"
import { deedsOf, isShown } from "../../docs/support/blocks.ts"
import { readerIn } from "../../docs/support/reader.ts"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const deeds = deedsOf(readFileSync(join(repository, "docs/tutorial.md"), "utf8"))

const isStale = (): boolean => {
  const built = join(repository, "dist/lib/index.js")
  if (!existsSync(built)) return true
  const then = statSync(built).mtimeMs
  return globSync("src/**/*.ts", { cwd: repository }).some(
    (name) => statSync(join(repository, name)).mtimeMs > then
  )
}

const done = (command: string, args: ReadonlyArray<string>): void => {
  const run = spawnSync(command, args, { cwd: repository, encoding: "utf8" })
  assert.strictEqual(run.status, 0, `${command} ${args.join(" ")}\n${run.stdout}${run.stderr}`)
}

describe("docs/tutorial.md, word for word in a fresh folder with the packed package", () => {
  const reader = readerIn(makeRoom("gsd-tutorial-"), repository)

  beforeAll(() => {
    if (isStale()) done(process.execPath, ["scripts/build.ts"])
    done("npm", ["pack", "--ignore-scripts", "--pack-destination", reader.folder])
  })

  for (const deed of deeds) {
    const first = deed.text.split("\n").find((line) => !line.startsWith("#")) ?? ""
    it(`line ${deed.line}: ${deed.kind === "save" ? `saves ${deed.name}` : first}`, () => {
      if (deed.kind === "save") return reader.save(deed.name, deed.text)
      const { code, output } = reader.run(deed.text, deed.answer)
      assert.strictEqual(code, 0, output)
      if (deed.shown !== undefined) assert.isTrue(isShown(deed.shown, output), `shown otherwise:\n${output}`)
    })
  }

  it("leaves nothing outside of its folder", () => {
    assert.deepStrictEqual(globSync("**", { cwd: reader.home, exclude: ["."] }), [])
  })
})
