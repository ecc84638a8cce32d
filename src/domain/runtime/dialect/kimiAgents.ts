import * as Result from "effect/Result"
import { noHeader } from "./headers.ts"
import { claudeAgent } from "./agentDialects.ts"
import { prepare, type Prepared } from "./convert.ts"
import type { Dialect } from "./dialect.ts"
import { descriptionField, nameField } from "./fields.ts"
import type { DialectProblem } from "./problem.ts"
import type { Converted, DialectContext, DialectFile, Source } from "./source.ts"
import { toolsField, toolsOfFront } from "./toolFields.ts"
import { kimiTools } from "./toolMaps.ts"
import { mapTools } from "./tools.ts"
import { plainText, quotedText } from "./yamlText.ts"

const dialect: Dialect = {
  ...claudeAgent,
  frontmatter: [nameField("plain"), descriptionField(), toolsField("tools", "block", kimiTools)],
  paths: "kept",
  commands: "slash-skill",
  header: noHeader
}

const agentLines = (pairs: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => [
  "version: 1",
  "agent:",
  ...pairs.map(([key, value]) => `  ${key}: ${value}`)
]

const toolLines = ({ facts }: Prepared): ReadonlyArray<string> => {
  const named = toolsOfFront(facts)
  if (named === undefined) return []
  const { tools } = mapTools(named, kimiTools)
  return tools.length === 0
    ? ["  tools: []"]
    : ["  tools:", ...tools.map((tool) => `    - ${quotedText(tool)}`)]
}

const subagentFiles = (prepared: Prepared): ReadonlyArray<DialectFile> => {
  const { name, summary } = prepared.facts
  const lines = [
    ...agentLines([
      ["extend", "default"],
      ["name", plainText(name)],
      ["description", quotedText(summary)],
      ["system_prompt_path", `./${name}.md`]
    ]),
    ...toolLines(prepared),
    ""
  ]
  return [
    { path: `subagents/${name}.yaml`, below: "entry", text: lines.join("\n") },
    {
      path: `subagents/${name}.md`,
      below: "entry",
      text: prepared.rewriting.body(prepared.document.body)
    }
  ]
}

const rootFiles = (root: string, agents: ReadonlyArray<Prepared>): ReadonlyArray<DialectFile> => {
  const subagents = agents.flatMap(({ facts }) => [
    `    ${plainText(facts.name)}:`,
    `      path: ./subagents/${facts.name}.yaml`,
    `      description: ${quotedText(facts.summary)}`
  ])
  const lines = [
    ...agentLines([
      ["extend", "default"],
      ["name", plainText(root)],
      ["system_prompt_path", `./${root}.md`]
    ]),
    ...(subagents.length === 0 ? [] : ["  subagents:", ...subagents]),
    ""
  ]
  const prompt = [
    "You work with the person on a project that is planned in phases, whose files are in `.planning`.",
    "Hand work that a skill gives to a named agent to the subagent of that name, and report what it found.",
    ""
  ]
  return [
    { path: `${root}.yaml`, below: "entry", text: lines.join("\n") },
    { path: `${root}.md`, below: "entry", text: prompt.join("\n") }
  ]
}

/** A source that Kimi cannot be given, and why. */
export interface RefusedAgent {
  readonly source: Source
  readonly problem: DialectProblem
}

/** What came of the agents of a layout's `kimi-agents`. */
export interface KimiAgents extends Converted {
  readonly refused: ReadonlyArray<RefusedAgent>
}

/**
 * Writes the agents of Kimi CLI: one root agent, named as the entry's prefix, that knows all others, and for each a YAML
 * with its tools beside a Markdown with its prompt. Agents keep the order given; those that cannot be written are named.
 */
export const kimiAgents = (sources: ReadonlyArray<Source>, context: DialectContext): KimiAgents => {
  const each = sources.map((source) => ({ source, prepared: prepare(dialect, source, context) }))
  const agents = each.flatMap(({ prepared }) => (Result.isSuccess(prepared) ? [prepared.success] : []))
  const root = context.prefix.replace(/-+$/u, "") || "gsd"
  return {
    name: root,
    files: [...rootFiles(root, agents), ...agents.flatMap(subagentFiles)],
    notes: agents.flatMap((prepared) =>
      [...prepared.notes, ...dialect.frontmatter.flatMap((field) => field.write(prepared.facts).notes)].map(
        (note) => `\`${prepared.facts.name}\`: ${note}`
      )
    ),
    refused: each.flatMap(({ prepared, source }) =>
      Result.isFailure(prepared) ? [{ source, problem: prepared.failure }] : []
    )
  }
}
