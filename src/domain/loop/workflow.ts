import type { HostStep, LoopHookKind } from "../capability/loopContract.ts"
import { isLoopPoint } from "../capability/loopContract.ts"
import { quote, quoteAll } from "../capability/raw.ts"
import { callSitesOf, kindsAt, kindsTold, type CallSite } from "./callSites.ts"
import { pointsOf } from "./hostSteps.ts"
import { readMarker, type HostMarker } from "./markers.ts"
import { workflowLines, type WorkflowLine } from "./workflowLines.ts"
import { errorAt, type WorkflowProblem } from "./workflowProblem.ts"

/** What a step workflow publishes, and what is wrong with it; `host` stands iff none of the problems is an error. */
export interface ReadWorkflow {
  readonly host?: HostStep
  /** Line of its block. */
  readonly line?: number
  readonly problems: ReadonlyArray<WorkflowProblem>
}

/** The role of the agent that follows the workflow itself: what is for it needs no slot in a prompt. */
const orchestrator = "orchestrator"

const slot = /\{\{contributions:([^{}]*)\}\}/gu

interface Slot {
  readonly role: string
  readonly line: number
}

const slotsIn = (lines: ReadonlyArray<WorkflowLine>): ReadonlyArray<Slot> =>
  lines
    .filter(({ kind }) => kind !== "comment")
    .flatMap(({ number, text }) =>
      [...text.matchAll(slot)].map((match) => ({ role: match[1]?.trim() ?? "", line: number }))
    )

/** Asks that every role has one place in a prompt where contributions land, and that no slot is for nobody. */
const slotProblems = (
  { agentRoles, line }: HostMarker,
  slots: ReadonlyArray<Slot>
): ReadonlyArray<WorkflowProblem> => {
  const first = new Map(slots.toReversed().map((one) => [one.role, one]))
  const without = agentRoles.filter((role) => role !== orchestrator && !first.has(role))
  return [
    ...without.map((role) =>
      errorAt(
        [line, "slot"],
        `No prompt of the workflow has a place for what is contributed to ${quote(role)}`,
        `Put \`{{contributions:${role}}}\` into the prompt of that role`
      )
    ),
    ...slots.flatMap((one) => {
      if (!agentRoles.includes(one.role))
        return [
          errorAt(
            [one.line, "slot"],
            `${quote(one.role)} is no role of this step`,
            `Roles are ${quoteAll(agentRoles)}`
          )
        ]
      return first.get(one.role) === one
        ? []
        : [errorAt([one.line, "slot"], `${quote(one.role)} has a second slot`, "Keep one of them")]
    })
  ]
}

const siteProblems = (
  { line, step }: HostMarker,
  sites: ReadonlyArray<CallSite>
): ReadonlyArray<WorkflowProblem> => {
  const own = pointsOf(step)
  const foreign = sites.filter(({ point }) => isLoopPoint(point) && !own.includes(point))
  return [
    ...sites.flatMap(({ problems }) => problems),
    ...foreign.map((site) =>
      errorAt(
        [site.line, "call"],
        `${quote(site.point)} belongs to another step than ${quote(step)}`,
        `Call it in that step's workflow; the points of this one are ${quoteAll(own)}`
      )
    ),
    ...own
      .filter((point) => kindsAt(sites, point).length === 0)
      .map((point): WorkflowProblem => ({
        ...errorAt(
          [sites.find((site) => site.point === point)?.line ?? line, "silent"],
          `Nothing is dispatched at ${quote(point)}`,
          `Call \`gsd loop render ${point} --json\` and say under it \`Dispatch: steps, contributions, gates\``
        ),
        severity: "warning"
      }))
  ]
}

/**
 * Reads a step workflow: its block, its call sites and what they dispatch, the slots of its prompts. `shared` are the
 * kinds that the instructions beside it explain. A point that is never called dispatches nothing, which is a warning.
 * Total; linear in the text.
 */
export const readWorkflow = (text: string, shared: ReadonlyArray<LoopHookKind> = []): ReadWorkflow => {
  const lines = workflowLines(text)
  const { marker, problems } = readMarker(lines)
  if (marker === undefined) return { problems }
  const sites = callSitesOf(lines, [...shared, ...kindsTold(lines)])
  const all = [...siteProblems(marker, sites), ...slotProblems(marker, slotsIn(lines))].toSorted(
    (a, b) => a.line - b.line
  )
  if (all.some(({ severity }) => severity === "error")) return { problems: all }
  const { agentRoles, consumes, produces, step } = marker
  const points = pointsOf(step).map((point) => ({ point, kinds: kindsAt(sites, point) }))
  return { host: { step, points, agentRoles, produces, consumes }, line: marker.line, problems: all }
}
