import type { HostStep, LoopHookKind } from "../capability/loopContract.ts"
import { quote, quoteAll } from "../capability/raw.ts"
import { kindsTold } from "./callSites.ts"
import { loopSteps } from "./hostSteps.ts"
import { opensMarker } from "./markers.ts"
import { readWorkflow } from "./workflow.ts"
import { workflowLines } from "./workflowLines.ts"
import { errorAt, type WorkflowProblem } from "./workflowProblem.ts"

/** A Markdown file of a folder of workflows. */
export interface WorkflowFile {
  readonly path: string
  readonly text: string
}

/** A problem of a workflow, with its file. */
export interface PlacedProblem extends WorkflowProblem {
  readonly path: string
}

/** Where a workflow says what it publishes. */
export interface WorkflowPlace {
  readonly path: string
  readonly line: number
}

/** Workflows judged together: what they publish, in loop order, and what is wrong with them. */
export interface JudgedWorkflows {
  readonly steps: ReadonlyArray<HostStep>
  readonly problems: ReadonlyArray<PlacedProblem>
  /** The file of each step, and the line of its block. */
  readonly places: ReadonlyMap<string, WorkflowPlace>
}

const placed = (path: string, problem: WorkflowProblem): PlacedProblem => ({ ...problem, path })

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

interface Read {
  readonly path: string
  readonly host: HostStep | undefined
  readonly line: number
  readonly problems: ReadonlyArray<WorkflowProblem>
}

/** A step workflow is a file that has a block, or the name of a step; any other only explains. */
const isStepWorkflow = ({ path, text }: WorkflowFile): boolean =>
  loopSteps.some((step) => nameOf(path) === `${step}.md`) || workflowLines(text).some(opensMarker)

const sharedKinds = (files: ReadonlyArray<WorkflowFile>): ReadonlyArray<LoopHookKind> =>
  files.flatMap((file) => (isStepWorkflow(file) ? [] : kindsTold(workflowLines(file.text))))

const setProblems = (read: ReadonlyArray<Read>, folder: string): ReadonlyArray<PlacedProblem> =>
  loopSteps.flatMap((step) => {
    const [first, ...others] = read.filter(({ host }) => host?.step === step)
    if (first !== undefined)
      return others.map(({ path }) =>
        placed(
          path,
          errorAt(
            [1, "twice"],
            `${quote(step)} has two workflows`,
            `Keep one of them; the other is ${first.path}`
          )
        )
      )
    const isBroken = read.some(({ host, path }) => host === undefined && nameOf(path) === `${step}.md`)
    return isBroken
      ? []
      : [
          placed(
            `${folder}${step}.md`,
            errorAt(
              [1, "missing"],
              `The step ${quote(step)} has no workflow`,
              "Add a workflow with its block"
            )
          )
        ]
  })

/**
 * Judges the Markdown files of a folder as the workflows of the loop: each step has one. Files without a block explain,
 * by their headings, how kinds of hooks are dispatched. Total; linear in the texts.
 */
export const judgeWorkflows = (files: ReadonlyArray<WorkflowFile>): JudgedWorkflows => {
  const shared = sharedKinds(files)
  const read: ReadonlyArray<Read> = files.filter(isStepWorkflow).map(({ path, text }) => {
    const { host, line = 1, problems } = readWorkflow(text, shared)
    return { path, host, line, problems }
  })
  const first = files[0]?.path ?? ""
  const folder = first.slice(0, first.lastIndexOf("/") + 1)
  return {
    places: new Map(
      read
        .toReversed()
        .flatMap(({ host, line, path }) => (host === undefined ? [] : [[host.step, { path, line }]]))
    ),
    steps: loopSteps.flatMap((step) => read.find(({ host }) => host?.step === step)?.host ?? []),
    problems: [
      ...read.flatMap(({ path, problems }) => problems.map((problem) => placed(path, problem))),
      ...setProblems(read, folder)
    ]
  }
}

const listed = (words: ReadonlyArray<string>): string => (words.length === 0 ? "none" : quoteAll(words))

const differing = (
  found: HostStep,
  published: HostStep
): ReadonlyArray<readonly [string, string, string]> => {
  const kindsOf = ({ points }: HostStep, point: string) =>
    points.find((one) => one.point === point)?.kinds ?? []
  const pairs = [
    ...published.points.map(
      ({ point }) => [`kinds at ${quote(point)}`, kindsOf(found, point), kindsOf(published, point)] as const
    ),
    ["agent roles", found.agentRoles, published.agentRoles] as const,
    ["artefacts it writes", found.produces, published.produces] as const,
    ["artefacts it reads", found.consumes, published.consumes] as const
  ]
  return pairs.flatMap(([what, here, there]) =>
    here.join() === there.join() ? [] : [[what, listed(here), listed(there)] as const]
  )
}

/** Says where workflows publish something else than the contract that is compiled in. */
export const driftOf = (
  steps: ReadonlyArray<HostStep>,
  published: ReadonlyArray<HostStep>,
  places: JudgedWorkflows["places"]
): ReadonlyArray<PlacedProblem> =>
  steps.flatMap((found) => {
    const own = published.find(({ step }) => step === found.step)
    const { line, path } = places.get(found.step) ?? { path: found.step, line: 1 }
    return (own === undefined ? [] : differing(found, own)).map(([what, here, there]) =>
      placed(
        path,
        errorAt(
          [line, "drift"],
          `The ${what} differ from the contract in this program: ${here} here, ${there} there`,
          "Bring the workflow back, or run `npm run docs` and build the program anew"
        )
      )
    )
  })
