import type { ProseLine } from "../planning/prose.ts"
import { some, type Judged } from "./answer.ts"
import { deciding, type Evidence } from "./uiEvidence.ts"

/** What decides whether a phase needs a contract of its interface. */
export interface UiPlanFacts {
  /** Texts that were read. */
  readonly read: ReadonlyArray<string>
  readonly evidence: ReadonlyArray<Evidence>
  /** What the project itself says: `frontend` of the context's front matter, else `UI hint` of the roadmap's section. */
  readonly stated?: { readonly frontend: boolean; readonly path: string; readonly line: number }
  readonly uiSpec?: string
}

const hint = /^[\s*_>-]{0,12}UI hint[*_]{0,3}:[*_]{0,3}\s{1,4}[*_`]{0,3}(yes|no|true|false)\b/iu

/** What the line `UI hint: yes` or `no` of a section says. */
export const uiHint = (
  lines: ReadonlyArray<ProseLine>
): { readonly frontend: boolean; readonly line: number } | undefined => {
  const found = lines.find(({ text }) => hint.test(text))
  if (found === undefined) return undefined
  return { frontend: /^(?:yes|true)$/iu.test(hint.exec(found.text)?.[1] ?? ""), line: found.line }
}

const sentence = (facts: UiPlanFacts, isFrontend: boolean, matched: Evidence | undefined): string => {
  if (facts.read.length === 0)
    return "Nothing says what the phase is about, so nothing speaks of a user interface"
  if (!isFrontend)
    return facts.stated === undefined
      ? "Nothing in the phase speaks of a user interface"
      : `\`${facts.stated.path}\` says that the phase has no user interface`
  const why =
    matched === undefined ? "the project says so" : `\`${matched.path}\` line ${matched.line} speaks of it`
  return facts.uiSpec === undefined
    ? `The phase has a user interface (${why}) and no UI-SPEC.md`
    : `The phase has a user interface, and its contract is \`${facts.uiSpec}\``
}

/** Judges whether a phase with a user interface has its contract, UI-SPEC.md. */
export const judgeUiPlan = (facts: UiPlanFacts): Judged => {
  const matched = deciding(facts.evidence)
  const isFrontend = facts.stated?.frontend ?? matched !== undefined
  const shown = facts.stated === undefined ? matched : undefined
  return {
    block: isFrontend && facts.uiSpec === undefined,
    message: sentence(facts, isFrontend, shown),
    details: {
      frontend: isFrontend,
      hasFrontendEvidence: matched !== undefined,
      statedFrontend: facts.stated?.frontend ?? null,
      hasUiSpec: facts.uiSpec !== undefined,
      uiSpecPath: facts.uiSpec ?? null,
      matchedToken: matched?.token ?? null,
      matchedPath: matched?.path ?? null,
      matchedLine: matched?.line ?? null,
      evidence: some(facts.evidence).map(({ line, path, token, weight }) => ({ token, path, line, weight })),
      read: facts.read
    }
  }
}
