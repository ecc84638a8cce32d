import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { declaredFiles } from "../../../src/domain/capability/declaredFiles.ts"
import { firstPartyIds } from "../../../src/domain/capability/firstPartyIds.ts"
import { judgeFiles } from "../../../src/domain/capability/judgeFiles.ts"
import { validateManifest } from "../../../src/domain/capability/validateManifest.ts"
import { scaffold } from "../../../src/domain/scaffold/scaffold.ts"
import { scaffoldRoles, type ScaffoldFile } from "../../../src/domain/scaffold/ScaffoldFile.ts"
import { nextSteps } from "../../../src/domain/scaffold/scaffolded.ts"
import { satisfies } from "../../../src/domain/version/range.ts"
import { gsdApiVersion } from "../../../src/domain/version/gsdApiVersion.ts"

const schema = new URL("../../../schema/capability.schema.json", import.meta.url)
const check = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(schema, "utf8")))

const filesOf = (id: string, role: "feature" | "reviewer", at?: string): ReadonlyArray<ScaffoldFile> =>
  Result.getOrThrow(scaffold({ id, role, schema: at }))

const manifestOf = (files: ReadonlyArray<ScaffoldFile>): Record<string, unknown> =>
  JSON.parse(files.find(({ path }) => path === "capability.json")?.text ?? "")

const refusalOf = (id: string, role: "feature" | "reviewer" = "feature") =>
  Option.getOrThrow(Result.getFailure(scaffold({ id, role, schema: undefined })))

describe("scaffold", () => {
  for (const role of scaffoldRoles)
    for (const id of ["owl", "a", "my-notes-2", "x-", "docs"]) {
      it(`makes a ${role} \`${id}\` of which nothing can be said, whole and with its files`, () => {
        const files = filesOf(id, role, "../schema.json")
        const { manifest, problems, verdict } = validateManifest({
          folder: id,
          raw: manifestOf(files),
          origin: "third-party"
        })
        assert.deepStrictEqual({ problems, verdict }, { problems: [], verdict: "valid" })
        const paths = files.map(({ path }) => path)
        assert.deepStrictEqual(judgeFiles(declaredFiles(Option.getOrThrow(manifest)), paths), [])
        assert.isTrue(check(manifestOf(files)))
      })
    }

  it("works with this gsd", () => {
    for (const role of scaffoldRoles) {
      const engines = Object(manifestOf(filesOf("owl", role))["engines"])
      assert.isTrue(satisfies(gsdApiVersion, engines.gsd))
    }
  })

  it("makes scripts executable, and nothing else", () => {
    for (const role of scaffoldRoles)
      for (const { executable, path, text } of filesOf("owl", role)) {
        assert.strictEqual(executable, path.startsWith("hooks/"))
        assert.strictEqual(executable, text.startsWith("#!"))
      }
  })

  it("says in every file what is to be edited", () => {
    for (const role of scaffoldRoles)
      for (const { path, text } of filesOf("owl", role)) assert.match(text, /Edit me/i, path)
  })

  it("names the schema first when there is one, and not at all otherwise", () => {
    assert.strictEqual(Object.keys(manifestOf(filesOf("owl", "feature", "../s.json")))[0], "$schema")
    assert.notProperty(manifestOf(filesOf("owl", "feature")), "$schema")
  })

  for (const id of [
    "",
    "Owl",
    "1owl",
    "my_notes",
    "a/b",
    "..",
    "constructor",
    "__proto__",
    "ö",
    "gsd-x",
    "a\n"
  ])
    it(`refuses the id ${JSON.stringify(id)} in the validator's words`, () => {
      const raw = { ...manifestOf(filesOf("owl", "feature")), id, skills: [] }
      const told = validateManifest({ folder: id, raw, origin: "third-party" }).problems
      const refusal = refusalOf(id)
      assert.deepStrictEqual(refusal.problems, told)
      assert.include(refusal.message, told[0]?.message ?? "nothing")
      assert.strictEqual(refusal.hints[0], told[0]?.hint)
    })

  it("refuses an id that no folder can have on every system", () => {
    assert.strictEqual(refusalOf("con").problems[0].rule, "bundle.reserved-name")
    assert.strictEqual(refusalOf("a".repeat(300)).problems[0].rule, "bundle.name-too-long")
  })

  it("refuses an id of ours, which an install would", () => {
    for (const id of firstPartyIds) assert.strictEqual(refusalOf(id).problems[0].rule, "envelope.id-reserved")
  })
})

describe("nextSteps", () => {
  it("names the folder as a source that can be installed from, as one word of a shell", () => {
    const first = (relative: string) => nextSteps(relative)[2]?.command
    assert.strictEqual(first("owl"), "gsd capability install ./owl")
    assert.strictEqual(first(""), "gsd capability install .")
    assert.strictEqual(first("../owl"), "gsd capability install ../owl")
    assert.strictEqual(first("..owl/a"), "gsd capability install ./..owl/a")
    assert.strictEqual(first("it's here/owl"), "gsd capability install './it'\\''s here/owl'")
  })
})
