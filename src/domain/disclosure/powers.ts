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
  /** Gates that start something: a predicate with a command or of a kind not known to be harmless, or a query. */
  readonly gates?: ReadonlyArray<JsonValue>
  /** Steps that dispatch a command, without their fragment. */
  readonly steps?: ReadonlyArray<JsonValue>
  readonly resolvers?: ReadonlyArray<JsonValue>
  /** The whole runtime body: what it runs, and where it puts instructions, hooks and permissions. */
  readonly runtimes?: ReadonlyArray<JsonValue>
  /** Stems of skills. Agents, commands and fragments join when something projects them (decisions). */
  readonly skills?: ReadonlyArray<JsonValue>
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

const dispatchesCommand = (step: JsonValue): boolean => {
  const ref = member(step, "ref")
  if (!isJsonObject(ref)) return !isJsonObject(step)
  return Object.keys(ref).some((key) => key !== "skill" && key !== "agent")
}

const listsOf = (raw: JsonObject): Required<Powers> => ({
  hooks: declaredList(member(raw, "hooks")),
  modules: declaredList(member(raw, "commands")),
  mcpServers: mcpServersOf(member(raw, "mcpServers")),
  lanes: declaredList(member(raw, "reviewer")).map((lane) => withoutMembers(lane, cosmeticLaneFields)),
  gates: declaredList(member(raw, "gates")).filter(gateStartsSomething),
  steps: declaredList(member(raw, "steps"))
    .filter(dispatchesCommand)
    .map((step) => withoutMembers(step, ["fragment"])),
  resolvers: declaredList(member(raw, "taskContentResolver")),
  runtimes: declaredList(member(raw, "runtime")),
  skills: declaredList(member(raw, "skills"))
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

/**
 * What a manifest declares that would instruct an agent and that nothing projects yet: agents, fragments and the
 * prompts of gates. Not shown and not in the digest's powers (the content hash holds it), but an update that
 * changes it asks. Each entry is {kind, declared}.
 */
export const latentInstructionsOf = (raw: JsonValue): ReadonlyArray<JsonValue> => {
  const of = (kind: string, entries: ReadonlyArray<JsonValue>): ReadonlyArray<JsonValue> =>
    entries.map((declared) => ({ kind, declared }))
  return sorted([
    ...of("agent", declaredList(member(raw, "agents"))),
    ...of("contribution", declaredList(member(raw, "contributions"))),
    ...of(
      "step",
      declaredList(member(raw, "steps")).filter((step) => isJsonObject(step) && !dispatchesCommand(step))
    ),
    ...of(
      "fragment",
      declaredList(member(raw, "steps"))
        .filter(dispatchesCommand)
        .map((step) => member(step, "fragment"))
        .filter((fragment) => fragment !== undefined)
    ),
    ...of(
      "verdict",
      declaredList(member(raw, "gates")).filter(
        (gate) => member(member(gate, "check"), "agentVerdict") !== undefined
      )
    )
  ])
}
