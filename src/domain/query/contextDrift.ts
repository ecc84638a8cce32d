import { citedPath, citedSpans } from "../planLint/files.ts"
import { requirementIdsIn } from "../planLint/requirements.ts"
import type { ProseLine } from "../planning/prose.ts"
import { named, some, type Judged } from "./answer.ts"

/** A path that a text counts on, from the root of the project. */
export interface Citation {
  readonly path: string
  readonly line: number
}

const linked = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/\]\(([^()\s]{1,300})\)/gu)].map(([, target = ""]) => target.replace(/#.{0,300}$/u, ""))

/** Paths in inline code and links of a text, each once, at its first line; those it announces as new are left out. */
export const citationsIn = (lines: ReadonlyArray<ProseLine>): ReadonlyArray<Citation> => {
  const found = new Map<string, Citation>()
  for (const { line, text } of lines)
    for (const token of [...citedSpans(text), ...linked(text)]) {
      const path = citedPath(token)
      const isInside = path !== undefined && !path.split("/").includes("..") && !path.startsWith("/")
      if (isInside && !found.has(path)) found.set(path, { path, line })
    }
  return [...found.values()]
}

const identifier = /^[A-Za-z_$][\w$]{2,80}(?:\.[A-Za-z_$][\w$]{1,80}){0,4}(?:\(\))?$/u

/** Names of things in code that a text has in inline code, each once, at its first line. */
export const symbolsIn = (lines: ReadonlyArray<ProseLine>): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const { line, text } of lines)
    for (const [, span = ""] of text.matchAll(/`([^`\s]{1,300})`/gu)) {
      const name = identifier.test(span) ? span.replace(/\(\)$/u, "").split(".").at(-1) : undefined
      if (name !== undefined && name.length > 2 && !found.has(name)) found.set(name, line)
    }
  return found
}

/** A cited file that is not as it was, with its text then and now; undefined where it has none. */
export interface ChangedFile {
  readonly path: string
  readonly before: string | undefined
  readonly now: string | undefined
}

/** What decides whether a context still speaks of the project as it is. */
export interface ContextFacts {
  readonly path: string
  readonly lines: ReadonlyArray<ProseLine>
  /** The commit that it was last changed in; undefined without one. */
  readonly since: string | undefined
  /** Why there is none. */
  readonly note: string | undefined
  /** Cited paths that are there. */
  readonly existing: ReadonlySet<string>
  /** Cited paths that were there when it was written; undefined where nobody can tell. */
  readonly known: ReadonlySet<string> | undefined
  readonly changed: ReadonlyArray<ChangedFile>
  /** Text of REQUIREMENTS.md then and now. */
  readonly requirements: { readonly before: string; readonly now: string }
  readonly action: string
}

const wordsOf = (texts: ReadonlyArray<string | undefined>): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => (text ?? "").match(/[A-Za-z_$][\w$]*/gu) ?? []))

const goneSymbols = ({ changed, lines }: ContextFacts) => {
  const before = wordsOf(changed.map((file) => file.before))
  const now = wordsOf(changed.map((file) => file.now))
  return [...symbolsIn(lines)]
    .filter(([name]) => before.has(name) && !now.has(name))
    .map(([symbol, line]) => ({ symbol, line }))
}

const goneRequirements = ({ lines, requirements }: ContextFacts) => {
  const before = new Set(requirementIdsIn(requirements.before))
  const now = new Set(requirementIdsIn(requirements.now))
  return lines.flatMap(({ line, text }) =>
    requirementIdsIn(text)
      .filter((id) => before.has(id) && !now.has(id))
      .map((id) => ({ id, line }))
  )
}

/** Judges whether files, names in code and requirements that a context counts on have changed or gone since it was written. */
export const judgeContextDrift = (facts: ContextFacts): Judged => {
  const cited = citationsIn(facts.lines)
  const vanished = cited.filter(
    ({ path }) => !facts.existing.has(path) && (facts.known === undefined || facts.known.has(path))
  )
  const differing = new Set(facts.changed.map(({ path }) => path))
  const changed = cited.filter(({ path }) => facts.existing.has(path) && differing.has(path))
  const symbols = goneSymbols(facts)
  const requirements = goneRequirements(facts)
  const gone = [
    ...vanished.map(({ path }) => path),
    ...symbols.map(({ symbol }) => symbol),
    ...requirements.map(({ id }) => id)
  ]
  const drifted = gone.length + changed.length > 0
  const parts = [
    ...(gone.length === 0 ? [] : [`gone: ${named(gone)}`]),
    ...(changed.length === 0 ? [] : [`changed: ${named(changed.map(({ path }) => path))}`])
  ]
  return {
    block: drifted && facts.action === "block",
    message: drifted
      ? `\`${facts.path}\` counts on what is not as it was; ${parts.join("; ")}`
      : `What \`${facts.path}\` counts on is as it was`,
    details: {
      drift_detected: drifted,
      action: facts.action,
      context: facts.path,
      since: facts.since ?? null,
      ...(facts.note === undefined ? {} : { note: facts.note }),
      cited: cited.length,
      vanished: some(vanished).map(({ line, path }) => ({ path, line })),
      changed: some(changed).map(({ line, path }) => ({ path, line })),
      symbols: some(symbols),
      requirements: some(requirements),
      skipped: false
    }
  }
}
