import { canonicalJson } from "../json/canonical.ts"
import { isJsonObject, member, type JsonObject, type JsonValue } from "../json/value.ts"
import { mcpServersOf, type McpServer } from "./mcpServers.ts"

/**
 * Everything a manifest may run, receive or instruct, as declared. Entries are kept whole, so that a field nobody
 * knows yet counts as well; lists are sorted, so that their order does not; a member without entries is absent.
 * Source: consent.md "The digest", seed 002.
 */
export type Powers = {
  readonly hooks?: ReadonlyArray<JsonValue>
  /** Entries of `commands`: family, module, router, subcommands. */
  readonly modules?: ReadonlyArray<JsonValue>
  readonly mcpServers?: ReadonlyArray<McpServer>
  /** The reviewer body without `cosmeticLaneFields`. */
  readonly lanes?: ReadonlyArray<JsonValue>
  /** Gates that start something (`gateStartsSomething`) or ask an agent for its verdict. */
  readonly gates?: ReadonlyArray<JsonValue>
  /** What is started at points of the loop, and the text that goes with it. */
  readonly steps?: ReadonlyArray<JsonValue>
  readonly resolvers?: ReadonlyArray<JsonValue>
  /** The whole runtime body: what it runs, and where it puts instructions, hooks and permissions. */
  readonly runtimes?: ReadonlyArray<JsonValue>
  /** Stems of skills. */
  readonly skills?: ReadonlyArray<JsonValue>
  /** Stems of agents. Their files are given to hosts, and act there with tools (ADR-0033). */
  readonly agents?: ReadonlyArray<JsonValue>
  /** Text for the prompts of agent roles at points of the loop. */
  readonly contributions?: ReadonlyArray<JsonValue>
  /** {key, default}: settings whose values such text is given, with what they are while nothing sets them. */
  readonly givenValues?: ReadonlyArray<JsonValue>
}

/** Outer fields of a reviewer body whose change asks nobody. Source: seed 002. */
export const cosmeticLaneFields: ReadonlyArray<string> = ["reviewsSection", "timeoutFloorMs"]

/** Predicates that read declared state and start nothing, with the members they may have. Source: decisions 4. */
const declarativePredicates: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["artifact-exists", ["kind", "artifact", "path"]],
  ["config-equals", ["kind", "key", "equals", "value"]],
  ["artifact-frontmatter-equals", ["kind", "artifact", "field", "equals"]]
])

/** An object without some of its members; any other value as it is. */
export const withoutMembers = (value: JsonValue, keys: ReadonlyArray<string>): JsonValue =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
    : value

/** A declared list as it is; a declared value that should have been a list counts as its only entry. */
export const declaredList = (value: JsonValue | undefined): ReadonlyArray<JsonValue> =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const sorted = <A extends JsonValue | McpServer>(entries: ReadonlyArray<A>): ReadonlyArray<A> =>
  entries
    .map((entry) => [canonicalJson(entry), entry] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    .map(([, entry]) => entry)

const isDeclarative = (predicate: JsonValue): boolean => {
  const kind = member(predicate, "kind")
  const known = typeof kind === "string" ? declarativePredicates.get(kind) : undefined
  return (
    known !== undefined &&
    isJsonObject(predicate) &&
    Object.keys(predicate).every((key) => known.includes(key))
  )
}

/** Tells whether a gate starts a program or code of a command family; one that only reads state does not. */
export const gateStartsSomething = (gate: JsonValue): boolean => {
  const check = member(gate, "check")
  if (!isJsonObject(check)) return !isJsonObject(gate)
  const predicate = member(check, "predicate")
  if (predicate !== undefined && !isDeclarative(predicate)) return true
  return Object.keys(check).some((key) => key !== "predicate" && key !== "agentVerdict")
}

/** Tells whether a gate asks an agent: its prompt instructs. */
export const gateAsksAgent = (gate: JsonValue): boolean =>
  member(member(gate, "check"), "agentVerdict") !== undefined

/** Tells whether a step starts a program; any other hands a skill or an agent to who runs the loop. */
export const stepStartsSomething = (step: JsonValue): boolean => {
  const ref = member(step, "ref")
  if (!isJsonObject(ref)) return !isJsonObject(step)
  return Object.keys(ref).some((key) => key !== "skill" && key !== "agent")
}

const givenValues = (raw: JsonObject): ReadonlyArray<JsonValue> => {
  const named = declaredList(member(raw, "contributions")).flatMap((contribution) => {
    const values = member(contribution, "configValues")
    return isJsonObject(values) ? Object.values(values) : []
  })
  const keys = new Set(named.filter((key) => typeof key === "string"))
  return [...keys].flatMap((key) => {
    const initial = member(member(member(raw, "config"), key), "default")
    return initial === undefined ? [] : [{ key, default: initial }]
  })
}

const listsOf = (raw: JsonObject): Required<Powers> => ({
  hooks: declaredList(member(raw, "hooks")),
  modules: declaredList(member(raw, "commands")),
  mcpServers: mcpServersOf(member(raw, "mcpServers")),
  lanes: declaredList(member(raw, "reviewer")).map((lane) => withoutMembers(lane, cosmeticLaneFields)),
  gates: declaredList(member(raw, "gates")).filter(
    (gate) => gateStartsSomething(gate) || gateAsksAgent(gate)
  ),
  steps: declaredList(member(raw, "steps")),
  resolvers: declaredList(member(raw, "taskContentResolver")),
  runtimes: declaredList(member(raw, "runtime")),
  skills: declaredList(member(raw, "skills")),
  agents: declaredList(member(raw, "agents")),
  contributions: declaredList(member(raw, "contributions")),
  givenValues: givenValues(raw)
})

/** The powers a raw manifest declares. Total: a document that is no object has none, odd members are kept as they are. */
export const powersOf = (raw: JsonValue): Powers =>
  isJsonObject(raw)
    ? (Object.fromEntries(
        Object.entries(listsOf(raw))
          .filter(([, entries]) => entries.length > 0)
          .map(([key, entries]) => [key, sorted<JsonValue | McpServer>(entries)])
      ) as Powers)
    : {}

/** The powers that run or receive something, without the text that only instructs an agent. */
export const runningPowersOf = (raw: JsonValue): Powers => {
  const { gates = [], steps = [], ...others } = powersOf(raw)
  return {
    ...others,
    skills: [],
    agents: [],
    contributions: [],
    givenValues: [],
    gates: gates.filter(gateStartsSomething),
    steps: steps.filter(stepStartsSomething).map((step) => withoutMembers(step, ["fragment"]))
  }
}
