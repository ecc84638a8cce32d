import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { FamilyReport } from "../../../src/domain/family/finding.ts"
import * as FamilyFilesDisk from "../../../src/layers/family/FamilyFilesDisk.ts"
import { quickMember } from "../../../src/layers/family/quickMembers.ts"
import { familyValidate } from "../../../src/pipelines/familyValidate.ts"

interface Case {
  readonly name: string
  readonly rule: string
  readonly manifest: unknown
  readonly files: ReadonlyArray<string>
  readonly packageVersion?: string
  readonly skillVersion?: string
  readonly skillMd?: string
  readonly packageJson?: string
  readonly raw?: string
  readonly noManifest?: boolean
  readonly expect: FamilyReport["result"]
  /** Pointer of the offending place. */
  readonly path: string
}

const cases = readFileSync(join(import.meta.dirname, "../../data/family/cases.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Case => JSON.parse(line))

const put = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const skillOf = ({ skillMd, skillVersion }: Case): string | undefined =>
  skillMd ??
  (skillVersion === undefined ? undefined : `---\nname: x\nmetadata:\n  version: '${skillVersion}'\n---\n`)

const packageOf = ({ packageJson, packageVersion }: Case): string | undefined =>
  packageJson ?? (packageVersion === undefined ? undefined : JSON.stringify({ version: packageVersion }))

const lay = (folder: string, one: Case) => {
  mkdirSync(folder)
  for (const file of one.files) put(join(folder, file), "")
  const skill = skillOf(one)
  if (skill !== undefined) put(join(folder, "SKILL.md"), skill)
  const packageJson = packageOf(one)
  if (packageJson !== undefined) put(join(folder, "package.json"), packageJson)
  if (one.noManifest !== true) put(join(folder, "capability.json"), one.raw ?? JSON.stringify(one.manifest))
}

const root = mkdtempSync(join(tmpdir(), "gsd-family-"))
const reports: Array<FamilyReport> = []
/** Cases whose errors stand elsewhere. */
const misplaced: Array<string> = []

beforeAll(async () => {
  cases.forEach((one, index) => lay(join(root, `c${index}`), one))
  const folders = cases.map((_, index) => join(root, `c${index}`))
  reports.push(...(await Effect.runPromise(Effect.provide(familyValidate(folders), FamilyFilesDisk.layer))))
}, 60_000)

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

describe("familyValidate", () => {
  it("has cases of every result", () => {
    assert.deepStrictEqual([...new Set(cases.map((one) => one.expect))].toSorted(), [
      "invalid",
      "unsupported",
      "valid"
    ])
  })

  it.each(cases.map((one, index) => ({ ...one, index })))("$name", ({ expect, index, path }) => {
    const report = reports[index]
    assert.strictEqual(report?.result, expect, JSON.stringify(report?.findings))
    const errors = report?.findings.filter(({ severity }) => severity === "error") ?? []
    assert.strictEqual(errors.length > 0, expect !== "valid")
    assert.isTrue(
      report?.findings.every(({ code, hint, message }) => code !== "" && hint !== "" && message !== "")
    )
    if (expect !== "invalid" || path === "") return
    const near = errors.some(
      ({ pointer }) => pointer === path || pointer.startsWith(`${path}/`) || path.startsWith(`${pointer}/`)
    )
    if (!near) misplaced.push(`${path} but ${errors.map(({ pointer }) => pointer).join(" ")}`)
  })

  it("names the offending place, or one above or below it", () => {
    assert.deepStrictEqual(misplaced, [])
  })

  it("is what the quick way says where it says anything, as it does of every valid member", () => {
    const taken = reports.filter((report) => {
      const quick = quickMember(report.path)
      if (quick !== undefined) assert.deepStrictEqual(quick, report)
      return quick !== undefined
    })
    const results = (all: ReadonlyArray<FamilyReport>, result: FamilyReport["result"]) =>
      all.filter((one) => one.result === result).length
    assert.strictEqual(results(taken, "valid"), results(reports, "valid"))
    assert.isAbove(results(taken, "invalid"), 100)
  })
})
