/** Settings files as people and hosts write them, and nastier ones, out of a list of choices. */
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { parse } from "jsonc-parser"
import type { ParseError } from "jsonc-parser"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import type { SettingsDocument } from "../../../src/domain/settings/document.ts"
import type { WireEntry } from "../../../src/domain/settings/entry.ts"

/** Numbers that decide; an exhausted list says 0, the plainest choice, so that shrinking makes plain documents. */
export class Choices {
  #at = 0
  readonly numbers: ReadonlyArray<number>
  constructor(numbers: ReadonlyArray<number>) {
    this.numbers = numbers
  }
  next(below: number): number {
    return (this.numbers[this.#at++] ?? 0) % below
  }
  pick<A>(options: ReadonlyArray<A>): A {
    return options[this.next(options.length)] as A
  }
  chance(oneIn: number): boolean {
    return this.next(oneIn) === oneIn - 1
  }
}

const seed = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 })))

/** mulberry32: the generator's own numbers stay small for long, and lists short. */
const spread = (start: number, length: number): ReadonlyArray<number> => {
  let state = start
  return Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % 9973
  })
}

/** Lists of numbers below 9973; their length is spread evenly. */
export const choices = (minLength: number, maxLength: number) =>
  Arbitrary.map(Arbitrary.all([seed, seed]), ([first, second]) => {
    const [span = 0] = spread(second, 1)
    return spread(first, minLength + (span % (maxLength - minLength + 1)))
  })

interface Style {
  readonly strict: boolean
  readonly form: "tidy" | "inline" | "minified" | "wild"
  readonly unit: string
  readonly ends: ReadonlyArray<string>
  readonly trailing: boolean
}

const scalars = [
  '"x"',
  "1",
  "true",
  "null",
  "1e3",
  "12345678901234567890",
  "-0",
  "1.50E+2",
  '"a // no comment"',
  '"/* neither */"',
  '"é😀\\u00e9\\n\\"\\\\"',
  '""',
  '"}],"'
]
const keys = ['"model"', '"env"', '"permissions"', '"\\u0061"', '"é"', '"a/b~c"', '"__proto__"', '"1"']
const foreignHook = '{"type":"custom","command":"echo mine"}'
const foreignGroup = '{"matcher":"compact","hooks":[{"type":"command","command":"other-tool"}]}'

