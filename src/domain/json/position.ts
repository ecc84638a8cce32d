/** Place in a text file. `offset` counts bytes from 0 (a byte order mark included), `line` and `column` count from 1, a column is one UTF-16 unit. */
export interface Position {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** Text of one file together with the bytes that stood before it (3 for a UTF-8 byte order mark, else 0). */
export interface SourceText {
  readonly text: string
  readonly skippedBytes: number
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

const bytesOf = (unit: number): number => {
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  // Half of a pair: the two halves together take four bytes.
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3
}

/** Position of the UTF-16 index `at` in `source`. LF, CR and CRLF each end one line. Cost is linear in `at`. */
export const positionAt = (source: SourceText, at: number): Position => {
  let offset = source.skippedBytes
  let line = 1
  let lineStart = 0
  for (let index = 0; index < at; index++) {
    const unit = source.text.charCodeAt(index)
    offset += bytesOf(unit)
    const endsLine =
      unit === lineFeed || (unit === carriageReturn && source.text.charCodeAt(index + 1) !== lineFeed)
    if (endsLine) {
      line++
      lineStart = index + 1
    }
  }
  return { offset, line, column: at - lineStart + 1 }
}
