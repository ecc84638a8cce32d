import { hostSteps } from "./hostContract.ts"

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

/** What one step workflow publishes: a step of the loop, its points, and what it has for those who hook in there. */
export interface HostStep {
  readonly step: string
  /** In loop order, each with the kinds that its call sites dispatch; none where there is no call. */
  readonly points: ReadonlyArray<{ readonly point: LoopPoint; readonly kinds: ReadonlyArray<LoopHookKind> }>
  readonly agentRoles: ReadonlyArray<string>
  /** Core artefacts that the step writes; they are there at its last point. */
  readonly produces: ReadonlyArray<string>
  readonly consumes: ReadonlyArray<string>
}

const unhosted: LoopPointContract = { agentRoles: [], kinds: [], artifacts: [] }

/** The contract that step workflows publish together; a point that none of them has is nobody's, and runs nothing. */
export const contractOf = (steps: ReadonlyArray<HostStep>): LoopContract => {
  let artifacts: ReadonlyArray<string> = []
  const contracts = loopPoints.map((point) => {
    const host = steps.find(({ points }) => points.some((one) => one.point === point))
    if (host === undefined) return [point, { ...unhosted, artifacts }] as const
    if (host.points.at(-1)?.point === point) artifacts = [...artifacts, ...host.produces]
    const kinds = host.points.find((one) => one.point === point)?.kinds ?? []
    return [point, { agentRoles: host.agentRoles, kinds, artifacts }] as const
  })
  return Object.fromEntries(contracts) as LoopContract
}

/** Contract of this product's own workflows, compiled in: every kind at every point. Source: decisions 12. */
export const ownLoopContract: LoopContract = contractOf(hostSteps)

/** Is one of the twelve loop points. */
export const isLoopPoint = (value: unknown): value is LoopPoint =>
  typeof value === "string" && (loopPoints as ReadonlyArray<string>).includes(value)

/** Rank of a point in the loop, from 0; -1 for anything that is no point. */
export const pointRank = (value: unknown): number =>
  typeof value === "string" ? (loopPoints as ReadonlyArray<string>).indexOf(value) : -1
