import * as Result from "effect/Result"
import { shown } from "../../text/escape.ts"
import { codexAgent } from "./agentDialects.ts"
import { prepare, writeBody, writeFront, type Converter, type Prepared } from "./convert.ts"
import { oneLine } from "./limit.ts"
import type { DialectContext } from "./source.ts"
import { toolsOfFront } from "./toolFields.ts"
import { writingTools } from "./toolMaps.ts"
import { tomlBlock, tomlText } from "./tomlText.ts"

/** Models that only Claude's own service has. */
const foreignModel = /^(?:inherit|opus|sonnet|haiku|claude\b|anthropic\b)/iu

/**
 * `workspace-write` for an agent that names a tool which changes files, `read-only` for every other one: also for one that
 * names no tool, since what is not asked for is not given.
 */
const sandboxOf = ({ facts }: Prepared): "read-only" | "workspace-write" =>
  (toolsOfFront(facts) ?? []).some(({ name, scoped }) => !scoped && writingTools.has(name))
    ? "workspace-write"
    : "read-only"

const modelLines = ({ agent }: DialectContext): ReadonlyArray<string> => {
  const { effort, model } = agent ?? {}
  if (model === undefined || foreignModel.test(model)) return []
  return [
    `model = ${tomlText(model)}`,
    ...(effort === undefined ? [] : [`model_reasoning_effort = ${tomlText(effort)}`])
  ]
}

const tomlOf = (prepared: Prepared, instructions: string): string => {
  const { context, name, summary } = prepared.facts
  return [
    `name = ${tomlText(name)}`,
    `description = ${tomlText(summary)}`,
    ...(context.sandboxTier === "none" ? [] : [`sandbox_mode = ${tomlText(sandboxOf(prepared))}`]),
    ...modelLines(context),
    ...(context.agent?.tier === "light" ? ['service_tier = "flex"', 'model_verbosity = "low"'] : []),
    `developer_instructions = ${tomlBlock(instructions)}`,
    ""
  ].join("\n")
}

const roleLines = ({ facts }: Prepared): ReadonlyArray<string> => [
  "<codex_agent_role>",
  `role: ${facts.name}`,
  `tools: ${oneLine((toolsOfFront(facts) ?? []).map(({ text }) => text).join(", ")) || "what the host gives"}`,
  `purpose: ${facts.summary}`,
  "</codex_agent_role>"
]

const notesOf = ({ facts }: Prepared): ReadonlyArray<string> => {
  const pinned = facts.context.agent?.model
  const foreign = pinned !== undefined && foreignModel.test(pinned)
  const unnamed = facts.context.sandboxTier !== "none" && toolsOfFront(facts) === undefined
  return [
    ...(foreign ? [shown`the model that is set for it is not one of this runtime: ${pinned}`] : []),
    ...(unnamed ? ["it names no tools, so its sandbox lets it read only"] : [])
  ]
}

/** Keys that the TOML is made of beside the front matter. */
const dialect = {
  ...codexAgent,
  frontmatter: codexAgent.frontmatter.map((field) =>
    field.key === "description" ? { ...field, takes: [...field.takes, "tools", "allowed-tools"] } : field
  )
}

/** Writes an agent of Codex: the TOML that it runs by, and a Markdown file for those that read it. */
export const codexAgentConverter: Converter = (source, context) =>
  Result.map(prepare(dialect, source, context), (prepared) => {
    const front = writeFront(dialect, prepared)
    const body = writeBody(dialect, prepared)
    const { lineEnd } = prepared.document
    const { name } = prepared.facts
    const role = `${lineEnd}${roleLines(prepared).join(lineEnd)}${lineEnd}`
    const gap = body === "" || /^\r?\n/u.test(body) ? "" : lineEnd
    return {
      name,
      files: [
        { path: `${name}.md`, below: "entry", text: `${front.text}${role}${gap}${body}` },
        { path: `${name}.toml`, below: "entry", text: tomlOf(prepared, body) }
      ],
      notes: [...prepared.notes, ...front.notes, ...notesOf(prepared)]
    }
  })
