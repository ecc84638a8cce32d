import { isLoopPoint, type LoopHookKind, type LoopPoint } from "../capability/loopContract.ts"
import { quote, quoteAll } from "../capability/raw.ts"
import { kindWords } from "./hostSteps.ts"
import type { WorkflowLine } from "./workflowLines.ts"
import { errorAt, type WorkflowProblem } from "./workflowProblem.ts"

/** A place at which a workflow asks what is in force at a point, and what it says to do with it. */
export interface CallSite {
  /** As written; need not be a point. */
  readonly point: string
  readonly line: number
  /** Kinds that its `Dispatch:` line names, as long as the instructions for them are there. */
  readonly kinds: ReadonlyArray<LoopHookKind>
  readonly problems: ReadonlyArray<WorkflowProblem>
}

const call = /\bgsd loop render ([A-Za-z:_-]+)(?=[\s`]|$)/gu

const dispatch = /^\s*Dispatch:\s*(.*?)\.?\s*$/u

const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/u

/** Kinds of hooks that a text has instructions for: a heading `Steps`, `Contributions` or `Gates`. */
export const kindsTold = (lines: ReadonlyArray<WorkflowLine>): ReadonlyArray<LoopHookKind> => {
  const titles = new Set(
    lines
      .filter(({ kind }) => kind === "text")
      .map(({ text }) => heading.exec(text)?.[1]?.toLowerCase() ?? "")
  )
  return [...kindWords].flatMap(([word, kind]) => (titles.has(word) ? [kind] : []))
}

const callsIn = (lines: ReadonlyArray<WorkflowLine>) =>
  lines
    .filter(({ kind }) => kind !== "comment")
    .flatMap(({ number, text }) =>
      [...text.matchAll(call)].map((match) => ({ point: match[1] ?? "", line: number }))
    )

const wordProblem = (line: number, word: string, told: ReadonlyArray<LoopHookKind>) => {
  const kind = kindWords.get(word)
  if (kind === undefined)
    return [
      errorAt(
        [line, "dispatch"],
        `${quote(word)} is no kind of hook`,
        `Kinds are ${quoteAll([...kindWords.keys()])}`
      )
    ]
  return told.includes(kind)
    ? []
    : [
        errorAt(
          [line, "untold"],
          `Nothing says how ${word} are dispatched`,
          `Add the heading ${quote(word)} with instructions, here or in hooks.md`
        )
      ]
}

const siteOf = (
  { line, point }: { readonly point: string; readonly line: number },
  section: ReadonlyArray<WorkflowLine>,
  told: ReadonlyArray<LoopHookKind>
): CallSite => {
  const said = section.flatMap(({ kind, number, text }) => {
    const match = kind === "text" ? dispatch.exec(text) : null
    const words = (match?.[1] ?? "").toLowerCase().split(/\s*,\s*(?:and\s+)?|\s+and\s+/u)
    return words.filter((word) => word !== "").map((word) => ({ word, line: number }))
  })
  const kinds = said.flatMap(({ word }) => kindWords.get(word) ?? [])
  return {
    point,
    line,
    kinds: [...kindWords.values()].filter((kind) => kinds.includes(kind) && told.includes(kind)),
    problems: [
      ...(isLoopPoint(point)
        ? []
        : [
            errorAt(
              [line, "call"],
              `${quote(point)} is no point of the loop`,
              "Name one of the twelve points"
            )
          ]),
      ...said.flatMap(({ line: at, word }) => wordProblem(at, word, told))
    ]
  }
}

/** The call sites of a workflow, each with what stands between it and the next one. Linear in the text. */
export const callSitesOf = (
  lines: ReadonlyArray<WorkflowLine>,
  told: ReadonlyArray<LoopHookKind>
): ReadonlyArray<CallSite> => {
  const calls = callsIn(lines)
  return calls.map((site, index) =>
    siteOf(site, lines.slice(site.line - 1, (calls[index + 1]?.line ?? lines.length + 1) - 1), told)
  )
}

/** Kinds that the call sites of a point dispatch together. */
export const kindsAt = (sites: ReadonlyArray<CallSite>, point: LoopPoint): ReadonlyArray<LoopHookKind> => {
  const kinds = new Set(sites.filter((site) => site.point === point).flatMap((site) => site.kinds))
  return [...kindWords.values()].filter((kind) => kinds.has(kind))
}
