/** Above a skill of Codex. The words are ours. */
export const codexSkillHeader = (name: string): ReadonlyArray<string> => [
  "<codex_skill_adapter>",
  `Run this skill when the person writes \`$${name}\`. What they write behind it are its arguments: put them wherever`,
  "`{{GSD_ARGS}}` stands, and nothing when there are none. The text below was written for another agent; read it so:",
  "",
  "- A question to the person with a fixed choice: use `request_user_input` where you have it, else ask in a short",
  "  numbered list and wait. Where nobody can answer, take the first answer and say so.",
  "- Work that is handed to a named agent: start an agent of that name with your own tool for it and wait for what it",
  "  reports. Without such a tool, do that work yourself by the agent's file.",
  "- A tool you do not have under the name that is used: take your own tool for the same work.",
  "</codex_skill_adapter>"
]

/** Above a skill of Cursor. The words are ours. */
export const cursorSkillHeader = (name: string): ReadonlyArray<string> => [
  "<cursor_skill_adapter>",
  `Run this skill when the person mentions \`${name}\` or asks for what its description says. What they write with it are`,
  "its arguments: put them wherever `{{GSD_ARGS}}` stands, and nothing when there are none. A question to the person is",
  "asked in the conversation, with its choices as a numbered list. Work for a named agent goes to a subagent of that name.",
  "</cursor_skill_adapter>"
]

/** Above a skill of Augment. The words are ours. */
export const augmentSkillHeader = (name: string): ReadonlyArray<string> => [
  "<augment_skill_adapter>",
  `Run this skill when the person mentions \`${name}\` or asks for what its description says. What they write with it are`,
  "its arguments: put them wherever `{{GSD_ARGS}}` stands, and nothing when there are none. Shell commands run with",
  "`launch-process`, files are read with `view`, written with `save-file` and changed with `str-replace-editor`. A question",
  "to the person is asked in the conversation.",
  "</augment_skill_adapter>"
]

/** Above a skill of Kimi: how it is called. The words are ours. */
export const kimiSkillHeader = (name: string): ReadonlyArray<string> => [
  `Called as \`/skill:${name}\`; what follows it are its arguments.`
]

/** Nothing. */
export const noHeader = (): ReadonlyArray<string> => []
