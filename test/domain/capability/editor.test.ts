import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import { getLanguageService, TextDocument } from "vscode-json-languageservice"

/** What VS Code itself answers with; it knows files and no network. */
const editor = getLanguageService({
  schemaRequestService: (uri) => Promise.resolve(readFileSync(fileURLToPath(uri), "utf8")),
  workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href }
})

const repository = join(import.meta.dirname, "../../..")
const example = join(repository, "examples/capabilities/v1/hello-hooks/capability.json")
const lane = join(repository, "test/data/first-party/coderabbit.json")
const host = join(repository, "test/data/first-party/codex.json")

/** The file with a value at a pointer, or without it, as it would stand in the example's folder. */
const changed = (file: string, pointer: string, value: unknown): string => {
  const whole: unknown = JSON.parse(readFileSync(file, "utf8"))
  const [last = "", ...path] = pointer.split("/").slice(1).toReversed()
  const holder = path.toReversed().reduce<unknown>((held, key) => Reflect.get(Object(held), key), whole)
  if (value === undefined) Reflect.deleteProperty(Object(holder), last)
  else Reflect.set(Object(holder), last, value)
  const $schema = "../../../../schema/capability.schema.json"
  return JSON.stringify(Object.assign({ $schema }, whole), null, 2)
}

const said = async (text: string, place = example) => {
  const document = TextDocument.create(pathToFileURL(place).href, "json", 1, text)
  const found = await editor.doValidation(document, editor.parseJSONDocument(document))
  return found.map(({ message, range }) => `${document.getText(range)}: ${message}`)
}

const hovered = async (member: string) => {
  const text = readFileSync(example, "utf8")
  const document = TextDocument.create(pathToFileURL(example).href, "json", 1, text)
  const at = document.positionAt(text.indexOf(`"${member}"`) + 1)
  const hover = await editor.doHover(document, at, editor.parseJSONDocument(document))
  return JSON.stringify(hover?.contents)
}

describe("capability.json in VS Code", () => {
  for (const file of globSync("examples/**/capability.json", { cwd: repository }))
    it(`finds the schema from ${file}, and nothing to say`, async () => {
      const path = join(repository, file)
      assert.deepStrictEqual(await said(readFileSync(path, "utf8"), path), [])
      const broken = readFileSync(path, "utf8").replace('"standard"', '"standart"')
      assert.lengthOf(await said(broken, path), 1)
    })

  const step = { point: "plan:pre", produces: [], consumes: [], onError: "skip" }
  const words = { point: "plan:pre", produces: [], consumes: [], fragment: { inline: "x" } }
  const probe = { kind: "command-capability", binary: "x", timeoutMs: 1 }

  for (const [name, file, pointer, value, message] of [
    ["an id", example, "/id", "Hello", '"Hello": must be a lower-case letter'],
    ["a version", example, "/version", "v1", '"v1": must be a SemVer 2.0.0 version'],
    ["a missing member", example, "/skills", undefined, 'Missing property "skills"'],
    ["a member of another role", example, "/reviewer", {}, "Property reviewer is not allowed."],
    ["a path out of the folder", example, "/hooks/0/script", "../x.sh", '"../x.sh": must stay inside'],
    [
      "two things to start",
      example,
      "/steps",
      [{ ...step, ref: { skill: "hello-notes", agent: "x" } }],
      "Matches multiple schemas when only one must validate."
    ],
    [
      "a role that the point has not",
      example,
      "/contributions",
      [{ ...words, into: "executor" }],
      '"executor": Value is not accepted. Valid values: "researcher", "planner", "checker".'
    ],
    ["a probe's missing member", lane, "/reviewer/probe", probe, 'Missing property "needle"'],
    ["a member of another probe", lane, "/reviewer/probe/needle", "x", "Property needle is not allowed."],
    ["an unknown member of a lane", lane, "/reviewer/binray", "x", "This member is unknown and ignored"],
    [
      "a removed switch of a host",
      host,
      "/runtime/hostBehaviors/reviewerCli",
      "x",
      "Removed. Declare a `reviewer` body instead"
    ]
  ] as const)
    it(`says in one sentence what is wrong with ${name}`, async () => {
      const found = await said(changed(file, pointer, value))
      assert.lengthOf(found, 1, found.join("\n"))
      assert.include(found[0], message)
    })

  it("says what a member is for", async () => {
    assert.include(await hovered("tier"), "Smallest install profile that holds it")
    assert.include(await hovered("skills"), "Stems of its skills")
    assert.include(await hovered("script"), "Script of the bundle to run")
  })
})
