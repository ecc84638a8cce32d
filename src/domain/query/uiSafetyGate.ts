import { visible } from "../text/escape.ts"
import type { JsonValue } from "../json/value.ts"
import type { ProseLine } from "../planning/prose.ts"
import { named, skipped, some, type Judged } from "./answer.ts"
import { changesJson, type Changes } from "./changes.ts"

/** Something in a contract that is not settled. */
export interface OpenItem {
  readonly line: number
  readonly text: string
}

const unsettled = /\b(?:open questions?|open items?|unresolved|undecided|to (?:be )?decided?)\b/iu
const marker = /\b(?:TBD|TBC)\b|\[NEEDS CLARIFICATION|\?\?\?/u
const item = /^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s/u
const openBox = /^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s\[ \](?!\s{0,4}~~)/u
const settled = /^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s(?:\[[xX]\]|~~|none\b|n\/a\b|-\s*$)/iu

const isOpen = ({ text, under }: ProseLine): boolean =>
  openBox.test(text) ||
  marker.test(text) ||
  (item.test(text) && !settled.test(text) && under.some((title) => unsettled.test(title)))

/**
 * What of a contract is open: boxes that are neither ticked nor struck, whatever they are about, prohibitions too; lines with `TBD`,
 * `TBC`, `???` or `[NEEDS CLARIFICATION`; items under a heading of open questions that are not ticked, struck or `None`.
 */
export const openItems = (lines: ReadonlyArray<ProseLine>): ReadonlyArray<OpenItem> =>
  lines.filter(isOpen).map(({ line, text }) => ({ line, text: visible(text.trim(), 200) }))

/** What decides whether a phase's interface may go on. */
export interface UiSafetyFacts {
  readonly uiSpec?: {
    readonly path: string
    readonly status: JsonValue | undefined
    readonly open: ReadonlyArray<OpenItem>
  }
  /** Changed files of a user interface. */
  readonly changes: Changes
}

const isApproved = (status: JsonValue | undefined): boolean =>
  typeof status === "string" && /^approved$/iu.test(status.trim())

const sentence = (path: string, problems: ReadonlyArray<string>, files: ReadonlyArray<string>): string => {
  if (problems.length === 0) return `\`${path}\` is approved and nothing in it is open`
  const told = `\`${path}\` ${problems.join(" and ")}`
  return files.length === 0
    ? `${told}; no file of a user interface has changed yet`
    : `${told}, and files of the user interface have changed: ${named(files)}`
}

/**
 * Judges whether files of a user interface changed under a contract that is not approved or not settled. Without a
 * contract there is nothing to hold them to. Where nobody can tell what changed, the contract must be settled.
 */
export const judgeUiSafety = ({ changes, uiSpec }: UiSafetyFacts): Judged => {
  if (uiSpec === undefined) return skipped("There is no UI-SPEC.md", { hasUiSpec: false, uiSpecPath: null })
  const approved = isApproved(uiSpec.status)
  const problems = [
    ...(approved ? [] : ["is not approved"]),
    ...(uiSpec.open.length === 0 ? [] : [`has ${uiSpec.open.length} open items`])
  ]
  const isUnknown = changes.source === "plans"
  const sure = sentence(uiSpec.path, problems, changes.files)
  const unknown = `\`${uiSpec.path}\` ${problems.join(" and ")}, and what has changed cannot be told: ${changes.note ?? ""}`
  return {
    block: problems.length > 0 && (changes.files.length > 0 || isUnknown),
    message: problems.length > 0 && isUnknown && changes.files.length === 0 ? unknown : sure,
    details: {
      hasUiSpec: true,
      uiSpecPath: uiSpec.path,
      status: uiSpec.status ?? null,
      approved,
      openItems: some(uiSpec.open).map(({ line, text }) => ({ line, text })),
      openCount: uiSpec.open.length,
      uiFiles: some(changes.files),
      uiFileCount: changes.files.length,
      ...changesJson(changes)
    }
  }
}
