import * as Result from "effect/Result"

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const parsed = (text: string, maxDepth: number): unknown => {
  if (/\\u[dD]/u.test(text) || text.includes(`\n${"  ".repeat(maxDepth)}`)) return undefined
  const value: unknown = JSON.parse(text)
  return `${JSON.stringify(value, null, 2)}\n` === text ? value : undefined
}

/**
 * Value of bytes that are exactly what JSON.stringify writes with two blanks and a final line end, as our own files
 * are; undefined for all others, which are then read the strict way.
 *
 * Such a text has no comment, no key twice and no odd number, so the platform's own parser is enough, and much quicker.
 * `maxDepth` is as for `readJson`: deeper ones are told by their indentation. Halves of surrogate pairs are left to the
 * strict reader.
 */
export const canonicalValue = (bytes: Uint8Array, maxDepth: number): unknown =>
  Result.getOrElse(
    Result.try(() => parsed(decoder.decode(bytes), maxDepth)),
    () => undefined
  )
