import { citationText } from "./citation.ts"
import { nearbyLines } from "./consensus.ts"
import type { ReviewDocument } from "./document.ts"
import { codeSpan } from "./fence.ts"

type Finding = ReviewDocument["findings"][number]
type Voice = Finding["voices"][number]

const states = {
  "no-such-file": "no such file",
  "no-such-line": "no such line",
  resolves: "resolves"
} as const

/** What a group's standing says in words. */
export const standingText = {
  disputed: "disputed",
  agreed: "agreed",
  single: "said by one lane",
  weak: "reduced weight only"
} as const

/** What weighs more in a group, in words. */
export const leanText = { concern: "concern", approval: "approval", neutral: "undecided" } as const

const placeOf = ({ basis, place }: Finding): string => {
  if (place !== null) return `at ${codeSpan(citationText(place))}`
  return basis === "words" ? "in like words" : ""
}

const titleOf = (finding: Finding): string =>
  [
    `**${finding.id}**`,
    `${finding.severity ?? "unrated"} ${leanText[finding.polarity]}`,
    standingText[finding.standing],
    placeOf(finding)
  ]
    .filter((part) => part !== "")
    .join(" · ")

const voiceLine = ({ polarity, severity, slug, text, weight }: Voice): string => {
  const said = [polarity, severity, weight === "reduced" ? "reduced weight" : null].filter(
    (part) => part !== null
  )
  return `  - ${codeSpan(slug)} (${said.join(", ")}): ${codeSpan(text)}`
}

const item = (finding: Finding): string =>
  [`- ${titleOf(finding)}`, ...finding.voices.map(voiceLine)].join("\n")

const part = (title: string, findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  findings.length === 0 ? [] : [`### ${title}`, findings.map(item).join("\n")]

const unresolved = ({ citations }: ReviewDocument): ReadonlyArray<string> => {
  const { resolving, total } = citations
  const lines = citations.unresolved.map(
    (one) => `- ${codeSpan(one.slug)}: ${codeSpan(citationText(one))}, ${states[one.state]}`
  )
  const sum = total === 0 ? "No usable lane cites anything." : `${resolving} of ${total} citations resolve.`
  return ["### Citations", sum, ...(lines.length === 0 ? [] : [lines.join("\n")])]
}

const rule = `Findings that cite the same file at most ${nearbyLines} lines apart stand together (the same line when one praises and
one blames), and so do those that cite nothing and say the same in other words; being put together claims no more.
\`agreed\` takes two lanes, one of them with full weight. Weight is reduced for lanes that see the diff only and for
findings of which no citation resolves. A lane without a usable review agrees with nothing.`

/** The consensus part of REVIEWS.md: disputes, then concerns and approvals by standing, then what does not resolve. */
export const consensusMarkdown = (document: ReviewDocument): ReadonlyArray<string> => {
  const { findings } = document
  const disputed = findings.filter(({ standing }) => standing === "disputed")
  const of = (polarity: Finding["polarity"], isAgreed: boolean) =>
    findings.filter(
      (one) =>
        one.standing !== "disputed" && one.polarity === polarity && (one.standing === "agreed") === isAgreed
    )
  return [
    "## Consensus",
    findings.length === 0 ? "No usable lane states a finding." : rule,
    ...part("Disagreements", disputed),
    ...part("Agreed concerns", of("concern", true)),
    ...part("Other concerns", of("concern", false)),
    ...part("Agreed strengths", of("approval", true)),
    ...part("Other strengths", of("approval", false)),
    ...part("Judged both ways by one lane", of("neutral", false)),
    ...unresolved(document)
  ]
}
