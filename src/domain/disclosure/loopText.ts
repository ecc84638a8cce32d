import { member, type JsonValue } from "../json/value.ts"
import { shown } from "../text/escape.ts"
import { memberLines, sentence, textOf, type DisclosureLine, type Topic } from "./DisclosureLine.ts"
import { gateAsksAgent, stepStartsSomething, type Powers } from "./powers.ts"

const quoted = (value: JsonValue | undefined): string =>
  value === undefined ? "(none)" : `\`${textOf(value)}\``

const placeOf = (hook: JsonValue): string => quoted(member(hook, "point"))

const ownText = (text: string): string => `text of its own (${[...text].length} characters)`

/** Where prompt text comes from; a path goes before inline text, as it does when it is read. Not escaped. */
const textSource = (fragment: JsonValue | undefined): string => {
  const path = member(fragment, "path")
  return path === undefined ? ownText(textOf(member(fragment, "inline"))) : quoted(path)
}

/** What a step or gate hands the work to. Not escaped. */
const workerOf = (ref: JsonValue | undefined): string => {
  const skill = member(ref, "skill")
  return skill === undefined ? `agent ${quoted(member(ref, "agent"))}` : `skill ${quoted(skill)}`
}

const contributionLines = (contribution: JsonValue): ReadonlyArray<DisclosureLine> => {
  const topic: Topic = { class: "instruction", subject: "contribution" }
  const role = quoted(member(contribution, "into"))
  const source = textSource(member(contribution, "fragment"))
  return [
    sentence(topic, "instructs", shown`the agent role ${role} at ${placeOf(contribution)} with ${source}`),
    ...memberLines(topic, contribution)
  ]
}

const valueLine = (given: JsonValue): DisclosureLine =>
  sentence(
    { class: "instruction", subject: "contribution" },
    "instructs",
    shown`with the value of ${quoted(member(given, "key"))}, ${quoted(member(given, "default"))} while nothing sets it`
  )

/** A command's own lines say what it runs; here is only the text that goes with it. */
const commandTextLines = (step: JsonValue): ReadonlyArray<DisclosureLine> => {
  const topic: Topic = { class: "instruction", subject: "step" }
  const fragment = member(step, "fragment")
  if (fragment === undefined) return []
  const command = quoted(member(member(step, "ref"), "command"))
  return [
    sentence(
      topic,
      "instructs",
      shown`the agent at ${placeOf(step)} with ${textSource(fragment)}, beside the command ${command}`
    ),
    ...memberLines(topic, fragment, ["fragment"])
  ]
}

const stepLines = (step: JsonValue): ReadonlyArray<DisclosureLine> => {
  if (stepStartsSomething(step)) return commandTextLines(step)
  const topic: Topic = { class: "instruction", subject: "step" }
  const worker = workerOf(member(step, "ref"))
  const fragment = member(step, "fragment")
  return [
    sentence(
      topic,
      "instructs",
      fragment === undefined
        ? shown`the agent at ${placeOf(step)} to start the ${worker}`
        : shown`the agent at ${placeOf(step)} to start the ${worker} with ${textSource(fragment)}`
    ),
    ...memberLines(topic, step)
  ]
}

const verdictLines = (gate: JsonValue): ReadonlyArray<DisclosureLine> => {
  const topic: Topic = { class: "instruction", subject: "gate" }
  const verdict = member(member(gate, "check"), "agentVerdict")
  const worker = workerOf(member(verdict, "ref"))
  return [
    sentence(
      topic,
      "instructs",
      shown`the ${worker} to judge at ${placeOf(gate)} by ${ownText(textOf(member(verdict, "prompt")))}`
    ),
    ...memberLines(topic, gate)
  ]
}

/**
 * Lines of all text that the loop hands to an agent: contributions and the settings they are given, steps that start a
 * skill or agent, fragments, prompts of gates. Each begins with whom it instructs, where and with what, then every
 * declared member. What `loop render` shows of these kinds, it shows of hooks that have lines here.
 */
export const loopTextLines = ({
  contributions = [],
  gates = [],
  givenValues = [],
  steps = []
}: Powers): ReadonlyArray<DisclosureLine> => [
  ...contributions.flatMap(contributionLines),
  ...givenValues.map(valueLine),
  ...steps.flatMap(stepLines),
  ...gates.filter(gateAsksAgent).flatMap(verdictLines)
]
