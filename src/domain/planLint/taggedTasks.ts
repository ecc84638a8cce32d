import { openTag, type OpenTag } from "./openTag.ts"
import { taskFields, type Placed, type Task, type TaskField } from "./plan.ts"

const names: ReadonlyMap<string, TaskField | "name"> = new Map([
  ...taskFields.map((field) => [field, field] as const),
  ["acceptance-criteria", "acceptance_criteria"],
  ["read-first", "read_first"],
  ["how-to-verify", "verify"],
  ["name", "name"]
])

interface Piece {
  readonly start: number
  /** Index behind its last line. */
  readonly end: number
  readonly tag: OpenTag
  readonly isClosed: boolean
}

/** The `<task>` elements: each ends at its closing tag, or where the next one or the list's end is. */
const pieces = (lines: ReadonlyArray<string>): ReadonlyArray<Piece> => {
  const found: Array<Piece> = []
  let open: { readonly start: number; readonly tag: OpenTag } | undefined
  const close = (end: number, isClosed: boolean) => {
    if (open !== undefined) found.push({ ...open, end, isClosed })
    open = undefined
  }
  lines.forEach((line, index) => {
    const isOpening = /^\s*<task(?:\s|>|$)/iu.test(line)
    if (isOpening || /<\/tasks>/iu.test(line)) close(index, false)
    if (isOpening) open = { start: index, tag: tagAt(lines, index) }
    if (/<\/task>/iu.test(line)) close(index + 1, true)
  })
  close(lines.length, false)
  return found
}

/** The opening tag, which may go over some lines. */
const tagAt = (lines: ReadonlyArray<string>, start: number): OpenTag =>
  openTag(
    lines
      .slice(start, start + 8)
      .join(" ")
      .trimStart()
  )

const element = /<(\/?)([a-z][a-z_-]{0,40})(?:\s[^<>]{0,400})?>/giu

type Fields = Map<TaskField | "name", Placed>

const put = (fields: Fields, field: TaskField | "name", { line, text }: Placed): void => {
  const before = fields.get(field)
  fields.set(field, before === undefined ? { text, line } : { ...before, text: `${before.text}\n${text}` })
}

/** The known elements inside a task; others, such as `<automated>`, are part of the text they stand in. */
const fieldsOf = (lines: ReadonlyArray<string>, { end, start }: Piece): Fields => {
  const body = lines.slice(start, end).join("\n")
  const fields: Fields = new Map()
  let open: { readonly name: string; readonly field: TaskField | "name"; readonly at: number } | undefined
  const upTo = (index: number) => {
    if (open === undefined) return
    const line = start + body.slice(0, open.at).split("\n").length
    put(fields, open.field, { text: body.slice(open.at, index), line })
    open = undefined
  }
  for (const match of body.matchAll(element)) {
    const name = (match[2] ?? "").toLowerCase()
    const field = names.get(name)
    if (match[1] === "/") {
      if (open?.name === name) upTo(match.index)
    } else if (field !== undefined && open === undefined) {
      open = { name, field, at: match.index + match[0].length }
    }
  }
  upTo(body.length)
  return fields
}

/** Reads the `<task>` elements of a plan's lines, in their order. */
export const taggedTasks = (lines: ReadonlyArray<string>): ReadonlyArray<Task> =>
  pieces(lines).map((piece, index) => {
    const { name, ...fields } = Object.fromEntries(fieldsOf(lines, piece))
    const { attributes } = piece.tag
    const type = attributes.get("type")?.trim() ?? ""
    const trackerId = type.startsWith("checkpoint") ? undefined : attributes.get("tracker-id")
    const given = name?.text.trim().replace(/\s+/gu, " ") ?? ""
    return {
      name: given === "" ? `Task ${index + 1}` : given,
      line: piece.start + 1,
      type,
      ...(trackerId === undefined ? {} : { trackerId }),
      fields: new Map(
        taskFields.flatMap((field) => (fields[field] ? [[field, fields[field]] as const] : []))
      ),
      isClosed: piece.isClosed
    }
  })
