import { quote, quoteAll } from "../capability/raw.ts"
import { isLoopStep, loopSteps, pointsOf, type LoopStep } from "./hostSteps.ts"
import type { WorkflowLine } from "./workflowLines.ts"
import { errorAt, type WorkflowProblem } from "./workflowProblem.ts"

/** What the `gsd:loop-host` block of a step workflow says. */
export interface HostMarker {
  readonly step: LoopStep
  readonly agentRoles: ReadonlyArray<string>
  readonly produces: ReadonlyArray<string>
  readonly consumes: ReadonlyArray<string>
  /** Line at which the block begins. */
  readonly line: number
}

/** A marker, or why there is none. */
export interface ReadMarker {
  readonly marker?: HostMarker
  readonly problems: ReadonlyArray<WorkflowProblem>
}

const keys = ["step", "points", "agent-roles", "produces", "consumes"] as const
type Key = (typeof keys)[number]

interface Value {
  readonly words: ReadonlyArray<string>
  readonly line: number
}

type Values = ReadonlyMap<Key, Value>

const opening = /^\s*<!--\s*gsd:loop-host(?:\s|-->|$)/u

/** Whether a line begins a block. */
export const opensMarker = ({ kind, text }: WorkflowLine): boolean => kind === "comment" && opening.test(text)

const isKey = (value: string): value is Key => (keys as ReadonlyArray<string>).includes(value)

const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")

/** The lines between the marks of a block; undefined when it is never closed. */
const bodyOf = (
  lines: ReadonlyArray<WorkflowLine>,
  start: WorkflowLine
): ReadonlyArray<WorkflowLine> | undefined => {
  const rest = lines.slice(start.number - 1)
  const end = rest.findIndex(({ text }) => text.includes("-->"))
  if (end < 0) return undefined
  return rest
    .slice(0, end + 1)
    .map((line) => ({
      ...line,
      text: line.text
        .replace(opening, "")
        .replace(/-->.*$/u, "")
        .trim()
    }))
    .filter(({ text }) => text !== "")
}

const readKeys = (body: ReadonlyArray<WorkflowLine>) => {
  const values = new Map<Key, Value>()
  const problems: Array<WorkflowProblem> = []
  for (const { number, text } of body) {
    const colon = text.indexOf(":")
    const key = (colon < 0 ? text : text.slice(0, colon)).trim()
    if (colon < 0 || !isKey(key))
      problems.push(
        errorAt([number, "key"], `${quote(key)} is no key of the block`, `Its keys are ${quoteAll(keys)}`)
      )
    else if (values.has(key))
      problems.push(errorAt([number, "key"], `${quote(key)} stands in the block twice`, "Keep one of them"))
    else values.set(key, { words: wordsOf(text.slice(colon + 1)), line: number })
  }
  return { values, problems }
}

const missingKeys = (values: Values, line: number): ReadonlyArray<WorkflowProblem> =>
  keys
    .filter((key) => !values.has(key))
    .map((key) => errorAt([line, "key"], `The block has no ${quote(key)}`, "Add it; a list may be empty"))

const repeated = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return words.filter((word) => seen.size === seen.add(word).size)
}

const listProblems = (key: Key, value: Value, fits: RegExp): ReadonlyArray<WorkflowProblem> => [
  ...value.words
    .filter((word) => !fits.test(word))
    .map((word) =>
      errorAt(
        [value.line, "word"],
        `${quote(word)} cannot stand in ${quote(key)}`,
        `It must be like ${fits.source}`
      )
    ),
  ...repeated(value.words).map((word) =>
    errorAt([value.line, "word"], `${quote(word)} stands in ${quote(key)} twice`, "Keep one of them")
  )
]

const role = /^[a-z][a-z0-9-]*$/u
const artifact = /^[A-Za-z0-9][A-Za-z0-9._-]*$/u

const pointProblems = (step: LoopStep, { line, words }: Value): ReadonlyArray<WorkflowProblem> => {
  const own = pointsOf(step)
  return own.length === words.length && own.every((point, index) => point === words[index])
    ? []
    : [
        errorAt(
          [line, "points"],
          `The points of ${quote(step)} are not ${words.length === 0 ? "none" : quoteAll(words)}`,
          `They are, in this order, ${quoteAll(own)}`
        )
      ]
}

const markerOf = (values: Values, line: number): ReadMarker => {
  const at = (key: Key): Value => values.get(key) ?? { words: [], line }
  const name = at("step").words.join(", ")
  if (!isLoopStep(name))
    return {
      problems: [
        errorAt(
          [at("step").line, "step"],
          `${quote(name)} is no step of the loop`,
          `It is one of ${quoteAll(loopSteps)}`
        )
      ]
    }
  const roles = at("agent-roles")
  const problems = [
    ...pointProblems(name, at("points")),
    ...(roles.words.length > 0
      ? []
      : [errorAt([roles.line, "word"], "The step has no agent role", "Name at least `orchestrator`")]),
    ...listProblems("agent-roles", roles, role),
    ...listProblems("produces", at("produces"), artifact),
    ...listProblems("consumes", at("consumes"), artifact)
  ]
  const marker: HostMarker = {
    step: name,
    agentRoles: roles.words,
    produces: at("produces").words,
    consumes: at("consumes").words,
    line
  }
  return problems.length > 0 ? { problems } : { marker, problems }
}

/** Reads the one `gsd:loop-host` block of a step workflow. Total. */
export const readMarker = (lines: ReadonlyArray<WorkflowLine>): ReadMarker => {
  const [start, ...others] = lines.filter(opensMarker)
  if (start === undefined)
    return {
      problems: [
        errorAt([1, "block"], "There is no `gsd:loop-host` block", "Add one, as docs/adr/0023 shows")
      ]
    }
  if (others.length > 0)
    return {
      problems: others.map(({ number }) =>
        errorAt([number, "block"], "There is more than one `gsd:loop-host` block", "Keep one of them")
      )
    }
  const body = bodyOf(lines, start)
  if (body === undefined)
    return {
      problems: [
        errorAt([start.number, "block"], "The `gsd:loop-host` block is never closed", "Close it with `-->`")
      ]
    }
  const read = readKeys(body)
  const problems = [...read.problems, ...missingKeys(read.values, start.number)]
  return problems.length > 0 ? { problems } : markerOf(read.values, start.number)
}
