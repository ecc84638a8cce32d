import { codeSpan } from "../review/fence.ts"
import { isTracked } from "../task/trackerId.ts"
import { lintFinding, type LintFinding } from "./finding.ts"
import type { Plan, Task, TaskField } from "./plan.ts"

/** Words that hold a place open and say nothing. */
const placeholder = /^(?:none|n\/?a|tbd|tbc|todo|fixme|pending|later|missing|\.{2,}|…|-+|\?+)[\s.!]*$/iu

/** Whether a field says something: its tags, bullets and check boxes aside, and placeholders count as nothing. */
export const saysSomething = (task: Task, field: TaskField): boolean => {
  const text = (task.fields.get(field)?.text ?? "")
    .replace(/<[^<>]{0,200}>/gu, " ")
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,3}[.)])?\s*(?:\[[ x]?\])?\s*/iu, "").trim())
  return text.some((line) => /[\p{L}\p{N}]/u.test(line) && !placeholder.test(line))
}

/**
 * Tasks that the rules on content are for: a checkpoint waits for a person, and what a task of a tracker says replaces
 * what stands in the plan. Source: seed 000, taskContentResolver.
 */
const isJudged = ({ trackerId, type }: Task): boolean =>
  !isTracked(trackerId) && !type.startsWith("checkpoint")

const nameOf = (task: Task): string => codeSpan(task.name, 120)

const contentFindings = (path: string, task: Task): ReadonlyArray<LintFinding> => {
  const at = { path, line: task.line }
  const found: Array<LintFinding> = []
  if (!saysSomething(task, "verify"))
    found.push(
      lintFinding("missing-verify", at, `${nameOf(task)} has no verify step, so nothing shows that it works`)
    )
  if (saysSomething(task, "acceptance_criteria")) return found
  const finding = lintFinding(
    "missing-acceptance-criteria",
    at,
    saysSomething(task, "done")
      ? `${nameOf(task)} has no acceptance criteria; its \`done\` says when to stop and not what must hold`
      : `${nameOf(task)} has no acceptance criteria, so nothing says what must hold when it is done`
  )
  return [...found, saysSomething(task, "done") ? { ...finding, severity: "LOW" } : finding]
}

/** Findings on each task of a plan by itself, in the order of the tasks. */
export const taskFindings = ({ path, tasks }: Plan): ReadonlyArray<LintFinding> => {
  if (tasks.length === 0)
    return [
      lintFinding(
        "no-tasks",
        { path, line: 1 },
        "The plan has no task: no `<task>` element and no `## Task 1` heading"
      )
    ]
  return tasks.flatMap((task) => [
    ...(task.isClosed
      ? []
      : [
          lintFinding(
            "task-not-closed",
            { path, line: task.line },
            `${nameOf(task)} has no closing tag, so what follows it may be read as part of it`
          )
        ]),
    ...(isJudged(task) ? contentFindings(path, task) : [])
  ])
}
