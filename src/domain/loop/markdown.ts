import type { LoopPoint } from "../capability/loopContract.ts"
import type { GateCheck } from "../capability/schema/loopHooks.ts"
import { codeSpan, cutLine } from "../review/fence.ts"
import { block, guarded } from "./block.ts"
import type { ActiveContribution, ActiveGate, ActiveHook, ActiveStep, RenderedPoint } from "./hook.ts"
import { unloadedSentence } from "./unloaded.ts"

/** Longest that one value or sentence is shown; JSON has all of it. A command of a gate may be this long. */
const mostCharacters = 4096

/** Names as they mostly are: nothing in them is escaped. */
const plainName = /^[\w./:-]{1,200}$/u

/** Foreign text as inline code on a line of ours: it ends no line, and opens or closes no block. */
const code = (text: string): string =>
  plainName.test(text) ? `\`${text}\`` : guarded(codeSpan(text, mostCharacters))

const codes = (names: ReadonlyArray<string>): string => names.map(code).join(", ")

type Line = string | undefined

const present = (lines: ReadonlyArray<Line>): ReadonlyArray<string> =>
  lines.filter((line) => line !== undefined)

const item = (label: string, names: ReadonlyArray<string> | undefined): Line =>
  names === undefined || names.length === 0 ? undefined : `- ${label}: ${codes(names)}`

const refText = (ref: ActiveStep["ref"]): string => {
  if ("skill" in ref) return `skill ${code(ref.skill)}`
  return "agent" in ref ? `agent ${code(ref.agent)}` : `command ${code(ref.command)}`
}

const checkText = (check: ActiveGate["check"]): string => {
  if ("query" in check) return `query ${code(check.query)}`
  return "predicate" in check ? `predicate ${code(JSON.stringify(check.predicate))}` : "verdict of an agent"
}

const exchangeLines = (hook: ActiveStep | ActiveContribution): ReadonlyArray<Line> => [
  item("consumes", hook.consumes),
  item("of these nothing makes", hook.unsatisfied),
  item("produces", hook.produces),
  hook.onError === undefined ? undefined : `- on error: ${hook.onError}`,
  item("when", hook.when === undefined ? undefined : [hook.when])
]

const stepLines = (step: ActiveStep): ReadonlyArray<Line> => [
  ...exchangeLines(step),
  step.supportsReviewerLanes === true ? "- reviewer lanes may take part" : undefined,
  ...(step.fragment === undefined
    ? []
    : ["", block("fragment", { from: step.capId, of: step.hook }, step.fragment)])
]

/** The text for the role, and behind it the values that it is given. */
const contributionText = ({ configValues = {}, fragment }: ActiveContribution): string => {
  const values = Object.entries(configValues).map(
    ([name, value]) => `- ${codeSpan(name)}: ${codeSpan(JSON.stringify(value))}`
  )
  return values.length === 0 ? fragment : [fragment, "", "Values:", ...values].join("\n")
}

const contributionLines = (hook: ActiveContribution): ReadonlyArray<Line> => [
  ...exchangeLines(hook),
  "",
  block("contribution", { from: hook.capId, into: hook.into }, contributionText(hook))
]

const verdictLines = (check: typeof GateCheck.Type, { capId, hook }: ActiveGate): ReadonlyArray<string> =>
  "agentVerdict" in check
    ? [
        `- judged by: ${code(JSON.stringify(check.agentVerdict.ref))}`,
        "",
        block("fragment", { from: capId, of: hook }, check.agentVerdict.prompt)
      ]
    : []

const gateLines = (gate: ActiveGate): ReadonlyArray<Line> => [
  `- blocking: ${gate.blocking ? "yes" : "no"}`,
  `- on error: ${gate.onError}`,
  item("when", gate.when === undefined ? undefined : [gate.when]),
  ...verdictLines(gate.check, gate)
]

const headingOf = (hook: ActiveHook): string => {
  if (hook.kind === "step") return refText(hook.ref)
  return hook.kind === "contribution" ? `into ${code(hook.into)}` : checkText(hook.check)
}

const linesOf = (hook: ActiveHook): ReadonlyArray<Line> => {
  if (hook.kind === "step") return stepLines(hook)
  return hook.kind === "contribution" ? contributionLines(hook) : gateLines(hook)
}

const sections = [
  ["step", "Steps"],
  ["contribution", "Contributions"],
  ["gate", "Gates"]
] as const

const section = (title: string, hooks: ReadonlyArray<ActiveHook>): ReadonlyArray<string> =>
  hooks.length === 0
    ? []
    : [
        `## ${title}`,
        ...hooks.map((hook, at) =>
          [`### ${at + 1}. ${code(hook.hook)}: ${headingOf(hook)}`, "", ...present(linesOf(hook))].join("\n")
        )
      ]

const sentence = (text: string): string => `- ${guarded(cutLine(text, mostCharacters))}`

const notes = (title: string, sentences: ReadonlyArray<string>): ReadonlyArray<string> =>
  sentences.length === 0 ? [] : [`## ${title}`, sentences.map(sentence).join("\n")]

const nothing = (point: LoopPoint): string => `_Nothing is in force at \`${point}\`._`

/** What is in force at a point, as an agent reads it. Text of capabilities stands in blocks alone. Source: docs/adr/0022. */
export const markdownOf = ({
  activeHooks,
  point,
  unloadedGates,
  warnings
}: Omit<RenderedPoint, "rendered">): string => {
  const unasked = unloadedGates.map((gate) => unloadedSentence(gate, point))
  return [
    `# ${point}`,
    ...(activeHooks.length === 0 ? [nothing(point)] : []),
    ...sections.flatMap(([kind, title]) =>
      section(
        title,
        activeHooks.filter((hook) => hook.kind === kind)
      )
    ),
    ...notes("Gates that cannot be asked", unasked),
    ...notes(
      "Warnings",
      warnings.filter((warning) => !unasked.includes(warning))
    )
  ].join("\n\n")
}
