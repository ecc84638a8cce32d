/** How much a finding matters; what reviewers call critical or a blocker is HIGH, minor or a nit is LOW. */
export type Severity = "HIGH" | "MEDIUM" | "LOW"

/** What a reviewer says of the thing: wrong or missing, looked at and sound, or neither. */
export type Polarity = "concern" | "approval" | "neutral"

/** What a heading announces: items of one polarity, findings of either, proposals, or words about the whole. */
export type SectionKind = "concern" | "approval" | "findings" | "suggestion" | "summary"

const severityWords: ReadonlyArray<readonly [Severity, string]> = [
  ["HIGH", "critical|blockers?|blocking|high|major|severe|p0|p1"],
  ["MEDIUM", "medium|moderate|med|warning|p2"],
  ["LOW", "low|minor|nits?|nitpick|trivial|info|informational|p3"]
]

const anyWord = severityWords.map(([, words]) => words).join("|")

const severityOf = (word: string): Severity | undefined =>
  severityWords.find(([, words]) => new RegExp(`^(?:${words})$`, "iu").test(word))?.[0]

const noun = "(?:[ -](?:severity|priority|risk|impact|issue|concern|finding)s?)?"

/** Bullets, emphasis, brackets, pictographs and numbers before the first word. */
const decoration = String.raw`(?:[\s*_[\](){}\x60~#>:|.–—-]|\p{Extended_Pictographic}|\ufe0f|\d{1,3}[.)])*`

const label = String.raw`(?:(?:severity|priority|impact|level)[\s*_\x60]{0,8}[:=]?[\s*_\x60[(]{0,8})?`

const lead = new RegExp(`^${decoration}${label}(${anyWord})\\b${noun}`, "iu")

const circles: ReadonlyArray<readonly [string, Severity]> = [
  ["🔴", "HIGH"],
  ["🟡", "MEDIUM"]
]

/** A severity that a text begins with. */
export interface LeadSeverity {
  readonly severity: Severity
  /** What follows it, without the marks between. */
  readonly rest: string
}

/** Whether the word stands as a mark, and not as an adjective such as in "High coupling of both". */
const isMark = (before: string, word: string, after: string): boolean =>
  word === word.toUpperCase() ||
  /[*_[(`:=]\s?$/u.test(before) ||
  after === "" ||
  /^[\s*_`]{0,8}(?:[:–—|\])*]|\s-\s)/u.test(after)

/** What follows a mark, without what closes it; the start of a code span, a link or a path stays. */
const behindMark = (before: string, after: string): string => {
  const isInCode = before.split("`").length % 2 === 0
  const isUnderlined = before.includes("_")
  const rest = isInCode ? after.replace("`", "") : after
  return rest.replace(isUnderlined ? /^[\s*_\])}~:|–—-]+/u : /^[\s*\])}~:|–—-]+/u, "").trim()
}

/** The severity that `text` begins with, such as `**HIGH**:`, `[low]`, `Severity: medium -`, `P1:`. */
export const leadSeverity = (text: string): LeadSeverity | undefined => {
  const match = lead.exec(text)
  const word = match?.[1]
  if (match === null || word === undefined) return circleOf(text)
  const severity = severityOf(word)
  const at = match[0].toLowerCase().lastIndexOf(word.toLowerCase())
  const [before, behind] = [match[0].slice(0, at), match[0].slice(at + word.length)]
  const after = text.slice(match[0].length)
  const isNamed = /^[ -](?:severity|priority)/iu.test(behind)
  if (severity === undefined || !(isNamed || isMark(before, word, after))) return circleOf(text)
  return { severity, rest: behindMark(before, after) }
}

const circleOf = (text: string): LeadSeverity | undefined => {
  const found = circles.find(([circle]) => text.startsWith(circle))
  return found === undefined ? undefined : { severity: found[1], rest: text.slice(found[0].length).trim() }
}

const inside = new RegExp(
  String.raw`\bseverity[\s*_\x60]{0,8}[:=]?[\s*_\x60[(]{0,8}(${anyWord})\b|[[(]\s?(${anyWord})(?:[ -]severity)?\s?[\])]|\*\*\s?(${anyWord})\s?:?\s?\*\*|\b(${anyWord})[ -]severity\b`,
  "iu"
)

