import * as Result from "effect/Result"
import { decodeText } from "../json/decodeText.ts"
import { limits } from "../limits.ts"
import { shownBlock } from "../review/fence.ts"

const fenceLine = /^ {0,3}(`{3,}|~{3,})(.*)$/u

/** The code fence that a text leaves open; empty when it leaves none. */
const openFence = (text: string): string => {
  let open = ""
  if (!/```|~~~/u.test(text)) return open
  for (const line of text.split("\n")) {
    const [, fence = "", rest = ""] = fenceLine.exec(line) ?? []
    if (fence === "") continue
    if (open === "") open = fence.startsWith("`") && rest.includes("`") ? "" : fence
    else if (fence.startsWith(open) && rest.trim() === "") open = ""
  }
  return open
}

/** What a text leaves open would hide what comes after it from a reader of Markdown, so it is closed. */
const closed = (text: string): string => {
  const fence = openFence(text)
  const comment = text.lastIndexOf("<!--") > text.lastIndexOf("-->") ? ["-->"] : []
  return [text, ...(fence === "" ? [] : [fence]), ...comment].join("\n")
}

/** Texts of visible characters are most texts. */
const plainText = /^[\t\n\u0020-\u007e]*$/u

const madeVisible = (text: string): string => (plainText.test(text) ? text : shownBlock(text))

/**
 * Text of a hook as an agent is given it: hidden characters but tabs and line ends are made visible, CR LF is LF,
 * line ends at the end are dropped, and a code fence or comment that is left open is closed. Fails with why it is none,
 * as a clause.
 */
export const fragmentOf = (text: string): Result.Result<string, string> => {
  const bytes = new TextEncoder().encode(text).length
  if (bytes > limits.fragmentBytes)
    return Result.fail(`it has ${bytes} bytes, ${limits.fragmentBytes} are the most`)
  if (text.includes("\u0000")) return Result.fail("it is no text: it holds a NUL")
  return Result.succeed(closed(madeVisible(text).replace(/\n+$/u, "")))
}

/** The same of the bytes of a file, which must be UTF-8. */
export const fragmentOfBytes = (bytes: Uint8Array): Result.Result<string, string> =>
  Result.flatMap(
    Result.mapError(decodeText(bytes), ({ encoding, offset }) =>
      encoding === "invalid UTF-8" ? `byte ${offset} is no UTF-8` : `it is ${encoding}, not UTF-8`
    ),
    ({ text }) => fragmentOf(text)
  )
