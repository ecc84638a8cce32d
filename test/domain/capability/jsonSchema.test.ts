import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Option from "effect/Option"
import { isRawObject, itemsOf } from "../../../src/domain/capability/raw.ts"
import { capabilityJsonSchema } from "../../../src/domain/capability/jsonSchema/capabilityJsonSchema.ts"
import { consequenceOf, nodesOf, rewrite, type Node } from "../../../src/domain/capability/jsonSchema/node.ts"
import { validateManifest } from "../../../src/domain/capability/validateManifest.ts"
import { roles } from "../../../src/domain/capability/vocabulary.ts"

const schema = capabilityJsonSchema()

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
// Keywords of VS Code, which other readers skip.
ajv.addVocabulary(["patternErrorMessage", "enumDescriptions", "deprecationMessage"])
const check = ajv.compile(schema)

interface Member {
  readonly folder: string
  readonly manifest: unknown
  readonly origin?: "first-party" | "overlay"
}

interface Case extends Member {
  readonly name: string
  readonly manifests?: ReadonlyArray<Member>
}

const data = new URL("../../data/", import.meta.url)
const judged = readFileSync(new URL("manifest-cases.jsonl", data), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Case => JSON.parse(line))
  .flatMap((entry) => (entry.manifests ?? [entry]).map((member) => ({ name: entry.name, ...member })))
  .map(({ folder, manifest, name, origin }) => {
    const from = origin === "first-party" ? "first-party" : "third-party"
    return { name, manifest, validation: validateManifest({ folder, raw: manifest, origin: from }) }
  })

const share = (entries: typeof judged): number =>
  entries.filter(({ manifest }) => !check(manifest)).length / entries.length

/** A manifest of the role that has each of the members, and what both say of one member. */
const admits = (role: string, name: string) => {
  const raw = { role, [name]: [] }
  check(raw)
  const { problems } = validateManifest({ folder: "x", raw, origin: "third-party" })
  return {
    schema: !itemsOf(check.errors).some(
      (error) =>
        isRawObject(error) && error["keyword"] === "false schema" && error["instancePath"] === `/${name}`
    ),
    rule: !problems.some(({ pointer, rule }) => rule === "role.forbids" && pointer === `/${name}`)
  }
}

describe("capabilityJsonSchema", () => {
  it("is a schema of draft 2020-12", () => {
    assert.strictEqual(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
    assert.isTrue(ajv.validateSchema(schema))
  })

  it("refuses no case that the validator accepts", () => {
    const accepted = judged.filter(({ validation }) => validation.verdict !== "invalid")
    const refused = accepted.filter(({ manifest }) => !check(manifest)).map(({ name }) => name)
    assert.deepStrictEqual(refused, [])
    assert.isAbove(accepted.length, 500)
  })

  it("refuses no published manifest", () => {
    const folder = new URL("first-party/", data)
    const refused = readdirSync(folder).filter(
      (name) => !check(JSON.parse(readFileSync(new URL(name, folder), "utf8")))
    )
    assert.deepStrictEqual(refused, [])
  })

  it("catches at least 99 % of the cases of a wrong shape, and 85 % of all invalid ones", () => {
    const invalid = judged.filter(({ validation }) => validation.verdict === "invalid")
    const misshapen = invalid.filter(({ validation }) => Option.isNone(validation.manifest))
    const shares = { misshapen: share(misshapen), invalid: share(invalid) }
    assert.isAtLeast(shares.misshapen, 0.99, JSON.stringify(shares))
    assert.isAtLeast(shares.invalid, 0.85, JSON.stringify(shares))
    assert.isAbove(misshapen.length, 800)
  })

  it("misses of a wrong shape only what needs the range grammar", () => {
    const missed = judged
      .filter(({ manifest, validation }) => Option.isNone(validation.manifest) && check(manifest))
      .flatMap(({ validation }) => validation.problems.map(({ message }) => message))
    assert.deepStrictEqual(
      missed.filter((message) => !message.includes("must be a semver range")),
      []
    )
  })

  it("says of every member what it is for", () => {
    const silent: Array<string> = []
    const look = (node: Node): Node => {
      for (const [name, member] of Object.entries(nodesOf(node, "properties"))) {
        const isCondition =
          isRawObject(member) && ("const" in member || Object.keys(member).join() === "enum")
        const isOpen = !isRawObject(member)
        const says = isRawObject(member) && ("description" in member || "deprecationMessage" in member)
        if (!isCondition && !isOpen && !says) silent.push(name)
      }
      return node
    }
    rewrite(schema, look)
    assert.deepStrictEqual(silent, [])
  })

  it("forbids on each role the members that the rule forbids", () => {
    const bodies = itemsOf(schema["allOf"]).flatMap((one) =>
      Object.keys(nodesOf(consequenceOf(one), "properties"))
    )
    for (const role of roles)
      for (const name of new Set([...bodies, ...Object.keys(nodesOf(schema, "properties"))])) {
        const { rule, schema: told } = admits(role, name)
        assert.strictEqual(told, rule, `${name} on ${role}`)
      }
  })

  it("has no pattern that needs a flag, which editors do not set", () => {
    assert.notMatch(JSON.stringify(schema), /\(\?[ims]/)
  })

  it("is the file of the package", () => {
    const published = new URL("../../../schema/capability.schema.json", import.meta.url)
    assert.deepStrictEqual(JSON.parse(readFileSync(published, "utf8")), JSON.parse(JSON.stringify(schema)))
  })
})
