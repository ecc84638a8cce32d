import type { TaskContent } from "../../domain/task/content.ts"
import type { ResolvedTask, TaskResult } from "../../domain/task/resolved.ts"
import { visible } from "../../domain/text/escape.ts"
import { errorDocument, shownOf } from "./error.ts"
import { labelled, paragraph, safe, type View } from "./view.ts"

/** JSON of `task resolve-content --all`. */
export interface TasksDocument {
  readonly tasks: ReadonlyArray<TaskResult<ReturnType<typeof errorDocument>["error"]>>
}

/** The results, their errors in the form that every command has. */
export const tasksDocument = (tasks: ReadonlyArray<TaskResult<Error>>): TasksDocument => ({
  tasks: tasks.map((task) =>
    "error" in task ? { ...task, error: errorDocument(shownOf(task.error)).error } : task
  )
})

/** Each line of a text of others, what hides in it made visible. */
const textLines = (text: string, view: View): ReadonlyArray<string> =>
  text
    .trimEnd()
    .split(/\r\n|\n|\r/u)
    .flatMap((line) => labelled("  ", visible(line), view))

const contentLines = (content: TaskContent, view: View): ReadonlyArray<string> => {
  const { bold } = view.paint
  const part = (title: string, lines: ReadonlyArray<string>) =>
    lines.length === 0 ? [] : [bold(title), ...lines]
  const text = (title: string, value: string | null) =>
    part(title, value === null ? [] : textLines(value, view))
  const list = (title: string, items: ReadonlyArray<string>) =>
    part(
      title,
      items.flatMap((item) => labelled("  - ", visible(item), view))
    )
  return [
    ...text("action", content.action),
    ...text("verify", content.verify),
    ...list("acceptance criteria", content.acceptanceCriteria),
    ...list("read first", content.readFirst),
    ...text("done", content.done)
  ]
}

const reasons = {
  "no-resolver": "no capability that is acted on reads the tasks of this tracker; what the plan says counts",
  empty: "the tracker says nothing of it",
  "not-applicable": "it names no tracker; what the plan says counts"
} as const

const resolvedLines = (task: ResolvedTask, view: View): ReadonlyArray<string> => {
  const { green, yellow } = view.paint
  const id = visible(task.trackerId)
  const warnings = task.warnings.flatMap((one) => paragraph(`${yellow("warning:")} ${safe(one)}`, "", view))
  if (!task.resolved) return [`${yellow("not resolved")} ${id}: ${reasons[task.reason]}`, ...warnings]
  const head = `${green("resolved")} ${id} (${visible(task.capability)})`
  return [head, ...contentLines(task.content, view), ...warnings]
}

/** What a tracker says of one task. */
export const renderResolved = (task: ResolvedTask, view: View): string => resolvedLines(task, view).join("\n")

/** What trackers say of the tasks of a plan, one after the other. */
export const renderTasks = ({ tasks }: TasksDocument, view: View): string => {
  if (tasks.length === 0) return "No task of the plan names a tracker."
  const { bold, red } = view.paint
  return tasks
    .map((task) => {
      const head = bold(`${visible(task.name)} (line ${task.line})`)
      const lines =
        "error" in task
          ? paragraph(`${red("failed")} ${visible(task.trackerId)}: ${safe(task.error.message)}`, "", view)
          : resolvedLines(task, view)
      return [head, ...lines].join("\n")
    })
    .join("\n\n")
}
