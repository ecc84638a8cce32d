import type { Edit } from "../install/receipt.ts"
import { limits } from "../limits.ts"
import { cut, hunksBetween, type Hunk } from "../text/diff.ts"
import { shown, visible, type Visible } from "../text/escape.ts"
import type { PlannedWiring } from "./planWiring.ts"

const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|[^\S\n]+|[^\s{}[\],:"/]+|[^]/gu

/** Tokens that both sides of a one-line change start or end with, beyond which only the nearest are shown. */
const longestRun = 40

const nearest = 12

const tokensOf = (text: string): ReadonlyArray<string> => text.match(token) ?? []

const isBlank = (text: string): boolean => text.trim() === ""

const isSyntax = (text: string): boolean => isBlank(text) || /^[{}[\],:]$/u.test(text)

const isKey = (tokens: ReadonlyArray<string>, at: number): boolean =>
  tokens[at]?.startsWith('"') === true && tokens.slice(at + 1).find((text) => !isBlank(text)) === ":"

const maskOf = (text: string): string => {
  if (text.startsWith('"')) return '"…"'
  if (text.startsWith("//")) return "// …"
  return text.startsWith("/*") ? "/* … */" : "…"
}

/** Values and comments that are not ours are masked: settings files hold keys to other services. Names of members stay. */
const masked = (tokens: ReadonlyArray<string>, ours: ReadonlySet<string>): ReadonlyArray<string> =>
  tokens.map((text, at) => (isSyntax(text) || ours.has(text) || isKey(tokens, at) ? text : maskOf(text)))

const isLong = (run: ReadonlyArray<string>): boolean => run.length > longestRun && !run.includes("\n")

/** Long beginnings and ends that both sides share are cut to what is next to the change. */
const clipped = (side: ReadonlyArray<string>, shared: { readonly start: number; readonly end: number }) => {
  const start = side.slice(0, shared.start)
  const end = side.slice(side.length - shared.end)
  return [
    ...(isLong(start) ? ["… ", ...start.slice(-nearest)] : start),
    ...side.slice(shared.start, side.length - shared.end),
    ...(isLong(end) ? [...end.slice(0, nearest), " …"] : end)
  ]
}

const sharedStart = (left: ReadonlyArray<string>, right: ReadonlyArray<string>, most: number): number => {
  let count = 0
  while (count < most && left[count] === right[count]) count += 1
  return count
}

const sideOf = (hunk: Hunk, sign: "-" | "+"): ReadonlyArray<string> =>
  tokensOf(
    hunk.lines
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join("\n")
  )

const linesOf = (sign: "-" | "+", tokens: ReadonlyArray<string>): ReadonlyArray<Visible> =>
  tokens.length === 0
    ? []
    : tokens
        .join("")
        .split("\n")
        .map((line) => visible(`${sign}${line.replace(/\r$/u, "")}`, limits.shownCharacters))

const hunkLines = (hunk: Hunk, ours: ReadonlySet<string>): ReadonlyArray<Visible> => {
  const [removed, added] = [masked(sideOf(hunk, "-"), ours), masked(sideOf(hunk, "+"), ours)]
  const most = Math.min(removed.length, added.length)
  const start = sharedStart(removed, added, most)
  const shared = { start, end: sharedStart(removed.toReversed(), added.toReversed(), most - start) }
  return [hunk.head, ...linesOf("-", clipped(removed, shared)), ...linesOf("+", clipped(added, shared))]
}

/** What a person may be shown of a file: the words of gsd's own entries, before and after. */
const ownTokens = ({ wiring }: PlannedWiring["file"]["row"]): ReadonlySet<string> =>
  new Set(
    [wiring?.old, wiring?.now].flatMap((one) => one?.entries ?? []).flatMap((one) => tokensOf(one.element))
  )

const textOf = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? "" : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)

const diffOf = ({ after, before, row }: PlannedWiring["file"]): ReadonlyArray<Visible> => {
  const ours = ownTokens(row)
  const hunks = hunksBetween(textOf(before), textOf(after), 0)
  return [
    before === undefined ? shown`--- /dev/null` : shown`--- ${row.path}`,
    after === undefined ? shown`+++ /dev/null` : shown`+++ ${row.path}`,
    ...(hunks?.flatMap((hunk) => hunkLines(hunk, ours)) ?? [shown`too different to show`])
  ]
}

/** The edits that planned wirings make, as diffs to show: what gsd adds and takes out, and no value of anybody else. */
export const editsOf = (planned: ReadonlyArray<PlannedWiring>): ReadonlyArray<Edit> =>
  planned
    .filter(({ file }) => file.row.before !== file.row.after)
    .map(({ file }) => ({ file: file.row.path, diff: cut(diffOf(file), limits.shownDiffLines).join("\n") }))
