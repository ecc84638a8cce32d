import { planId, type PlanFile } from "../review/prompt.ts"
import { frontmatterLines, readFrontmatter } from "./frontmatter.ts"
import type { PlacedList, Plan, Task } from "./plan.ts"
import { headingTasks } from "./headingTasks.ts"
import { taggedTasks } from "./taggedTasks.ts"

/** What makes a tag or a heading, in a fence, where it makes none. */
const masked = (line: string): string => line.replace(/[<>#]/gu, "·")

/** Lines with those of the frontmatter and of comments emptied, and those of fences masked, so that examples are no tasks. */
const plainLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const head = frontmatterLines(lines)
  const last = lines.findLastIndex((line) => /^\s*(?:`{3,}|~{3,})\s*$/u.test(line))
  let open: string | undefined
  let isComment = false
  const closed = () => {
    open = undefined
    return ""
  }
  return lines.map((line, index) => {
    if (index < head) return ""
    const mark = /^\s*(`{3,}|~{3,})/u.exec(line)?.[1]
    if (open !== undefined) {
      if (mark !== undefined && mark.startsWith(open) && line.trim() === mark) return closed()
      return masked(line)
    }
    if (mark !== undefined && index < last) {
      open = mark
      return ""
    }
    const wasComment = isComment
    if (line.includes("<!--")) isComment = !line.slice(line.lastIndexOf("<!--")).includes("-->")
    else if (line.includes("-->")) isComment = false
    return wasComment || line.trimStart().startsWith("<!--") ? "" : line
  })
}

const none: PlacedList = { items: [], line: 1 }

const tasksOf = (lines: ReadonlyArray<string>): ReadonlyArray<Task> => {
  const tagged = taggedTasks(lines)
  return tagged.length > 0 ? tagged : headingTasks(lines)
}

/**
 * Reads a PLAN.md: frontmatter, and its tasks as `<task>` elements or, when there is none, as `## Task 1` headings.
 * Total: a text that is no plan has no tasks.
 */
export const parsePlan = ({ path, text }: PlanFile): Plan => {
  const all = text.replace(/^\ufeff/u, "").split(/\r\n|\n|\r/u)
  const front = readFrontmatter(all)
  const first = (key: string) => front.get(key)?.items[0] ?? ""
  const lines = plainLines(all)
  return {
    path,
    id: planId(path),
    phase: first("phase"),
    number: first("plan"),
    dependsOn: front.get("depends_on") ?? none,
    requirements: front.get("requirements") ?? none,
    files: front.get("files_modified") ?? none,
    tasks: tasksOf(lines),
    lines
  }
}
