import * as Result from "effect/Result"
import { isJsonObject, member, type JsonObject, type JsonValue } from "../json/value.ts"
import { readJson } from "../json/intake.ts"
import { limits } from "../limits.ts"
import { shown } from "../text/escape.ts"

/** What is to be done, as a tracker tells it; it takes the place of all five fields of the plan. */
export interface TaskContent {
  /** Null when the tracker says nothing of it. */
  readonly action: string | null
  readonly verify: string | null
  readonly acceptanceCriteria: ReadonlyArray<string>
  /** Paths from the project's root. */
  readonly readFirst: ReadonlyArray<string>
  readonly done: string | null
}

/** What a resolver printed, read. */
export interface ReadContent {
  readonly content: TaskContent
  /** No field of it says anything. */
  readonly isEmpty: boolean
  readonly warnings: ReadonlyArray<string>
}

/** Why what a resolver printed is no content of a task. */
export interface Unreadable {
  readonly problem: "not-json" | "not-an-object" | "wrong-type"
  /** The member that has the wrong type. */
  readonly member?: string
  /** As a clause behind the name of the program. */
  readonly detail: string
}

const texts = ["description", "verify", "done"] as const
const lists = ["acceptance_criteria", "read_first"] as const
const known: ReadonlySet<string> = new Set([...texts, ...lists])

/** Names of unknown members that are told; a hostile answer may have any number. */
const mostUnknown = 5

const kindOf = (value: JsonValue): string => {
  if (Array.isArray(value)) return "a list"
  return isJsonObject(value) ? "an object" : `a ${typeof value}`
}

const wrongType = (name: string, wanted: string, value: JsonValue): Unreadable => ({
  problem: "wrong-type",
  member: name,
  detail: `its \`${name}\` must be ${wanted} and is ${kindOf(value)}`
})

/** Null and a blank text say nothing. */
const textAt = (
  object: JsonObject,
  name: (typeof texts)[number]
): Result.Result<string | null, Unreadable> => {
  const value = member(object, name) ?? null
  if (value === null) return Result.succeed(null)
  if (typeof value !== "string") return Result.fail(wrongType(name, "a text", value))
  return Result.succeed(value.trim() === "" ? null : value)
}

const listAt = (
  object: JsonObject,
  name: (typeof lists)[number]
): Result.Result<ReadonlyArray<string>, Unreadable> => {
  const value = member(object, name) ?? null
  if (value === null) return Result.succeed([])
  if (!Array.isArray(value)) return Result.fail(wrongType(name, "a list of texts", value))
  const given: ReadonlyArray<JsonValue> = value
  const items: Array<string> = []
  for (const [index, item] of given.entries()) {
    if (typeof item !== "string") return Result.fail(wrongType(`${name}/${index}`, "a text", item))
    if (item.trim() !== "") items.push(item)
  }
  return Result.succeed(items)
}

const unknownMembers = (object: JsonObject): ReadonlyArray<string> => {
  const names = Object.keys(object).filter((name) => !known.has(name))
  if (names.length === 0) return []
  const told = names.slice(0, mostUnknown).map((name) => shown`\`${name}\``)
  const more = names.length > mostUnknown ? ` and ${names.length - mostUnknown} more` : ""
  return [`Members of its answer that nobody knows are ignored: ${told.join(", ")}${more}`]
}

const saysMore = (content: TaskContent): boolean =>
  content.verify !== null ||
  content.done !== null ||
  content.acceptanceCriteria.length > 0 ||
  content.readFirst.length > 0

const asObject = (value: unknown): Result.Result<JsonObject, Unreadable> =>
  isJsonObject(value)
    ? Result.succeed(value)
    : Result.fail({ problem: "not-an-object", detail: "it printed JSON that is no object" })

const contentOf = (object: JsonObject) =>
  Result.gen(function* () {
    const content: TaskContent = {
      action: yield* textAt(object, "description"),
      verify: yield* textAt(object, "verify"),
      acceptanceCriteria: yield* listAt(object, "acceptance_criteria"),
      readFirst: yield* listAt(object, "read_first"),
      done: yield* textAt(object, "done")
    }
    const isWithout = content.action === null && saysMore(content)
    return {
      content,
      isEmpty: content.action === null && !isWithout,
      warnings: [
        ...(isWithout ? ["The tracker has no description, so that nothing says what is to be done"] : []),
        ...unknownMembers(object)
      ]
    } satisfies ReadContent
  })

/**
 * Reads what a resolver printed: one JSON object with `description`, `verify` and `done` as texts, `acceptance_criteria`
 * and `read_first` as lists of texts, each of which may be absent or null. Total.
 */
export const readContent = (stdout: Uint8Array): Result.Result<ReadContent, Unreadable> =>
  Result.flatMap(
    Result.mapError(
      readJson(stdout, { maxBytes: limits.taskContentBytes, maxDepth: limits.jsonDepth }),
      ({ message }): Unreadable => ({
        problem: "not-json",
        detail: `what it printed is not JSON: ${message}`
      })
    ),
    ({ value }) => Result.flatMap(asObject(value), contentOf)
  )
