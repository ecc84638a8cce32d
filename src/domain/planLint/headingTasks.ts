import type { Placed, Task, TaskField } from "./plan.ts"

const heading = /^(#{2,4})\s{1,4}Task\s{1,4}(\d{1,4})\b[\s:.–—-]{0,4}(.*)$/iu

const labels: ReadonlyArray<readonly [TaskField, RegExp]> = [
  ["acceptance_criteria", /^acceptance(?:[ _-]criteria)?$/iu],
  ["read_first", /^(?:read[ _-]first|read)$/iu],
  ["verify", /^(?:verify|verification|test)$/iu],
  ["done", /^(?:done|done when)$/iu],
  ["action", /^(?:action|actions|steps?|what)$/iu],
  ["files", /^files?$/iu]
]

/** `**Verify:** x`, `- **Verify**: x`, `Verify: x`, `### Verify`. */
const labelled =
  /^\s{0,4}(?:[-*+]\s|#{3,6}\s)?\s{0,4}(?:\*\*)?([A-Za-z][A-Za-z _-]{0,30}?)(?::\*\*|\*\*:|:|\*\*)(?:\s(.*))?$/u

const titled = /^#{3,6}\s+([A-Za-z][A-Za-z _-]{0,30})$/u

const fieldAt = (line: string): { readonly field: TaskField; readonly text: string } | undefined => {
  const match = labelled.exec(line) ?? titled.exec(line)
  const field = labels.find(([, pattern]) => pattern.test(match?.[1]?.trim() ?? ""))?.[0]
  return field === undefined ? undefined : { field, text: match?.[2] ?? "" }
}

const fieldsOf = (lines: ReadonlyArray<string>, start: number): ReadonlyMap<TaskField, Placed> => {
  const fields = new Map<TaskField, Placed>()
  let current: TaskField | undefined
  lines.forEach((line, index) => {
    const found = fieldAt(line)
    current = found?.field ?? (/^#{2,6}\s/u.test(line) ? undefined : current)
    if (current === undefined) return
    const before = fields.get(current) ?? { text: "", line: start + index + 1 }
    fields.set(current, { ...before, text: `${before.text}${found?.text ?? line}\n` })
  })
  return fields
}

/** Reads tasks that are headings such as `## Task 2: name`; each goes on to the next heading that is no deeper. */
export const headingTasks = (lines: ReadonlyArray<string>): ReadonlyArray<Task> =>
  lines.flatMap((line, index) => {
    const match = heading.exec(line)
    if (match === null) return []
    const [, marks = "", number = "", title = ""] = match
    const next = lines.findIndex((other, at) => {
      const depth = /^(#{1,6})\s/u.exec(other)?.[1]?.length
      return at > index && depth !== undefined && depth <= marks.length
    })
    const body = lines.slice(index + 1, next < 0 ? lines.length : next)
    const name = title.trim() === "" ? `Task ${number}` : `Task ${number}: ${title.trim()}`
    return [{ name, line: index + 1, type: "", fields: fieldsOf(body, index + 1), isClosed: true }]
  })
