/** Points of the loop at which hooks run, in loop order. Source: seed 000, valid point values. */
export const loopPoints = [
  "discuss:pre",
  "discuss:post",
  "plan:pre",
  "plan:post",
  "execute:pre",
  "execute:wave:pre",
  "execute:wave:post",
  "execute:post",
  "verify:pre",
  "verify:post",
  "ship:pre",
  "ship:post"
] as const

/** One of the twelve loop points. */
export type LoopPoint = (typeof loopPoints)[number]

/** Kinds of loop hooks. */
export type LoopHookKind = "step" | "contribution" | "gate"

/** What the host workflows publish for one point: who can be addressed, which kinds run there, what exists by then. */
export interface LoopPointContract {
  readonly agentRoles: ReadonlyArray<string>
  readonly kinds: ReadonlyArray<LoopHookKind>
  readonly artifacts: ReadonlyArray<string>
}

/** Contract between host workflows and capabilities, one entry per point. */
export type LoopContract = Readonly<Record<LoopPoint, LoopPointContract>>

const allKinds: ReadonlyArray<LoopHookKind> = ["step", "contribution", "gate"]

const at = (agentRoles: ReadonlyArray<string>, artifacts: ReadonlyArray<string>): LoopPointContract => ({
  agentRoles,
  kinds: allKinds,
  artifacts
})

const orchestrator = ["orchestrator"]
const planners = ["researcher", "planner", "checker"]
const executors = ["executor", "verifier"]
const planned = ["CONTEXT.md", "PLAN.md"]
const executed = [...planned, "SUMMARY.md"]
const verified = [...executed, "UAT.md"]

/** Contract of this product's own workflows: every kind at every point. Source: decisions 12, data/loop-host-contract.json. */
export const ownLoopContract: LoopContract = {
  "discuss:pre": at(orchestrator, []),
  "discuss:post": at(orchestrator, ["CONTEXT.md"]),
  "plan:pre": at(planners, ["CONTEXT.md"]),
  "plan:post": at(planners, planned),
  "execute:pre": at(executors, planned),
  "execute:wave:pre": at(executors, planned),
  "execute:wave:post": at(executors, planned),
  "execute:post": at(executors, executed),
  "verify:pre": at(orchestrator, executed),
  "verify:post": at(orchestrator, verified),
  "ship:pre": at(orchestrator, verified),
  "ship:post": at(orchestrator, verified)
}

/** Is one of the twelve loop points. */
export const isLoopPoint = (value: unknown): value is LoopPoint =>
  typeof value === "string" && (loopPoints as ReadonlyArray<string>).includes(value)

/** Rank of a point in the loop, from 0; -1 for anything that is no point. */
export const pointRank = (value: unknown): number =>
  typeof value === "string" ? (loopPoints as ReadonlyArray<string>).indexOf(value) : -1
