import { codeSpan } from "../review/fence.ts"
import { lintFinding, type LintFinding } from "./finding.ts"
import type { Plan } from "./plan.ts"

const digits = (text: string): string => text.replace(/^0+(?=\d)/u, "").toLowerCase()

const leading = (phase: string): string => /^\d+(?:\.\d+)?/u.exec(phase)?.[0] ?? phase

/** Names a plan goes by in `depends_on` of any plan. */
const fullNames = (plan: Plan): ReadonlyArray<string> => [
  plan.id.toLowerCase(),
  plan.path.toLowerCase(),
  ...(plan.phase === "" || plan.number === ""
    ? []
    : [plan.phase, leading(plan.phase)].flatMap((phase) => [
        `${phase}-${plan.number}`.toLowerCase(),
        `${digits(phase)}-${digits(plan.number)}`
      ]))
]

const plainName = (item: string): string =>
  item
    .replace(/^.*[/\\]/u, "")
    .replace(/[-_.]?PLAN(?:\.md)?$/iu, "")
    .replace(/\.md$/iu, "")
    .toLowerCase()

type Index = ReadonlyMap<string, number>

const indexOf = (plans: ReadonlyArray<Plan>): Index => {
  const index = new Map<string, number>()
  plans.forEach((plan, at) => {
    for (const name of fullNames(plan)) if (!index.has(name)) index.set(name, at)
  })
  return index
}

/** The plan that `item` of `plan` names: by a full name, or by its number alone within the same phase. */
const target = (
  plans: ReadonlyArray<Plan>,
  index: Index,
  asked: { readonly plan: Plan; readonly item: string }
) => {
  const { item, plan } = asked
  const full = index.get(item.toLowerCase()) ?? index.get(plainName(item))
  if (full !== undefined) return full
  const at = plans.findIndex(
    (other) =>
      other.number !== "" && other.phase === plan.phase && digits(other.number) === digits(plainName(item))
  )
  return at < 0 ? undefined : at
}

type Graph = ReadonlyArray<ReadonlyArray<number>>

const graphOf = (plans: ReadonlyArray<Plan>): Graph => {
  const index = indexOf(plans)
  return plans.map((plan) =>
    plan.dependsOn.items.flatMap((item) => target(plans, index, { plan, item }) ?? [])
  )
}

/** Shortest way from `start` back to itself; undefined when there is none. */
const wayBack = (graph: Graph, start: number): ReadonlyArray<number> | undefined => {
  const from = new Map<number, number>()
  const queue = [start]
  for (const at of queue)
    for (const next of graph[at] ?? []) {
      if (next === start) {
        const way = [at]
        while (way[0] !== start) way.unshift(from.get(way[0] ?? start) ?? start)
        return way
      }
      if (from.has(next)) continue
      from.set(next, at)
      queue.push(next)
    }
  return undefined
}

/**
 * Cycles of `depends_on` between the plans given: for each plan on one that no cycle told before it holds, the shortest,
 * with its members in the order of dependence. A name that no plan given goes by may be of a plan done before.
 */
export const cycleFindings = (plans: ReadonlyArray<Plan>): ReadonlyArray<LintFinding> => {
  const graph = graphOf(plans)
  const told = new Set<number>()
  return plans.flatMap((plan, at) => {
    const way = told.has(at) ? undefined : wayBack(graph, at)
    if (way === undefined) return []
    for (const member of way) told.add(member)
    const members = way.flatMap((member) => plans[member] ?? [])
    const names = [...members, plan].map(({ id }) => codeSpan(id)).join(" → ")
    const message =
      members.length === 1
        ? `Plan ${codeSpan(plan.id)} depends on itself`
        : `Plans depend on each other: ${names}`
    const finding = lintFinding("dependency-cycle", { path: plan.path, line: plan.dependsOn.line }, message)
    return [{ ...finding, members: members.map(({ path }) => path) }]
  })
}
