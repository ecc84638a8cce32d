import { memoize } from "effect/Function"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import type { RawObject } from "./raw.ts"
import { hasOwn, isRawObject, itemsOf, keysOf, own, pointerOf, quote, quoteAll } from "./raw.ts"
import {
  commonFieldsOf,
  discriminatorOf,
  expectedOf,
  literalsOf,
  membersOf,
  namesOf,
  objectsOf,
  tagsOf
} from "./shapeAst.ts"
import { nearest } from "./suggest.ts"

/** One place where a raw value does not have the shape its schema asks for. `hint` may be empty. */
export interface ShapeIssue {
  readonly path: ReadonlyArray<string>
  readonly message: string
  readonly hint: string
  /** Path of a member that was probably meant to be the missing one at `path`. */
  readonly misspelt?: ReadonlyArray<string>
}

type Path = ReadonlyArray<string>
type Issues = ReadonlyArray<ShapeIssue>

const kindOf = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "an array"
      : typeof value === "object"
        ? "an object"
        : `a ${typeof value}`

const step = (value: unknown, key: PropertyKey): unknown =>
  Array.isArray(value) ? itemsOf(value)[Number(key)] : own(value, String(key))

const subject = (path: Path): string => {
  const last = path.at(-1)
  if (last === undefined) return "The manifest"
  const holder = path.at(-2)
  return holder !== undefined && /^[0-9]+$/u.test(last) ? `Entry ${last} of ${quote(holder)}` : quote(last)
}

const didYouMean = (written: unknown, names: ReadonlyArray<string>): string => {
  const near = typeof written === "string" ? nearest(written, names) : undefined
  return near === undefined ? "" : `Did you mean ${quote(near)}?`
}

const chooseOne = "Choose one of them"

const missing = (path: Path, parent: unknown, known: ReadonlyArray<string>): ShapeIssue => {
  const name = path.at(-1) ?? ""
  const strangers = keysOf(parent).filter((key) => !known.includes(key))
  const near = strangers.find((key) => nearest(key, [name]) !== undefined)
  const message = `${quote(name)} is required`
  if (near === undefined) return { path, message, hint: `Add ${quote(name)}` }
  const misspelt = [...path.slice(0, -1), near]
  return { path, message, hint: `Rename ${quote(near)} to ${quote(name)}`, misspelt }
}

const wrongType = (path: Path, value: unknown, ast: Parameters<typeof expectedOf>[0]): ShapeIssue => {
  const literals = literalsOf(ast)
  const rest = membersOf(ast).filter((member) => member._tag !== "Literal")
  const others = rest.length === 0 ? "" : ` or ${[...new Set(rest.map(expectedOf))].join(" or ")}`
  if (literals.length > 1) {
    const message = `${subject(path)} must be one of ${quoteAll(literals)}${others}`
    return { path, message, hint: didYouMean(value, literals) || chooseOne }
  }
  const expected = expectedOf(ast)
  return {
    path,
    message: `${subject(path)} must be ${expected}, not ${kindOf(value)}`,
    hint: didYouMean(value, literals) || `Make it ${expected}`
  }
}

/** Leaf issues that say a required member of this very object is absent. */
const missingKeys = (issue: SchemaIssue.Issue): ReadonlyArray<string> =>
  issue._tag !== "Composite"
    ? []
    : issue.issues.flatMap((inner) =>
        inner._tag === "Pointer" && inner.issue._tag === "MissingKey" ? inner.path.map(String) : []
      )

const ofComposite = (issue: SchemaIssue.Composite, path: Path, value: unknown): Issues => {
  const absent = missingKeys(issue)
  const known = namesOf(issue.ast)
  if (issue.ast._tag === "Arrays" && absent.length > 0) {
    return [{ path, message: `${subject(path)} must not be empty`, hint: "" }]
  }
  // One problem for an object that holds nothing of what is asked, instead of one for each member.
  if (path.length > 0 && absent.length > 1 && keysOf(value).every((key) => !known.includes(key))) {
    return [{ path, message: `${subject(path)} must hold ${quoteAll(absent)}`, hint: "" }]
  }
  return issue.issues.flatMap((inner) =>
    inner._tag === "Pointer" && inner.issue._tag === "MissingKey"
      ? [missing([...path, ...inner.path.map(String)], value, known)]
      : walk(inner, path, value)
  )
}

const ofExclusive = (issue: SchemaIssue.AnyOf, path: Path, value: unknown): Issues => {
  const begun = issue.issues.find((candidate) => missingKeys(candidate).length === 0)
  if (begun !== undefined) return walk(begun, path, value)
  const absent = issue.issues.map((candidate) => missingKeys(candidate).join())
  const first = issue.issues[0]
  if (first !== undefined && new Set(absent).size === 1) return walk(first, path, value)
  const names = [...new Set(absent)]
  const stranger = keysOf(value).find((key) => nearest(key, names) !== undefined)
  return [
    {
      path,
      message: `${subject(path)} must hold exactly one of ${quoteAll(names)}`,
      hint: stranger === undefined ? "" : didYouMean(stranger, names)
    }
  ]
}

