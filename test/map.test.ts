import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"

const repository = dirname(import.meta.dirname)
const map = readFileSync(join(repository, "docs/map.md"), "utf8")
const rows = Array.from(map.matchAll(/^\| `([^`\s]+)`/gm), ([, path = ""]) => path)
const named = new Set(Array.from(map.matchAll(/`([^`\s]+)`/g), ([, path = ""]) => path.replace(/\/$/, "")))

const isPath = (text: string) =>
  /^(src|test|docs|scripts|capabilities|workflows|bench|examples|\.ci)(\/|$)/.test(text)

/** Whether there is a file somewhere below: git keeps no empty folder. */
const hasFiles = (folder: string) =>
  readdirSync(join(repository, folder), { recursive: true, withFileTypes: true }).some((entry) =>
    entry.isFile()
  )

const below = (folder: string, kind: "file" | "folder") =>
  existsSync(join(repository, folder))
    ? readdirSync(join(repository, folder), { withFileTypes: true })
        .filter((entry) => (kind === "file" ? entry.isFile() : entry.isDirectory()))
        .map((entry) => `${folder}/${entry.name}`)
        .filter((path) => kind === "file" || hasFiles(path))
    : []

const rooms = below("src", "folder")
const expected = [
  ...rooms,
  ...rooms.flatMap((room) => below(room, "folder")),
  ...["src/services", "src/pipelines"].flatMap((room) => below(room, "file"))
].toSorted()

describe("docs/map.md", () => {
  it("names every room, every folder of a room, every service and every pipeline", () => {
    assert.deepStrictEqual(
      expected.filter((path) => !named.has(path)),
      []
    )
  })

  it("has one row for each path", () => {
    assert.deepStrictEqual(
      rows.filter((path, at) => rows.indexOf(path) !== at),
      []
    )
  })

  it("names no path that is not there", () => {
    const gone = [...named].filter((text) => isPath(text) && !existsSync(join(repository, text)))
    assert.deepStrictEqual(gone, [])
  })
})
