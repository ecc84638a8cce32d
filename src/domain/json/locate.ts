import { createScanner } from "jsonc-parser"
import type { JSONScanner } from "jsonc-parser"
import * as JsonPointer from "effect/JsonPointer"
import * as Option from "effect/Option"
import { positionAt } from "./position.ts"
import type { Position, SourceText } from "./position.ts"
import { nextToken, token } from "./token.ts"

/** Moves past the value whose first token is `kind`. */
const skipValue = (scanner: JSONScanner, kind: number): void => {
  let depth = 0
  let current = kind
  for (;;) {
    if (current === token.openBrace || current === token.openBracket) depth++
    if (current === token.closeBrace || current === token.closeBracket) depth--
    if (depth <= 0 || current === token.end) return
    current = nextToken(scanner)
  }
}

interface Found {
  /** Where the member starts: its key in an object, its value in an array. */
  readonly at: number
  /** First token of its value. */
  readonly kind: number
}

const findMember = (scanner: JSONScanner, wanted: string): Found | undefined => {
  let kind = nextToken(scanner)
  while (kind === token.string) {
    const at = scanner.getTokenOffset()
    const isWanted = scanner.getTokenValue() === wanted
    nextToken(scanner)
    kind = nextToken(scanner)
    if (isWanted) return { at, kind }
    skipValue(scanner, kind)
    if (nextToken(scanner) !== token.comma) return undefined
    kind = nextToken(scanner)
  }
  return undefined
}

const findItem = (scanner: JSONScanner, wanted: string): Found | undefined => {
  for (let index = 0; ; index++) {
    const kind = nextToken(scanner)
    if (kind === token.closeBracket || kind === token.end) return undefined
    if (String(index) === wanted) return { at: scanner.getTokenOffset(), kind }
    skipValue(scanner, kind)
    if (nextToken(scanner) !== token.comma) return undefined
  }
}

/**
 * Position of the member an RFC 6901 pointer names: its key in an object, its value in an array.
 * A pointer whose last parts do not exist (a missing field) gives the nearest ancestor that does; none when
 * the pointer is malformed. Cost is linear in the text.
 */
export const locateIn = (source: SourceText, pointer: string): Option.Option<Position> => {
  if (pointer !== "" && !pointer.startsWith("/")) return Option.none()
  const scanner = createScanner(source.text, false)
  let kind = nextToken(scanner)
  let at = scanner.getTokenOffset()
  for (const part of pointer.split("/").slice(1)) {
    const wanted = JsonPointer.unescapeToken(part)
    const found: Found | undefined =
      kind === token.openBrace
        ? findMember(scanner, wanted)
        : kind === token.openBracket
          ? findItem(scanner, wanted)
          : undefined
    if (found === undefined) break
    at = found.at
    kind = found.kind
  }
  return Option.some(positionAt(source, at))
}