const parserOf = memoize((ast: SchemaAST.AST) =>
  SchemaParser.decodeUnknownResult(Schema.make<Schema.Codec<unknown>>(ast), { errors: "all" })
)

/** Problems of the members that are the same whatever the discriminator says. */
const ofCommon = (ast: SchemaAST.AST, path: Path, value: RawObject): Issues =>
  commonFieldsOf(objectsOf(ast)).flatMap(({ name, type, isOptional }) => {
    const at = [...path, name]
    if (!hasOwn(value, name)) return isOptional ? [] : [missing(at, value, objectsOf(ast).flatMap(namesOf))]
    const decoded = parserOf(type)(value[name])
    return Result.isFailure(decoded) ? walk(decoded.failure, at, value[name]) : []
  })

/** Problems inside the member that the discriminator chooses; undefined when the union has none. */
const ofTagged = (issue: SchemaIssue.AnyOf, path: Path, value: RawObject): Issues | undefined => {
  const discriminator = discriminatorOf(objectsOf(issue.ast))
  if (discriminator === undefined) return undefined
  const { name, literals } = discriminator
  if (Object.keys(value).length === 0)
    return [{ path, message: `${subject(path)} must hold ${quote(name)}`, hint: `Add ${quote(name)}` }]
  if (!hasOwn(value, name))
    return [
      missing([...path, name], value, objectsOf(issue.ast).flatMap(namesOf)),
      ...ofCommon(issue.ast, path, value)
    ]
  const written = value[name]
  const chosen =
    typeof written === "string"
      ? issue.issues.find(
          (candidate) => candidate._tag === "Composite" && tagsOf(candidate.ast, name).includes(written)
        )
      : undefined
  if (chosen !== undefined) return walk(chosen, path, value)
  const message = `${quote(name)} must be one of ${quoteAll(literals)}`
  const wrong = { path: [...path, name], message, hint: didYouMean(written, literals) || chooseOne }
  return [wrong, ...ofCommon(issue.ast, path, value)]
}

const ofUnion = (issue: SchemaIssue.AnyOf, path: Path, value: unknown): Issues => {
  const tagged = isRawObject(value) ? ofTagged(issue, path, value) : undefined
  if (tagged !== undefined) return tagged
  const only = issue.issues.length === 1 ? issue.issues[0] : undefined
  if (only !== undefined && only._tag !== "AnyOf") return walk(only, path, value)
  return isRawObject(value) && objectsOf(issue.ast).length > 0
    ? ofExclusive(issue, path, value)
    : [wrongType(path, value, issue.ast)]
}

const ofFilter = (issue: SchemaIssue.Filter, path: Path): ShapeIssue => {
  const inner = issue.issue
  const own =
    inner._tag === "InvalidValue" && typeof inner.annotations?.message === "string"
      ? inner.annotations.message
      : undefined
  const stated = issue.filter.annotations?.["message"]
  const expected = issue.filter.annotations?.["expected"]
  const text = own ?? (typeof stated === "string" ? stated : `must be ${String(expected ?? "another value")}`)
  return { path, message: `${subject(path)} ${text}`, hint: "" }
}

const walk = (issue: SchemaIssue.Issue, path: Path, value: unknown): Issues => {
  switch (issue._tag) {
    case "Pointer": {
      const below = issue.path.reduce<unknown>(step, value)
      return walk(issue.issue, [...path, ...issue.path.map(String)], below)
    }
    case "Composite":
      return ofComposite(issue, path, value)
    case "AnyOf":
      return ofUnion(issue, path, value)
    case "Filter":
      return [ofFilter(issue, path)]
    case "Encoding":
      return walk(issue.issue, path, value)
    case "InvalidType":
      return [wrongType(path, value, issue.ast)]
    default:
      return [{ path, message: `${subject(path)} has a value that is not allowed`, hint: "" }]
  }
}

/** Turns a schema issue into problems of shape, one per place: the first finding at a pointer wins. Order follows the schema. */
export const shapeIssuesOf = (issue: SchemaIssue.Issue, raw: unknown): ReadonlyArray<ShapeIssue> => {
  const byPointer = new Map<string, ShapeIssue>()
  for (const found of walk(issue, [], raw)) {
    const pointer = pointerOf(...found.path)
    if (!byPointer.has(pointer)) byPointer.set(pointer, found)
  }
  return [...byPointer.values()]
}
