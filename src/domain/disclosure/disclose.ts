import type { Egress } from "../consent/record.ts"
import { member, type JsonValue } from "../json/value.ts"
import { shown, type Visible } from "../text/escape.ts"
import {
  memberLines,
  sentence,
  textOf,
  type DisclosureClass,
  type DisclosureLine,
  type Topic
} from "./DisclosureLine.ts"
import { laneLines } from "./lanes.ts"
import { loopTextLines } from "./loopText.ts"
import type { McpServer } from "./mcpServers.ts"
import { gateStartsSomething, powersOf, stepStartsSomething, withoutMembers } from "./powers.ts"
import { namedProgram, namedServer } from "./program.ts"

/** What a disclosure has to know besides the manifest. */
export interface DisclosureContext {
  /** Where HTTP lanes send their prompt now; `egressOf` makes it. */
  readonly egress: ReadonlyArray<Egress>
}

/** Sentences that stand under every disclosure. Source: consent.md "Five classes are disclosed". */
export const notices: ReadonlyArray<Visible> = [
  shown`The bodies of scripts, modules and instructions are installed as they are; nothing scans them.`,
  shown`There is no sandbox: what a capability runs, runs with your rights.`
]

/** Added to the notices when a capability declares MCP servers. */
export const mcpNotice: Visible = shown`An MCP server's command, arguments, environment and directory are not confined to the capability's folder.`

const topicOf = (kind: DisclosureClass, name: JsonValue | undefined, otherwise: string): Topic => ({
  class: kind,
  subject: name === undefined ? otherwise : textOf(name)
})

const hookLines = (hook: JsonValue): ReadonlyArray<DisclosureLine> => {
  const topic = topicOf("hook", member(hook, "event"), "hook")
  const always = member(hook, "matcher") === undefined
  return [
    sentence(
      topic,
      "runs",
      shown`\`${textOf(member(hook, "script"))}\`, started by the host runtime on this event`
    ),
    ...(always ? [sentence(topic, "matches", shown`every occurrence: no matcher is declared`)] : []),
    ...memberLines(topic, hook)
  ]
}

const moduleLines = (entry: JsonValue): ReadonlyArray<DisclosureLine> => {
  const topic = topicOf("command-module", member(entry, "family"), "commands")
  return [
    sentence(topic, "runs", shown`\`${textOf(member(entry, "module"))}\`, loaded for \`gsd x\``),
    ...memberLines(topic, entry)
  ]
}

const serverLines = (server: McpServer): ReadonlyArray<DisclosureLine> => {
  const topic = topicOf("mcp-server", server.name, "(no name)")
  const command = member(server.config, "command")
  const { isOwn, name } = namedServer(command)
  const url = member(server.config, "url")
  return [
    ...(command === undefined
      ? []
      : [
          sentence(
            topic,
            "runs",
            isOwn
              ? shown`its own file \`${name}\`, started by the host runtime`
              : shown`\`${name}\`, started by the host runtime`
          )
        ]),
    ...(url === undefined
      ? []
      : [sentence(topic, "goes to", shown`\`${textOf(url)}\`, opened by the host runtime`)]),
    ...memberLines(topic, server.config),
    ...(server.beside === undefined ? [] : memberLines(topic, server.beside, ["beside"]))
  ]
}

const gateLines = (gate: JsonValue): ReadonlyArray<DisclosureLine> => {
  const topic = topicOf("gate", member(gate, "point"), "gate")
  const check = member(gate, "check")
  const command = member(member(check, "predicate"), "command")
  const query = member(check, "query")
  return [
    ...(command === undefined
      ? []
      : [sentence(topic, "runs", shown`the shell command \`${textOf(command)}\` in the project`)]),
    ...(query === undefined ? [] : [sentence(topic, "runs", shown`the query \`${textOf(query)}\` of gsd`)]),
    ...memberLines(topic, gate)
  ]
}

const stepLines = (step: JsonValue): ReadonlyArray<DisclosureLine> => {
  const topic = topicOf("other", member(step, "point"), "step")
  return [
    sentence(
      topic,
      "runs",
      shown`the command \`${textOf(member(member(step, "ref"), "command"))}\` as a loop step`
    ),
    ...memberLines(topic, withoutMembers(step, ["fragment"]))
  ]
}

const resolverLines = (resolver: JsonValue): ReadonlyArray<DisclosureLine> => {
  const topic = topicOf("resolver", member(resolver, "trackerPrefix"), "taskContentResolver")
  const { isOwn, name } = namedProgram(member(resolver, "invoke"))
  return [
    sentence(
      topic,
      "runs",
      isOwn ? shown`its own file \`${name}\` once per task` : shown`\`${name}\` once per task`
    ),
    sentence(topic, "instructs", shown`what it prints becomes the content of the task`),
    ...memberLines(topic, resolver)
  ]
}

const runtimeLines = (runtime: JsonValue): ReadonlyArray<DisclosureLine> => {
  const topic: Topic = { class: "other", subject: "runtime" }
  const command = member(member(runtime, "orchestratorExec"), "command")
  return [
    ...(command === undefined
      ? []
      : [sentence(topic, "runs", shown`\`${textOf(command)}\` as the orchestrator of this runtime`)]),
    ...memberLines(topic, runtime)
  ]
}

/** What host runtimes take of a kind; what tools an agent's text names is content, held by its hash. */
const taken = {
  skill: shown`host runtimes it is given to: each takes its whole folder for a skill, with the scripts in it`,
  agent: shown`host runtimes it is given to: each takes its text for an agent, which acts with the tools that the text names`
}

/** One sentence for all of a kind, then each by name. */
const givenLines = (
  kind: keyof typeof taken,
  stems: ReadonlyArray<JsonValue> = []
): ReadonlyArray<DisclosureLine> => {
  const topic: Topic = { class: "instruction", subject: kind }
  const names = stems.flatMap((stem) => memberLines(topic, stem, ["stem"]))
  return names.length === 0 ? [] : [sentence(topic, "instructs", taken[kind]), ...names]
}

/**
 * Every power of a raw manifest as escaped lines, one fact each: hooks, command modules, MCP servers, lanes, gates,
 * steps, resolvers, runtime, skills, agents, texts of the loop, in this order; empty for a capability without powers. Total over any
 * JSON value, so an invalid manifest is disclosed as far as it decodes. Whatever `powersOf` binds is shown.
 */
export const disclose = (raw: JsonValue, context: DisclosureContext): ReadonlyArray<DisclosureLine> => {
  const powers = powersOf(raw)
  return [
    ...(powers.hooks ?? []).flatMap(hookLines),
    ...(powers.modules ?? []).flatMap(moduleLines),
    ...(powers.mcpServers ?? []).flatMap(serverLines),
    ...(powers.lanes ?? []).flatMap((lane) => laneLines(lane, context.egress)),
    ...(powers.gates ?? []).filter(gateStartsSomething).flatMap(gateLines),
    ...(powers.steps ?? []).filter(stepStartsSomething).flatMap(stepLines),
    ...(powers.resolvers ?? []).flatMap(resolverLines),
    ...(powers.runtimes ?? []).flatMap(runtimeLines),
    ...givenLines("skill", powers.skills),
    ...givenLines("agent", powers.agents),
    ...loopTextLines(powers)
  ]
}

/** The notices that belong under the disclosure of a raw manifest. */
export const noticesFor = (raw: JsonValue): ReadonlyArray<Visible> =>
  powersOf(raw).mcpServers === undefined ? notices : [...notices, mcpNotice]
