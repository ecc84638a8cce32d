import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll } from "vitest"
import { commandVariables } from "../../../src/domain/command/environment.ts"
import { install } from "../../../src/pipelines/install.ts"
import { runFamily } from "../../../src/pipelines/runFamily.ts"
import { manifestOf } from "../../support/capabilities.ts"
import { requestOf } from "../../support/engine.ts"
import { removeRooms } from "../../support/rooms.ts"
import { inPlace, makePlace } from "./modules.ts"

afterAll(removeRooms)

const page = readFileSync(join(import.meta.dirname, "../../../docs/reference/command-modules.md"), "utf8")

/** The only block of a language that matches. */
const block = (language: string, pattern: RegExp): string => {
  const found = Array.from(
    page.matchAll(new RegExp(`\n\`\`\`${language}\n(.*?)\`\`\`\n`, "gsu")),
    ([, text = ""]) => text
  )
  const [only, ...others] = found.filter((text) => pattern.test(text))
  assert.lengthOf(others, 0)
  return only ?? ""
}

const rowsOf = (heading: string): ReadonlyArray<string> => {
  const [, rest = ""] = page.split(heading)
  const [table = ""] = rest.split(/\n\n/u)
  return Array.from(table.matchAll(/^\| `([^|]*)` +\|/gmu), ([, cell = ""]) => cell)
}

describe("docs/reference/command-modules.md", () => {
  it.live("shows a module that works as its manifest calls it", () => {
    const place = makePlace()
    const folder = join(place.room, "notes")
    mkdirSync(folder)
    const members = { id: "notes", description: "Notes", skills: [], hooks: [] }
    const commands = JSON.parse(`{${block("json", /^"commands"/u)}}`) as { readonly commands: [] }
    writeFileSync(join(folder, "capability.json"), JSON.stringify(manifestOf({ ...members, ...commands })))
    writeFileSync(join(folder, "notes.cjs"), block("js", /routeNotes/u))
    const notes = (...args: ReadonlyArray<string>) => runFamily({ family: "notes", args })
    return inPlace(place)(
      Effect.gen(function* () {
        yield* install(requestOf(folder))
        const document: unknown = JSON.parse(block("json", /"result"/u))
        const empty = yield* notes("list")
        assert.deepStrictEqual<unknown>(empty, document)
        assert.include(yield* notes("add", "Ask", "the bank"), { exitCode: 0, stdout: "noted\n" })
        assert.deepInclude(yield* notes("list"), { result: { notes: ["- Ask the bank"] } })
        assert.include(yield* notes("ad"), {
          exitCode: 1,
          stderr: "gsd x notes add TEXT, or gsd x notes list\n"
        })
      })
    )
  })

  it("names every member of the context and every variable", () => {
    const context = {
      family: "",
      capability: "",
      projectRoot: "",
      planningFolder: "",
      workingDirectory: "",
      json: true
    }
    const members = rowsOf("| member of `context`").flatMap((cell) => cell.split("`, `"))
    assert.sameMembers(members, [...Object.keys(context), "phase", "stdout", "stderr"])
    assert.sameMembers([...rowsOf("| variable ")], Object.keys(commandVariables(context)))
  })
})
