import { long, longInCharacters, short, shortInCharacters } from "./descriptionLimits.ts"
import type { Dialect, Field } from "./dialect.ts"
import {
  constantField,
  contextField,
  descriptionField,
  flagField,
  nameField,
  shortDescriptionField,
  textField,
  wordField
} from "./fields.ts"
import {
  augmentSkillHeader,
  codexSkillHeader,
  cursorSkillHeader,
  kimiSkillHeader,
  noHeader
} from "./headers.ts"
import { skillPriorities } from "./skillPriorities.ts"
import { toolsField } from "./toolFields.ts"

/** What most skills are: name and description, folders of the runtime, `/gsd-x`. */
const plainSkill: Dialect = {
  takes: ["skill", "command"],
  writes: "skill",
  extension: ".md",
  frontmatter: [nameField("plain"), descriptionField(short)],
  homeSign: "$HOME",
  paths: "mapped",
  commands: "slash-hyphen",
  words: new Map(),
  everywhere: new Map(),
  dropsClear: false,
  header: noHeader
}

const effort: Field = wordField(
  "effort",
  new Map([
    ["xhigh", "high"],
    ["max", "high"]
  ]),
  "kept"
)

const argumentsWord = ["$ARGUMENTS", "{{GSD_ARGS}}"] as const

/** Claude Code, and those that read its skills: Qwen Code, Hermes, ZCode. */
export const claudeSkill: Dialect = {
  ...plainSkill,
  frontmatter: [
    nameField("plain"),
    descriptionField(undefined, "as written"),
    textField("argument-hint", "quoted"),
    textField("agent"),
    textField("context"),
    effort,
    flagField("disable-model-invocation"),
    flagField("user-invocable"),
    toolsField("allowed-tools", "block"),
    contextField("version", ({ behaviors, version }) =>
      behaviors.skillFrontmatterVersion === true ? version : undefined
    ),
    contextField("priority", ({ behaviors }, { stem }) =>
      behaviors.skillPriorityFrontmatter === true ? skillPriorities.get(stem) : undefined
    )
  ]
}

/** Codex. */
export const codexSkill: Dialect = {
  ...plainSkill,
  frontmatter: [nameField("quoted"), descriptionField(longInCharacters), shortDescriptionField(short)],
  commands: "shell-var",
  words: new Map([
    ["CLAUDE.md", "AGENTS.md"],
    ["Claude Code", "the agent"]
  ]),
  everywhere: new Map([argumentsWord, [".claudeignore", ".codexignore"]]),
  dropsClear: true,
  header: codexSkillHeader
}

/** Cursor. */
export const cursorSkill: Dialect = {
  ...plainSkill,
  words: new Map([
    ["Bash(", "Shell("],
    ["Edit(", "StrReplace("],
    ["AskUserQuestion", "a question in the conversation"],
    ["general-purpose", "generalPurpose"],
    ["CLAUDE.md", ".cursor/rules/"],
    ["Claude Code", "Cursor"]
  ]),
  everywhere: new Map([argumentsWord]),
  header: cursorSkillHeader
}

const opencodeWords = new Map([
  ["AskUserQuestion", "question"],
  ["SlashCommand", "skill"],
  ["TodoWrite", "todowrite"],
  ["general-purpose", "general"],
  ["CLAUDE.md", "AGENTS.md"],
  ["Claude Code", "the agent"]
])

/** OpenCode. */
export const opencodeSkill: Dialect = {
  ...plainSkill,
  frontmatter: [nameField("plain"), descriptionField(long)],
  homeSign: "~",
  words: opencodeWords
}

/** Kilo, whose skills are those of OpenCode in folders of its own. */
export const kiloSkill: Dialect = opencodeSkill

/** GitHub Copilot. */
export const copilotSkill: Dialect = {
  ...plainSkill,
  frontmatter: [
    nameField("plain"),
    descriptionField(),
    textField("argument-hint", "quoted"),
    textField("agent"),
    toolsField("allowed-tools", "comma")
  ],
  words: new Map([["CLAUDE.md", "copilot-instructions.md"]])
}

/** Antigravity. */
export const antigravitySkill: Dialect = {
  ...plainSkill,
  frontmatter: [nameField("plain"), descriptionField()],
  words: new Map([["CLAUDE.md", "GEMINI.md"]])
}

/** Augment. */
export const augmentSkill: Dialect = {
  ...plainSkill,
  words: new Map([
    ["Bash(", "launch-process("],
    ["Edit(", "str-replace-editor("],
    ["Read(", "view("],
    ["Write(", "save-file("],
    ["TodoWrite", "add_tasks"]
  ]),
  everywhere: new Map([argumentsWord]),
  header: augmentSkillHeader
}

/** Trae. */
export const traeSkill: Dialect = {
  ...plainSkill,
  frontmatter: [
    nameField("plain"),
    descriptionField(short),
    contextField("stage", ({ behaviors }) => behaviors.soloStageMetadata)
  ],
  words: new Map([
    ["Bash(", "Shell("],
    ["Edit(", "StrReplace("],
    ["general-purpose", "general_purpose_task"],
    ["CLAUDE.md", ".trae/rules/rules.md"]
  ]),
  everywhere: new Map([["CLAUDE_CONFIG_DIR", "TRAE_CONFIG_DIR"]])
}

/** CodeBuddy: the skill beside a command of its name, so that it stands in its list once. */
export const codebuddySkill: Dialect = {
  ...plainSkill,
  frontmatter: [nameField("plain"), descriptionField(short), constantField("user-invocable", false)],
  words: new Map([["CLAUDE.md", "CODEBUDDY.md"]])
}

/** Cline. */
export const clineSkill: Dialect = {
  ...plainSkill,
  frontmatter: [nameField("plain"), descriptionField(longInCharacters)],
  words: new Map([["CLAUDE.md", ".clinerules"]])
}

/** Kimi CLI: no folder of Claude's is one of its own, so paths stay. */
export const kimiSkill: Dialect = {
  ...plainSkill,
  frontmatter: [nameField("plain"), descriptionField()],
  paths: "kept",
  commands: "slash-skill",
  header: kimiSkillHeader
}

/** Kimi Code. */
export const kimiCodeSkill: Dialect = { ...kimiSkill, paths: "mapped" }

/** Windsurf, which no layout asks for a skill of yet. */
export const windsurfSkill: Dialect = {
  ...plainSkill,
  frontmatter: [nameField("plain"), descriptionField(shortInCharacters)],
  words: new Map([["CLAUDE.md", "AGENTS.md"]])
}
