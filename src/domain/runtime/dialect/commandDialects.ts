import { colourField } from "./agentDialects.ts"
import { short } from "./descriptionLimits.ts"
import type { Dialect } from "./dialect.ts"
import { descriptionField, flagField, listField, textField } from "./fields.ts"
import { noHeader } from "./headers.ts"
import { toolsField } from "./toolFields.ts"
import { opencodeTools } from "./toolMaps.ts"

/** A command of Claude Code, and of layouts without a converter; its file has its name. */
export const claudeCommand: Dialect = {
  takes: ["command", "skill"],
  writes: "command",
  extension: ".md",
  frontmatter: [
    descriptionField(undefined, "as written"),
    textField("argument-hint", "quoted"),
    textField("model"),
    textField("effort"),
    textField("agent"),
    textField("context"),
    flagField("disable-model-invocation"),
    toolsField("allowed-tools", "block")
  ],
  homeSign: "$HOME",
  paths: "mapped",
  commands: "slash-hyphen",
  words: new Map(),
  everywhere: new Map(),
  dropsClear: false,
  header: noHeader
}

/** OpenCode. */
export const opencodeCommand: Dialect = {
  ...claudeCommand,
  frontmatter: [
    descriptionField(),
    textField("argument-hint", "quoted"),
    textField("effort"),
    listField("requires"),
    textField("agent"),
    colourField,
    toolsField("tools", "switches", opencodeTools)
  ],
  homeSign: "~",
  words: new Map([
    ["AskUserQuestion", "question"],
    ["SlashCommand", "skill"],
    ["TodoWrite", "todowrite"],
    ["general-purpose", "general"],
    ["CLAUDE.md", "AGENTS.md"],
    ["Claude Code", "the agent"]
  ])
}

/** Kilo. */
export const kiloCommand: Dialect = opencodeCommand

/** CodeBuddy. */
export const codebuddyCommand: Dialect = {
  ...claudeCommand,
  frontmatter: [descriptionField(short), textField("argument-hint", "quoted")],
  words: new Map([["CLAUDE.md", "CODEBUDDY.md"]])
}

/** Augment: Claude's commands with its own names of tools. */
export const augmentCommand: Dialect = {
  ...claudeCommand,
  frontmatter: [descriptionField(), textField("argument-hint", "quoted"), textField("model")],
  words: new Map([
    ["Bash(", "launch-process("],
    ["Edit(", "str-replace-editor("],
    ["Read(", "view("],
    ["Write(", "save-file("],
    ["TodoWrite", "add_tasks"]
  ])
}
