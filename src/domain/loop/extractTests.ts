import { limits } from "../limits.ts"
import { parsePlan } from "../planLint/parsePlan.ts"
import type { Task } from "../planLint/plan.ts"
import type { WorkflowFile } from "./workflowSet.ts"
import { workflowLines } from "./workflowLines.ts"

/** A text of the project, by its path from the root. */
export type TestSource = WorkflowFile

/** What a phase has to be verified by. */
export interface TestSources {
  /** The phase's plans, in the order in which they are carried out. */
  readonly plans: ReadonlyArray<TestSource>
  /** UAT.md of an earlier verification. */
  readonly uat?: TestSource
  /** Artefacts that steps before verification produced. */
  readonly artifacts: ReadonlyArray<TestSource>
}

/** One thing to confirm. */
export interface ExtractedTest {
  /** The same as long as the text it comes from keeps its order: `01-01.2.1`, `UAT.3`, `EVAL-PLAN.1`. */
  readonly id: string
  /** One line. */
  readonly text: string
  /** `checkpoint`: a plan or an earlier verification asks for it. `added`: an artefact does. */
  readonly kind: "checkpoint" | "added"
  readonly source: string
}

/** The tests of a phase: all checkpoints first, in order, then what artefacts add; none of it twice. */
export interface ExtractedTests {
  readonly tests: ReadonlyArray<ExtractedTest>
  readonly checkpoints: number
  readonly added: number
  /** How many tests of artefacts were left out because one artefact had too many. */
  readonly leftOut: number
}

const item = /^\s*(?:[-*+]|\d{1,4}[.)])\s+(?:\[[ xX]?\]\s+)?(.*)$/u

const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/u

const testsTitle = /^(?:acceptance )?(?:tests?|checkpoints?)$/iu

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim()

/** Items of a list, each with the indented lines below it. */
const itemsOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const items: Array<string> = []
  for (const line of lines) {
    const match = item.exec(line)
    if (match !== null) items.push(match[1] ?? "")
    else if (/^\s+\S/u.test(line) && items.length > 0) items.push(`${items.pop() ?? ""} ${line.trim()}`)
  }
  return items.map(oneLine).filter((text) => text !== "")
}

/** What stands as a list in the sections on tests; fences and comments say nothing. */
const listedTests = (text: string): ReadonlyArray<string> => {
  let isIn = false
  const lines = workflowLines(text).flatMap((line) => {
    if (line.kind !== "text") return []
    const title = heading.exec(line.text)?.[1]
    if (title !== undefined) isIn = testsTitle.test(title)
    return isIn && title === undefined ? [line.text] : []
  })
  return itemsOf(lines)
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/u, "")

const textOf = (task: Task, field: "acceptance_criteria" | "verify"): string =>
  task.fields.get(field)?.text ?? ""

/** What a task has confirmed: a checkpoint itself, any other its acceptance criteria, or that it is done. */
const taskTests = (task: Task): ReadonlyArray<string> => {
  if (task.type.startsWith("checkpoint")) {
    const how = oneLine(textOf(task, "verify"))
    return [how === "" ? task.name : `${task.name}: ${how}`]
  }
  const text = textOf(task, "acceptance_criteria")
  const criteria = itemsOf(text.split("\n"))
  if (criteria.length > 0) return criteria
  return [oneLine(text) === "" ? task.name : oneLine(text)]
}

const ofPlan = (plan: TestSource): ReadonlyArray<ExtractedTest> => {
  const { id, tasks } = parsePlan(plan)
  return tasks.flatMap((task, place) =>
    taskTests(task).map((text, part) => ({
      id: `${id}.${place + 1}.${part + 1}`,
      text,
      kind: "checkpoint" as const,
      source: plan.path
    }))
  )
}

const ofList =
  (kind: ExtractedTest["kind"]) =>
  (source: TestSource): ReadonlyArray<ExtractedTest> =>
    listedTests(source.text).map((text, place) => ({
      id: `${kind === "checkpoint" ? "UAT" : nameOf(source.path)}.${place + 1}`,
      text,
      kind,
      source: source.path
    }))

/** The same test, however it is set in type. */
const sameness = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** Those not said before, in order; what is nothing but marks is compared as it stands. */
const unsaid = (tests: ReadonlyArray<ExtractedTest>, said: Set<string>): ReadonlyArray<ExtractedTest> =>
  tests.filter(({ text }) => {
    const key = sameness(text) === "" ? text : sameness(text)
    if (said.has(key)) return false
    said.add(key)
    return true
  })

/**
 * The tests that verification runs. Checkpoints come from the plans and from an earlier UAT.md alone, and all of them
 * stay; artefacts only add behind them, whatever they say. Source: seed 000, valid point values.
 */
export const extractTests = ({ artifacts, plans, uat }: TestSources): ExtractedTests => {
  const said = new Set<string>()
  const asked = [...plans.flatMap(ofPlan), ...(uat === undefined ? [] : ofList("checkpoint")(uat))]
  const checkpoints = unsaid(asked, said)
  const offered = artifacts.map(ofList("added"))
  const kept = offered.flatMap((tests) => tests.slice(0, limits.addedTests))
  const added = unsaid(kept, said)
  return {
    tests: [...checkpoints, ...added],
    checkpoints: checkpoints.length,
    added: added.length,
    leftOut: offered.flat().length - kept.length
  }
}