class Writer {
  readonly choices: Choices
  readonly style: Style
  constructor(numbers: Choices, style: Style) {
    this.choices = numbers
    this.style = style
  }
  end(): string {
    return this.choices.pick(this.style.ends)
  }
  comment(): string {
    const line = this.choices.chance(2)
    return line ? `// "hooks": {}, ]}${this.end()}` : "/* a, } * b */"
  }
  wild(): string {
    const parts = ["", " ", "\t", this.end(), `${this.end()} `, `${this.end()}${this.end()}\t`]
    const blank = this.choices.pick(parts)
    return this.style.strict || !this.choices.chance(4)
      ? blank
      : blank + this.comment() + this.choices.pick(parts)
  }
  /** What stands before a slot, a closing bracket (`depth` is that of the bracket), or around other tokens. */
  gap(where: "slot" | "close" | "colon" | "other", depth: number): string {
    const { form, unit, strict } = this.style
    if (form === "wild") return this.wild()
    if (form === "minified") return ""
    if (form === "inline") return where === "colon" ? " " : ""
    if (where === "slot" || where === "close") {
      const note = strict || !this.choices.chance(5) ? "" : ` ${this.comment()}`
      return note + this.end() + unit.repeat(depth)
    }
    return where === "colon" ? " " : ""
  }
  list(brackets: string, slots: ReadonlyArray<(depth: number) => string>, depth: number): string {
    const [left = "", right = ""] = brackets
    if (slots.length === 0) {
      return left + (this.style.form === "wild" || this.choices.chance(4) ? this.wild() : "") + right
    }
    let text = left
    slots.forEach((slot, index) => {
      const separator = this.style.form === "inline" && index > 0 ? " " : this.gap("slot", depth + 1)
      text += separator + slot(depth + 1) + this.gap("other", depth)
      if (index < slots.length - 1 || this.style.trailing) text += ","
    })
    return text + this.gap("close", depth) + right
  }
  member(key: string, value: (depth: number) => string): (depth: number) => string {
    return (depth) => key + this.gap("other", depth) + ":" + this.gap("colon", depth) + value(depth)
  }
  value(depth: number): string {
    if (depth > 4) return this.choices.pick(scalars)
    switch (this.choices.next(6)) {
      case 4: {
        const some = Array.from({ length: this.choices.next(4) }, () => (at: number) => this.value(at))
        return this.list("[]", some, depth)
      }
      case 5: {
        const some = Array.from({ length: this.choices.next(3) }, () =>
          this.member(this.choices.pick(keys), (at) => this.value(at))
        )
        return this.list("{}", some, depth)
      }
      default:
        return this.choices.pick(scalars)
    }
  }
  hooks(depth: number): string {
    const groups = () =>
      Array.from({ length: this.choices.next(3) }, () => () => this.choices.pick([foreignGroup, foreignHook]))
    const events = ["SessionStart", "PreToolUse", "Stop"].slice(0, this.choices.next(4))
    return this.list(
      "{}",
      events.map((event) => this.member(`"${event}"`, (at) => this.list("[]", groups(), at))),
      depth
    )
  }
  servers(depth: number): string {
    const names = ["mine", "other"].slice(0, this.choices.next(3))
    return this.list(
      "{}",
      names.map((name) => this.member(`"${name}"`, (at) => this.value(at))),
      depth
    )
  }
  root(): string {
    const own = [
      this.member(this.choices.pick(['"hooks"', '"\\u0068ooks"']), (at) => this.hooks(at)),
      this.member('"mcpServers"', (at) => this.servers(at))
    ]
    const members = Array.from({ length: this.choices.next(4) }, (_, index) =>
      this.member(`"k${index}"`, (at) => this.value(at))
    )
    for (const member of own) {
      if (this.choices.chance(2)) members.splice(this.choices.next(members.length + 1), 0, member)
    }
    return this.list("{}", members, 0)
  }
}

/** A document, sometimes no file, blank, or without a root. */
export const documentFrom = (numbers: ReadonlyArray<number>): SettingsDocument => {
  const from = new Choices(numbers)
  const strict = from.chance(2)
  const style: Style = {
    strict,
    form: from.pick(["tidy", "inline", "wild", "minified"]),
    unit: from.pick(["  ", "\t", "    ", " "]),
    ends: from.pick([["\n"], ["\r\n"], ["\n", "\r\n"], ["\r"], ["\n", "\r\n", "\r"]]),
    trailing: !strict && from.chance(3)
  }
  const writer = new Writer(from, style)
  const file = "/home/me/.host/settings.json"
  const mark = from.chance(5) ? "\ufeff" : ""
  const ends = from.pick(["\n", "", "\r\n", "\n\n", "  "])
  const special = from.next(20)
  if (special === 19) return { file, bytes: undefined, strict }
  const body =
    special === 18 ? ["", " \n", "\r\n"][from.next(3)] : special === 17 ? writer.wild() : writer.root()
  const head = from.chance(5) ? writer.wild() : ""
  return {
    file,
    bytes: new TextEncoder().encode(mark + (special === 18 ? body : head + body + ends)),
    strict
  }
}

const command = (which: string): string => `'/home/m e/.gsd/store/${which}/it'\\''s $(x) "é" \\n.sh'`

const nastyConfig: JsonValue = JSON.parse(
  '{"command":"run","args":["-x",1.5],"env":{},"deep":{"list":[]},"__proto__":{"x":1}}'
)

