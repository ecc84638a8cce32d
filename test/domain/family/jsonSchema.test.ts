import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { familyJsonSchema } from "../../../src/domain/family/jsonSchema.ts"
import { familyShape } from "../../../src/domain/family/shapes.ts"
import * as Result from "effect/Result"

interface Case {
  readonly name: string
  readonly manifest: unknown
  readonly raw?: string
  readonly expect: string
}

const cases = readFileSync(join(import.meta.dirname, "../../data/family/cases.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Case => JSON.parse(line))
  .filter(({ manifest, raw }) => manifest !== null && raw === undefined)

const ajv = new Ajv2020({ strict: false, allErrors: true })
const validate = ajv.compile(familyJsonSchema())

describe("familyJsonSchema", () => {
  it("refuses no valid manifest", () => {
    const valid = cases.filter((one) => one.expect === "valid")
    assert.isAbove(valid.length, 100)
    assert.deepStrictEqual(
      valid.filter(({ manifest }) => !validate(manifest)).map(({ name }) => name),
      []
    )
  })

  it("refuses what has not the shape, but for what no schema can say", () => {
    const wrong = cases.filter(
      (one) => one.expect === "invalid" && Result.isFailure(familyShape(one.manifest))
    )
    const missed = wrong.filter(({ manifest }) => validate(manifest)).map(({ name }) => name)
    assert.isAbove(wrong.length, 200)
    assert.deepStrictEqual(missed, [])
  })
})
