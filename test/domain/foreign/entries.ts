/** Entries of every kind and documents that take them, out of lists of choices. */
import type { DocumentEntry } from "../../../src/domain/settings/entry.ts"
import { Choices } from "../settings/documents.ts"

/** No two of them stand in one another. */
export const jsonEntries: ReadonlyArray<DocumentEntry> = [
  { kind: "hook", event: "SessionStart", command: "'/s/a b.sh'" },
  { kind: "hook", event: "PreToolUse", matcher: "Bash", command: "'/s/b.sh'" },
  { kind: "server", name: "ours", config: { command: "run", args: ["-x"] } },
  { kind: "server", name: "mine", config: { url: "https://é" } },
  { kind: "item", keys: ["permissions", "allow"], value: "Read(.planning/*)" },
  { kind: "item", keys: ["permissions", "allow"], value: "Bash(npx gsd *)" },
  { kind: "item", keys: ["permissions", "deny", "__proto__"], value: [1, { a: null }] },
  { kind: "item", keys: ["hooks", "Stop"], value: { command: "'/s/c.sh'", timeout: 10 } },
  { kind: "item", keys: ["a/b~c"], value: 1.5 },
  { kind: "member", keys: [], name: "version", value: 1 },
  { kind: "member", keys: ["mcp"], name: "gsd", value: { type: "local", command: ["npx", "-y"] } },
  { kind: "member", keys: ["permission", "read"], name: "/home/ada/x/*", value: "allow" },
  { kind: "member", keys: ["permission", "read"], name: "__proto__", value: { deep: [[]] } },
  { kind: "member", keys: ["env"], name: "", value: "" }
]

/** These stand in one another, or in the way of one another. */
export const crossingEntries: ReadonlyArray<DocumentEntry> = [
  ...jsonEntries,
  { kind: "member", keys: [], name: "mcp", value: {} },
  { kind: "member", keys: [], name: "permission", value: { read: {} } },
  { kind: "member", keys: ["permissions"], name: "allow", value: [] },
  { kind: "member", keys: ["permissions"], name: "allow", value: "all" },
  { kind: "item", keys: ["mcp"], value: true },
  { kind: "item", keys: [], value: "of the root" },
  { kind: "member", keys: ["model"], name: "x", value: null },
  { kind: "block", text: "no JSON" }
]

export const tomlEntries: ReadonlyArray<DocumentEntry> = [
  { kind: "block", text: '[[hooks]]\nevent = "Stop"\ncommand = "\'/s/a b.sh\'"' },
  { kind: "block", text: "[features]\nhooks = true" },
  { kind: "block", text: '[agents.gsd]\ndepth = 1\n\n[agents."é \\u00e9"]\nat = 1979-05-27T07:32:00Z' },
  { kind: "block", text: "# only a comment" },
  { kind: "block", text: "[[hooks]]\r\nevent = '''\r\n[x]\r\n'''" },
  { kind: "block", text: "" },
  { kind: "block", text: "loose = 1" },
  { kind: "block", text: "no toml" },
  { kind: "hook", event: "Stop", command: "x" }
]

export const markdownEntries: ReadonlyArray<DocumentEntry> = [
  { kind: "block", text: "Use `gsd`.\n\n```sh\ngsd help\n```" },
  { kind: "block", text: "One line" },
  { kind: "block", text: "" },
  { kind: "block", text: "\n\ntwo\r\nlines\n" },
  { kind: "block", text: "~~~\nopen" },
  { kind: "block", text: "<!-- gsd end runtime:x/a -->" },
  { kind: "item", keys: ["a"], value: 1 }
]

const tomlPieces = [
  'model = "x"',
  "# a comment with [brackets] \"and\" 'quotes'",
  "",
  "[table]",
  "n = 12345678901234567890",
  "when = 1979-05-27",
  "at = 07:32:00.5",
  'x = [1, 2.50, ["a"]]',
  "[[hooks]]",
  'event = "mine"',
  "[features]",
  "[agents.other]",
  'text = """\n# gsd begin runtime:x/a\n[features]\n# gsd end runtime:x/a\n"""',
  "raw = '''\n\"\"\"\n'''",
  "inline = { a = 1, b = [true] }",
  '"quoted key" = nan',
  "loose = 2",
  "# gsd begin runtime:x/other",
  "broken ="
]

const markdownPieces = [
  "# Title",
  "Some text",
  "",
  "- a list",
  "```\n<!-- gsd begin runtime:x/a -->\nOne line\n<!-- gsd end runtime:x/a -->\n```",
  "~~~",
  "<!-- a comment -->",
  "    code",
  "text <!-- gsd begin runtime:x/a -->",
  "<!-- gsd end runtime:x/b -->",
  "\u0000 \ud83d\ude00 é"
]

/** A document of lines; undefined for no file. */
const linesFrom = (from: Choices, pieces: ReadonlyArray<string>, ends: ReadonlyArray<string>) => {
  if (from.chance(12)) return undefined
  const end = from.pick(ends)
  const lines = Array.from({ length: from.next(8) }, () => from.pick(pieces).replaceAll("\n", end))
  const mark = from.chance(5) ? "\ufeff" : ""
  return mark + lines.join(end) + from.pick(["", end, end + end, "  ", ` ${end}`])
}

export const tomlFrom = (numbers: ReadonlyArray<number>): string | undefined =>
  linesFrom(new Choices(numbers), tomlPieces, ["\n", "\r\n"])

export const markdownFrom = (numbers: ReadonlyArray<number>): string | undefined =>
  linesFrom(new Choices(numbers), markdownPieces, ["\n", "\r\n", "\r"])
