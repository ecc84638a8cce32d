import * as Schema from "effect/Schema"

const pieces = [
  "\n",
  "\n",
  "\r\n",
  " ",
  "---",
  "---\n",
  "\n---\n",
  "name: x",
  "description: ",
  "tools: Read, Bash(a, b)",
  "allowed-tools:\n  - Read\n",
  "Claude Code",
  "CLAUDE.md",
  "`/gsd:plan-phase 3`",
  "/gsd-ship",
  "gsd:ship",
  "$ARGUMENTS",
  "~/.claude/x",
  "$HOME/.claude",
  "./.claude/",
  ".claudeignore",
  "```",
  "```sh\n",
  "\n~~~~\n",
  "<runtime_compatibility>",
  "</runtime_compatibility>\n",
  "<codex_skill_adapter>",
  "/clear\n",
  "- /clear\n",
  "'''",
  '"""',
  "\\",
  "'",
  '"',
  ": ",
  " #",
  "[a, b] [c]",
  "\u0000",
  "\u007f",
  "\u0085",
  "\u2028",
  "\ud800",
  "\u{1f600}",
  "\u{e0041}",
  "\ufeff",
  "\t",
  "{{GSD_ARGS}}",
  "general-purpose",
  "Bash(",
  "*",
  "&a",
  "!!x"
] as const

/** Texts made of what the converters look for. */
export const HostileText = Schema.Array(Schema.Union([Schema.Literals(pieces), Schema.String])).pipe(
  Schema.check(Schema.isMaxLength(24))
)

export const textOf = (parts: ReadonlyArray<string>): string => parts.join("")
