import * as Result from "effect/Result"
import type { JsonValue } from "../../json/value.ts"
import { frontmatterOf, partFrontmatter } from "../../planning/frontmatter.ts"
import { looseFrontmatter } from "./looseFrontmatter.ts"
import type { DialectProblem } from "./problem.ts"

/** A text in its two parts, read. */
export interface SourceDocument {
  /** Empty when there is none. */
  readonly front: ReadonlyMap<string, JsonValue>
  /** What follows, byte for byte; without the byte order mark. */
  readonly body: string
  /** How the lines of a front matter end that stands before this body. */
  readonly lineEnd: "\n" | "\r\n"
  /** Whether the front matter is no YAML and was read line by line. */
  readonly loose: boolean
}

const lineEndOf = (text: string): "\n" | "\r\n" => (/\r?\n/u.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n")

/**
 * Reads a text: YAML between two lines of dashes at its very start, else, when that is no YAML (`hint: [a] [b]`,
 * `description: Use: this`), `key: text` line by line. Fails when the front matter has no end, or is neither. Total.
 */
export const readDocument = (text: string): Result.Result<SourceDocument, DialectProblem> => {
  const unreadable = (reason: string) =>
    Result.fail<DialectProblem>({ _tag: "FrontmatterUnreadable", reason })
  const plain = text.replace(/^\ufeff/u, "")
  const parted = partFrontmatter(plain)
  if (Result.isFailure(parted)) return unreadable(parted.failure)
  const { body, front = "" } = parted.success
  const strict = frontmatterOf(plain)
  const lineEnd = lineEndOf(plain)
  if (Result.isSuccess(strict))
    return Result.succeed({ front: new Map(Object.entries(strict.success)), body, lineEnd, loose: false })
  const loose = looseFrontmatter(front)
  return loose === undefined
    ? unreadable(strict.failure)
    : Result.succeed({ front: loose, body, lineEnd, loose: true })
}