/** The severity that a text gives itself anywhere, such as `Severity: high` or `(LOW)`. */
export const severityIn = (text: string): Severity | undefined => {
  const match = inside.exec(text)
  const word = match?.slice(1).find((group) => group !== undefined)
  return word === undefined ? undefined : severityOf(word)
}

const approvals =
  "approved?|pass(?:es|ed)?|ok(?:ay)?|sound|correct|valid|agreed?|accept(?:ed|able)?|lgtm|good|fine|holds|resolved|no (?:issues?|concerns?|problems?)|not an? (?:issue|concern|problem)|false positive"
const refusals =
  "concerns?|reject(?:ed)?|fail(?:s|ed)?|wrong|incorrect|invalid|disagree|block(?:er|ing|ed)?|needs? (?:work|changes?|revision)|request(?:ed)? changes|changes requested|problem|issue|missing|unsound|bad"

const verdict = new RegExp(
  String.raw`\b(?:verdict|conclusion|decision|result)[\s*_\x60]{0,8}[:=–—][\s*_\x60"]{0,8}(not )?(?:(${approvals})|(${refusals}))(?![\p{L}])`,
  "iu"
)

const opposite = { concern: "approval", approval: "concern" } as const

/** The verdict that a text states in so many words, such as `Verdict: sound`; undefined when it states none. */
export const verdictIn = (text: string): "concern" | "approval" | undefined => {
  const match = verdict.exec(text)
  if (match === null) return wordless(text)
  const said = match[2] === undefined ? "concern" : "approval"
  return match[1] === undefined ? said : opposite[said]
}

/** Marks and set phrases at the start of a text. */
const wordless = (text: string): "concern" | "approval" | undefined => {
  if (/^[\s*_]*(?:✅|✔|👍|☑)/u.test(text)) return "approval"
  if (/^[\s*_]*(?:❌|✗|✘|🚫|⛔|👎)/u.test(text)) return "concern"
  if (/\btype: (?:potential[_ ]issue|bug|issue|security|vulnerability|error)\b/iu.test(text)) return "concern"
  return /^[\s*_]*(?:lgtm|looks good|approved)\b|\bno (?:issues?|problems?|concerns?) (?:with|in|at|here|found)\b/iu.test(
    text
  )
    ? "approval"
    : undefined
}

const nothing = new RegExp(
  String.raw`^[\s*_\x60(]*(?:none|nothing|n/?a|no (?:\w+ ){0,3}(?:issues?|concerns?|problems?|findings?|blockers?))(?: (?:were |was )?(?:found|identified|noted|to report|here|at all))?[\s*_\x60).!]*$`,
  "iu"
)

/** Whether an item only says that there is nothing to say, such as "None" or "No major concerns found". */
export const saysNothing = (text: string): boolean => nothing.test(text) || text.trim() === ""

const sections: ReadonlyArray<readonly [SectionKind, RegExp]> = [
  [
    "summary",
    /^(?:(?:overall|executive|final|general|review)\s)*(?:summary|overview|verdict|assessment|conclusion|risk(?: assessment| level| rating)?|overall)\b/iu
  ],
  ["suggestion", /\b(?:suggestions?|recommendations?|improvements?|next steps|proposals?|optional)\b/iu],
  [
    "approval",
    /\b(?:strengths?|strong points?|positives?|pros|what(?: is|'s)? (?:works|right|good)|done well|well done|sound|approvals?)\b/iu
  ],
  [
    "concern",
    /\b(?:concerns?|issues?|problems?|weakness(?:es)?|risks?|gaps?|defects?|bugs?|blockers?|cons|negatives?|objections?)\b/iu
  ],
  ["findings", /\bfindings?\b/iu]
]

/** What a heading announces; undefined when it only names a thing, such as a plan. Long ones are sentences. */
export const sectionKind = (heading: string): SectionKind | undefined => {
  const text = heading.replace(/[*_`#:\p{Extended_Pictographic}\ufe0f]/gu, " ").trim()
  return text.split(/\s+/u).length > 6 ? undefined : sections.find(([, pattern]) => pattern.test(text))?.[0]
}