export const owners: ReadonlyArray<{ readonly owner: string; readonly entries: ReadonlyArray<WireEntry> }> = [
  {
    owner: "a-cap",
    entries: [
      { kind: "hook", event: "SessionStart", command: command("a") },
      {
        kind: "server",
        name: "a",
        config: nastyConfig
      }
    ]
  },
  {
    owner: "b-cap",
    entries: [
      { kind: "hook", event: "PreToolUse", matcher: "Bash", command: command("b") },
      { kind: "hook", event: "PreToolUse", matcher: "Edit", command: command("b") },
      { kind: "hook", event: "Stop", command: command("b") }
    ]
  },
  {
    owner: "c-cap",
    entries: [
      { kind: "server", name: "__proto__", config: { url: "https://é" } },
      { kind: "hook", event: "SessionStart", matcher: "a|b", command: command("c") },
      { kind: "hook", event: "__proto__", command: command("c") }
    ]
  },
  { owner: "d-cap", entries: [{ kind: "hook", event: "SessionStart", command: command("a") }] }
]

export const textOf = (bytes: Uint8Array | undefined): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes ?? new Uint8Array())

const accepts = (text: string, allowTrailingComma: boolean, disallowComments: boolean): boolean => {
  const errors: Array<ParseError> = []
  parse(text, errors, { allowTrailingComma, disallowComments, allowEmptyContent: true })
  return errors.length === 0
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return text.trim() === ""
  }
}

/** How lenient a parser has to be to accept a text: 0 strict JSON, 1 trailing commas, 2 comments, 3 both, 4 none does. */
export const leniency = (text: string): number => {
  const bare = text.replace(/^\ufeff/u, "")
  if (isJson(bare)) return 0
  if (accepts(bare, true, true)) return 1
  if (accepts(bare, false, false)) return 2
  return accepts(bare, true, false) ? 3 : 4
}

/** The value a host reads; undefined when there is none. */
export const valueIn = (text: string): unknown => {
  // `parse` sets the prototype for `__proto__`, JSON.parse does not; so it gets the text made strict.
  const bare = asStrict(text.replace(/^\ufeff/u, ""))
  return bare.trim() === "" ? undefined : JSON.parse(bare)
}

/** The text as strict JSON: without comments and trailing commas. */
export const asStrict = (text: string): string => {
  const token = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//gu
  const bare = text.replace(token, (found) => (found.startsWith("/") ? " " : found))
  return bare.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])/gu, (found) => (found === "," ? "" : found))
}

const commands = new Set(
  owners.flatMap(({ entries }) => entries.flatMap((e) => (e.kind === "hook" ? [e.command] : [])))
)
const serverNames = new Set(
  owners.flatMap(({ entries }) => entries.flatMap((e) => (e.kind === "server" ? [e.name] : [])))
)

const isOurs = (group: unknown): boolean => {
  const hooks = (group as { hooks?: ReadonlyArray<{ command?: string }> } | null)?.hooks
  return Array.isArray(hooks) && hooks.some((hook) => commands.has(hook?.command ?? ""))
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0

/** A document's value without our entries and without empty containers on our paths, as text that keeps the order of keys. */
export const foreignIn = (text: string): string => {
  const value = valueIn(text)
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return JSON.stringify(value) ?? "{}"
  const root = Object.entries(value).flatMap(([key, held]) => {
    if (key === "hooks" && typeof held === "object" && held !== null && !Array.isArray(held)) {
      const events = Object.entries(held as object).map(
        ([event, groups]) =>
          [event, Array.isArray(groups) ? groups.filter((group) => !isOurs(group)) : groups] as const
      )
      const kept = events.filter(([, groups]) => !isEmpty(groups))
      return kept.length === 0 ? [] : [[key, kept]]
    }
    if (key === "mcpServers" && typeof held === "object" && held !== null && !Array.isArray(held)) {
      const kept = Object.entries(held as object).filter(([name]) => !serverNames.has(name))
      return kept.length === 0 ? [] : [[key, kept]]
    }
    return [[key, held]]
  })
  return root.length === 0 ? "{}" : JSON.stringify(root)
}
