import { hostSteps } from "../capability/hostContract.ts"
import { loopPoints, type HostStep, type LoopHookKind, type LoopPoint } from "../capability/loopContract.ts"
import type { Gate, Step } from "../capability/schema/loopHooks.ts"
import type { Registry } from "../registry/Registry.ts"
import { activationAt } from "./activation.ts"
import { hookId } from "./hook.ts"
import type { ValueOf } from "./switch.ts"

/** What runs in the loop: a hook in force, or the work of a step's own workflow. */
export interface GraphNode {
  /** Name of the hook, or `workflow/<step>`. */
  readonly id: string
  readonly kind: LoopHookKind | "workflow"
  readonly point: LoopPoint
  /** Absent for the product's own workflows. */
  readonly capId?: string
  /** What it starts, whom it speaks to, or what it asks. */
  readonly about: string
}

/** An artefact that one of them makes or takes. */
export interface GraphEdge {
  readonly node: string
  readonly artifact: string
  readonly kind: "produces" | "consumes"
}

/** JSON of `loop graph`: nodes in the order in which they run, and their artefacts. */
export interface LoopGraph {
  readonly nodes: ReadonlyArray<GraphNode>
  /** Ascending. */
  readonly artifacts: ReadonlyArray<string>
  readonly edges: ReadonlyArray<GraphEdge>
}

interface Exchanging {
  readonly produces: ReadonlyArray<string>
  readonly consumes: ReadonlyArray<string>
}

const edgesOf = (node: string, { consumes, produces }: Exchanging): ReadonlyArray<GraphEdge> => [
  ...[...new Set(consumes)].map((artifact): GraphEdge => ({ node, artifact, kind: "consumes" })),
  ...[...new Set(produces)].map((artifact): GraphEdge => ({ node, artifact, kind: "produces" }))
]

const started = (ref: Step["ref"]): string => {
  if ("skill" in ref) return `skill ${ref.skill}`
  return "agent" in ref ? `agent ${ref.agent}` : ref.command
}

const asked = (check: Gate["check"]): string => {
  if ("query" in check) return check.query
  return "predicate" in check ? check.predicate.kind : "verdict of an agent"
}

/** What a gate reads, when it is an artefact. */
const read = (check: Gate["check"]): ReadonlyArray<string> =>
  "predicate" in check && "artifact" in check.predicate ? [check.predicate.artifact] : []

interface Part {
  readonly node: GraphNode
  readonly exchange: Exchanging
}

const partsAt = (
  registry: Pick<Registry, "members" | "index">,
  point: LoopPoint,
  valueOf: ValueOf
): ReadonlyArray<Part> => {
  const { contributions, gates, steps } = activationAt(registry, point, valueOf)
  const nodeOf = (
    kind: LoopHookKind,
    { id, index }: { readonly id: string; readonly index: number },
    about: string
  ): GraphNode => ({ id: hookId(id, kind, index), kind, point, capId: id, about })
  return [
    ...steps.map((one): Part => ({ node: nodeOf("step", one, started(one.hook.ref)), exchange: one.hook })),
    ...contributions.map((one): Part => ({
      node: nodeOf("contribution", one, `into ${one.hook.into}`),
      exchange: one.hook
    })),
    ...gates.map((one): Part => ({
      node: nodeOf("gate", one, asked(one.hook.check)),
      exchange: { produces: [], consumes: read(one.hook.check) }
    }))
  ]
}

/** The work itself stands at the last point of its step, before the hooks there. */
const workflowAt = (point: LoopPoint): ReadonlyArray<Part> => {
  const hosts: ReadonlyArray<HostStep> = hostSteps
  return hosts
    .filter(({ points }) => points.at(-1)?.point === point)
    .map((host) => ({
      node: { id: `workflow/${host.step}`, kind: "workflow", point, about: host.step },
      exchange: host
    }))
}

/** What is in force over the loop, or at one point, with the artefacts between them. Linear in hooks and names. */
export const graphOf = (
  registry: Pick<Registry, "members" | "index">,
  valueOf: ValueOf,
  only?: LoopPoint
): LoopGraph => {
  const points = only === undefined ? loopPoints : [only]
  const parts = points.flatMap((point) => [...workflowAt(point), ...partsAt(registry, point, valueOf)])
  const edges = parts.flatMap(({ exchange, node }) => edgesOf(node.id, exchange))
  return {
    nodes: parts.map(({ node }) => node),
    artifacts: [...new Set(edges.map(({ artifact }) => artifact))].toSorted(),
    edges
  }
}
