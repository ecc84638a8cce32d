import type * as SchemaAST from "effect/SchemaAST"
import { namesOf, objectsOf } from "../capability/shapeAst.ts"
import { nearest } from "../capability/suggest.ts"
import { isJsonObject, member, type JsonValue } from "../json/value.ts"
import { UserPolicy } from "../policy/policy.ts"
import { shown } from "../text/escape.ts"
import { subjectOf, type Finding } from "./finding.ts"

/** The user's policy as it lies there, and what is wrong with any policy in force. */
export interface PolicyFacts {
  readonly path: string
  /** Undefined when there is none, or it cannot be read. */
  readonly raw: JsonValue | undefined
  readonly unreadable: ReadonlyArray<{ readonly path: string; readonly problem: string }>
}

interface Unknown {
  readonly key: string
  readonly near: string | undefined
  readonly known: ReadonlyArray<string>
}

const fieldOf = (ast: SchemaAST.Objects, name: string): SchemaAST.AST | undefined =>
  ast.propertySignatures.find((field) => field.name === name)?.type

const unknownIn = (raw: JsonValue, ast: SchemaAST.AST, prefix: string): ReadonlyArray<Unknown> => {
  const objects = objectsOf(ast)
  if (!isJsonObject(raw) || objects.length === 0) return []
  const known = objects.flatMap(namesOf)
  return Object.keys(raw).flatMap((key): ReadonlyArray<Unknown> => {
    if (!known.includes(key)) return [{ key: prefix + key, near: nearest(key, known), known }]
    const fields = objects.flatMap((one) => fieldOf(one, key) ?? [])
    return fields.flatMap((field) => unknownIn(member(raw, key) ?? null, field, `${prefix}${key}.`))
  })
}

/** Judges the policies: a key that is not known forbids nothing, whatever its author meant it to forbid. */
export const judgePolicy = (facts: PolicyFacts): ReadonlyArray<Finding> => [
  ...facts.unreadable.map(({ path, problem }): Finding => ({
    kind: "policy-unreadable",
    subject: subjectOf(path),
    message: shown`The policy ${path} cannot be read: ${problem}`,
    hint: "Correct the file, or move it away; until then installs are refused",
    fix: "none"
  })),
  ...unknownIn(facts.raw ?? null, UserPolicy.ast, "").map(({ key, known, near }): Finding => ({
    kind: "policy-key-unknown",
    subject: subjectOf(`${facts.path}: ${key}`),
    message: shown`${facts.path} has the key ${key}, which is not known: it forbids nothing`,
    hint: near === undefined ? shown`Known there are ${known.join(", ")}` : shown`Did you mean ${near}?`,
    fix: "none"
  }))
]
