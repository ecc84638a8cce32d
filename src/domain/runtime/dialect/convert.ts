import * as Result from "effect/Result"
import { shown } from "../../text/escape.ts"
import { rewritingOf, type Rewriting } from "./body.ts"
import type { Dialect, Facts } from "./dialect.ts"
import { readDocument, type SourceDocument } from "./document.ts"
import { textOf } from "./fields.ts"
import { oneLine } from "./limit.ts"
import { unwritableRoot } from "./pathMap.ts"
import type { DialectProblem } from "./problem.ts"
import type { Converted, DialectContext, Source } from "./source.ts"
import { frontmatterText } from "./yamlText.ts"

/** Writes a source as a runtime takes it. Total: whatever the text is, it is written or refused with a reason. */
export type Converter = (source: Source, context: DialectContext) => Result.Result<Converted, DialectProblem>

/** A source that was read for a dialect, before it is written. */
export interface Prepared {
  readonly facts: Facts
  readonly document: SourceDocument
  readonly rewriting: Rewriting
  readonly notes: ReadonlyArray<string>
}

const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u
const fileName = /^[a-z0-9][a-z0-9-]*$/u
/** Hosts bound the name of a skill so. Source: agentskills specification. */
const mostInSkillName = 64
/** Source: runtime facts, section 2.8. */
const mostInFileName = 128

const nameProblem = (name: string, writes: Dialect["writes"]): string | undefined => {
  if (writes !== "skill")
    return fileName.test(name) && name.length <= mostInFileName
      ? undefined
      : `must be lower-case letters, digits and hyphens, at most ${mostInFileName}`
  return skillName.test(name) && name.length <= mostInSkillName
    ? undefined
    : `must be words of lower-case letters and digits with one hyphen between them, at most ${mostInSkillName} characters`
}

/** Name of a source in a runtime: a skill or command has the prefix of its entry, an agent its own. */
export const nameIn = (
  stem: string,
  writes: Dialect["writes"],
  { destSubpath, prefix }: Pick<DialectContext, "destSubpath" | "prefix">
): string => {
  if (writes === "agent") return stem
  const folder = destSubpath.split(/[/\\]/u).at(-1) ?? ""
  return writes === "command" && folder === prefix.replace(/-+$/u, "") ? stem : `${prefix}${stem}`
}

const firstLine = (body: string): string | undefined => {
  for (const [line] of body.matchAll(/[^\r\n]+/gu)) {
    const text = line.replace(/^[\s#>*-]+/u, "").trim()
    if (oneLine(text) !== "" && !/^(?:```|~~~|<)/u.test(text)) return text
  }
  return undefined
}

const describe = ({ body, front }: SourceDocument): readonly [string | undefined, ReadonlyArray<string>] => {
  const said = textOf(front.get("description"))
  if (said !== undefined && oneLine(said) !== "") return [said.trim(), []]
  const line = firstLine(body)
  return [line, ["it says no description; its first line of text stands there"]]
}

/** Keys that are ours alone, or stand in every dialect. */
const quiet = new Set(["name", "description", "requires"])

const leftOut = ({ frontmatter, writes }: Dialect, front: SourceDocument["front"]): ReadonlyArray<string> => {
  const taken = new Set(frontmatter.flatMap(({ takes }) => takes))
  const left = [...front.keys()].filter((key) => !taken.has(key) && !quiet.has(key))
  if (left.length === 0) return []
  const bounds = left.some((key) => key === "tools" || key === "disallowedTools")
  const what = shown`the runtime does not take of its front matter: ${left.join(", ")}`
  return writes === "agent" && bounds ? [what, "it has every tool that the runtime gives its agents"] : [what]
}

/** Reads a source and decides its name and description. */
export const prepare = (
  dialect: Dialect,
  source: Source,
  context: DialectContext
): Result.Result<Prepared, DialectProblem> =>
  Result.gen(function* () {
    const fail = (problem: DialectProblem) => Result.fail(problem)
    if (!dialect.takes.includes(source.kind))
      return yield* fail({ _tag: "KindRefused", kind: source.kind, takes: dialect.takes })
    const name = nameIn(source.stem, dialect.writes, context)
    const rule = nameProblem(name, dialect.writes)
    if (rule !== undefined) return yield* fail({ _tag: "NameUnusable", name, rule })
    const rewriting = rewritingOf(dialect, context)
    const path = rewriting.roots === undefined ? undefined : unwritableRoot(rewriting.roots)
    if (path !== undefined) return yield* fail({ _tag: "PathUnwritable", path })
    const document = yield* readDocument(source.text)
    const [said, notes] = describe(document)
    const description = rewriting.prose(said ?? "")
    const summary = rewriting.prose(oneLine(said ?? ""))
    if (summary === "") return yield* fail({ _tag: "DescriptionMissing" })
    const loose = document.loose ? ["its front matter is no YAML and was read line by line"] : []
    return {
      facts: { source, context, front: document.front, name, description, summary },
      document,
      rewriting,
      notes: [...loose, ...notes, ...leftOut(dialect, document.front)]
    }
  })

/** The front matter of a prepared source with its marks, and what it does not say. */
export const writeFront = (
  { frontmatter }: Dialect,
  { document, facts }: Prepared
): { readonly text: string; readonly notes: ReadonlyArray<string> } => {
  const fields = frontmatter.map((field) => field.write(facts))
  return {
    text: frontmatterText(
      fields.flatMap(({ lines }) => lines),
      document.lineEnd
    ),
    notes: fields.flatMap(({ notes }) => notes)
  }
}

/** The body below the dialect's header, which stands once. */
export const writeBody = (dialect: Dialect, { document, facts, rewriting }: Prepared): string => {
  const body = rewriting.body(document.body)
  const header = dialect.header(facts.name).join(document.lineEnd)
  if (header === "" || body.trimStart().startsWith(header)) return body
  const gap = /^\r?\n/u.test(body) || body === "" ? "" : document.lineEnd
  return `${document.lineEnd}${header}${document.lineEnd}${gap}${body}`
}

const pathOf = ({ extension, writes }: Dialect, name: string): string =>
  writes === "skill" ? `${name}/SKILL.md` : `${name}${extension}`

/** The converter of a dialect that writes one Markdown file. */
export const markdownConverter =
  (dialect: Dialect): Converter =>
  (source, context) =>
    Result.map(prepare(dialect, source, context), (prepared) => {
      const front = writeFront(dialect, prepared)
      const { name } = prepared.facts
      const text = `${front.text}${writeBody(dialect, prepared)}`
      return {
        name,
        files: [{ path: pathOf(dialect, name), below: "entry", text }],
        notes: [...prepared.notes, ...front.notes]
      }
    })
