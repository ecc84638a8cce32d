/** A fenced block of a page, with where it stands and the paragraph before and after it. */
export interface Block {
  readonly info: string
  readonly text: string
  /** Line of its first fence, from 1. */
  readonly line: number
  readonly before: string
  readonly after: string
}

const paragraphs = (text: string): ReadonlyArray<string> =>
  text
    .split(/\n{2,}/u)
    .map((one) => one.trim())
    .filter((one) => one !== "")

/** Every fenced block of a page, in order. */
export const blocksOf = (page: string): ReadonlyArray<Block> => {
  const found = [...page.matchAll(/^(```+)(\S*)[^\n]*\n(.*?)^\1\n/gmsu)]
  return found.map((match, at) => {
    const [whole, , info = "", text = ""] = match
    const start = match.index
    const last = found[at - 1]
    const prose = page.slice(last === undefined ? 0 : last.index + last[0].length, start)
    const next = page.slice(start + whole.length, found[at + 1]?.index)
    return {
      info,
      text,
      line: page.slice(0, start).split("\n").length,
      before: paragraphs(prose).at(-1) ?? "",
      after: paragraphs(next)[0] ?? ""
    }
  })
}

/** What a page tells its reader to do. */
export type Deed =
  | {
      readonly kind: "run"
      readonly line: number
      readonly text: string
      /** What is typed when a question stands there; the command then has a terminal. */
      readonly answer?: string
      /** The output that the page shows. */
      readonly shown?: string
    }
  | { readonly kind: "save"; readonly line: number; readonly name: string; readonly text: string }

/**
 * The deeds of a page: a `sh` block is run, and a `text` block right behind it is its output; a block of another language
 * is saved where the paragraph before it says so (``Save this as `NAME`:``). A paragraph that says ``Answer `y` `` between
 * the two has the answer typed.
 */
export const deedsOf = (page: string): ReadonlyArray<Deed> => {
  const blocks = blocksOf(page)
  return blocks.flatMap((block, at): ReadonlyArray<Deed> => {
    const { after, before, info, line, text } = block
    const name = /\bSave this as\s`([^`]+)`:$/u.exec(before)?.[1]
    if (name !== undefined) return [{ kind: "save", line, name, text }]
    if (info !== "sh") return []
    const next = blocks[at + 1]
    const answer = /\bAnswer `([^`]+)`/u.exec(after)?.[1]
    return [
      {
        kind: "run",
        line,
        text,
        ...(answer === undefined ? {} : { answer }),
        ...(next?.info === "text" ? { shown: next.text } : {})
      }
    ]
  })
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&")

/** Whether an output is what a page shows: `…` stands for anything on a line, and alone on a line for any lines. */
export const isShown = (shown: string, output: string): boolean => {
  const lines = shown.trimEnd().split("\n")
  const pattern = lines
    .map((line) =>
      line.trim() === "…" ? "(?:.*\n)*?" : `${line.trimEnd().split("…").map(escaped).join(".*")}[ ]*\n`
    )
    .join("")
  return new RegExp(`^${pattern}$`, "u").test(`${output.trimEnd()}\n`)
}
