import type { Dialect, Field } from "./dialect.ts"
import {
  constantField,
  contextField,
  descriptionField,
  nameField,
  settledField,
  textField,
  wordField
} from "./fields.ts"
import { noHeader } from "./headers.ts"
import { permissionField, toolsField } from "./toolFields.ts"
import { copilotTools, geminiTools, qwenTools } from "./toolMaps.ts"

/** What most agents are: name and description on one line. */
const plainAgent: Dialect = {
  takes: ["agent"],
  writes: "agent",
  extension: ".md",
  frontmatter: [nameField("plain"), descriptionField()],
  homeSign: "$HOME",
  paths: "mapped",
  commands: "slash-hyphen",
  words: new Map(),
  everywhere: new Map(),
  dropsClear: false,
  header: noHeader
}

const instructions = (file: string, ...more: ReadonlyArray<readonly [string, string]>) =>
  new Map([["CLAUDE.md", file] as const, ...more])

/**
 * Claude Code itself, and layouts without a converter. Hooks, servers and permission modes of a front matter never pass:
 * they would run or allow what nobody was shown.
 */
export const claudeAgent: Dialect = {
  ...plainAgent,
  frontmatter: [
    nameField("plain"),
    descriptionField(undefined, "as written"),
    toolsField("tools", "comma"),
    textField("disallowedTools"),
    textField("model"),
    textField("color"),
    settledField("effort", ({ agent }) => agent?.effort)
  ]
}

/** Cursor. */
export const cursorAgent: Dialect = {
  ...plainAgent,
  words: instructions(".cursor/rules/", ["Claude Code", "Cursor"], ["general-purpose", "generalPurpose"])
}

/** Windsurf. */
export const windsurfAgent: Dialect = { ...plainAgent, words: instructions("AGENTS.md") }

/** Augment. */
export const augmentAgent: Dialect = plainAgent

/** Trae. */
export const traeAgent: Dialect = {
  ...plainAgent,
  words: instructions(".trae/rules/rules.md", ["general-purpose", "general_purpose_task"]),
  everywhere: new Map([["CLAUDE_CONFIG_DIR", "TRAE_CONFIG_DIR"]])
}

/** CodeBuddy. */
export const codebuddyAgent: Dialect = { ...plainAgent, words: instructions("CODEBUDDY.md") }

/** Cline. */
export const clineAgent: Dialect = { ...plainAgent, words: instructions(".clinerules") }

/** Qwen Code: its names of tools, below each other. */
export const qwenAgent: Dialect = {
  ...plainAgent,
  frontmatter: [
    nameField("plain"),
    descriptionField(),
    toolsField("tools", "block", qwenTools),
    textField("color")
  ]
}

/** ZCode. */
export const zcodeAgent: Dialect = {
  ...plainAgent,
  frontmatter: [nameField("plain"), descriptionField(), toolsField("tools", "comma"), textField("color")]
}

/** Hermes. */
export const hermesAgent: Dialect = {
  ...plainAgent,
  frontmatter: [nameField("plain"), descriptionField(), toolsField("tools", "comma")]
}

/** GitHub Copilot. */
export const copilotAgent: Dialect = {
  ...plainAgent,
  extension: ".agent.md",
  frontmatter: [
    nameField("plain"),
    descriptionField(),
    toolsField("tools", "brackets", copilotTools),
    textField("color")
  ],
  words: instructions("copilot-instructions.md")
}

/** Antigravity. */
export const antigravityAgent: Dialect = {
  ...plainAgent,
  frontmatter: [nameField("plain"), descriptionField(), toolsField("tools", "comma", geminiTools)],
  words: instructions("GEMINI.md")
}

const subagent: ReadonlyArray<Field> = [
  nameField("plain"),
  descriptionField(),
  constantField("mode", "subagent"),
  contextField("model", ({ agent }) => agent?.model)
]

const opencodeWords = instructions("AGENTS.md", ["general-purpose", "general"], ["Claude Code", "the agent"])

/** OpenCode. */
export const opencodeAgent: Dialect = {
  ...plainAgent,
  frontmatter: subagent,
  homeSign: "~",
  words: opencodeWords
}

/** Kilo: an agent of OpenCode, whose tools are permissions. */
export const kiloAgent: Dialect = {
  ...opencodeAgent,
  frontmatter: [...subagent, permissionField]
}

/** The Markdown that stands beside an agent of Codex. */
export const codexAgent: Dialect = {
  ...plainAgent,
  frontmatter: [nameField("quoted"), descriptionField()],
  commands: "shell-var",
  words: instructions("AGENTS.md", ["Claude Code", "the agent"]),
  everywhere: new Map([
    ["$ARGUMENTS", "{{GSD_ARGS}}"],
    [".claudeignore", ".codexignore"]
  ]),
  dropsClear: true
}

/** Colours that Claude names, as OpenCode wants them. */
const colours = new Map([
  ["red", "#ef4444"],
  ["orange", "#f97316"],
  ["yellow", "#eab308"],
  ["green", "#22c55e"],
  ["cyan", "#06b6d4"],
  ["blue", "#3b82f6"],
  ["purple", "#a855f7"],
  ["pink", "#ec4899"]
])

/** A colour by its number; one that is neither a known name nor a number is left out. */
export const colourField: Field = {
  key: "color",
  takes: ["color"],
  write: (facts) => {
    const said = facts.front.get("color")
    return typeof said === "string" && /^#[0-9a-f]{6}$/iu.test(said)
      ? { lines: [`color: "${said.toLowerCase()}"`], notes: [] }
      : wordField("color", colours, "dropped").write(facts)
  }
}
