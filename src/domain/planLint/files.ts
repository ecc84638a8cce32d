import { codeSpan } from "../review/fence.ts"
import { lintFinding, type LintFinding } from "./finding.ts"
import type { Placed, Plan, Task } from "./plan.ts"

/** A file that a plan counts on. */
export interface CitedFile {
  readonly path: string
  readonly line: number
  /** Where it is named. */
  readonly by: string
}

/** One path, with `/` between folders and no `./`; undefined for what names no file of the repository for certain. */
export const citedPath = (token: string): string | undefined => {
  const path = token
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/u, "")
    .replace(/(?::\d[\d:-]*|#L\d.*)$/u, "")
    .replace(/[.,;:)]+$/u, "")
  if (path === "" || /[*?{}<>$|\s"'=,]|^[~/@-]|^[A-Za-z]:|:\/\/|\.\.\.|\[(?!\w+\]|\.\.)/u.test(path))
    return undefined
  return /\/|\.[a-z][a-z0-9]{0,9}$/iu.test(path) && /[\p{L}\p{N}_]/u.test(path) ? path : undefined
}

/** `a/../b` and `./` taken out; undefined when it leaves the repository. */
const normalized = (path: string): string | undefined => {
  const parts: Array<string> = []
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined
    } else if (part !== "." && part !== "") parts.push(part)
  }
  return parts.join("/")
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1)

/** What a cited path can mean: from the root, or from the folder of the plan. */
const meanings = (plan: Plan, path: string): ReadonlyArray<string> =>
  [path, folderOf(plan.path) + path].flatMap((one) => normalized(one) ?? [])

const tokens = (text: string): ReadonlyArray<string> =>
  text
    .replace(/<[^<>]{0,200}>/gu, " ")
    .replace(/\([^()]{0,300}\)/gu, " ")
    .split(/[\s,;]+/u)
    .map((token) => token.replace(/^[-*+`"'[(@]+|[`"'\])]+$/gu, ""))

const eachLine = (placed: Placed | undefined, read: (line: string) => ReadonlyArray<string>, by: string) =>
  (placed?.text ?? "").split("\n").flatMap((line, index) =>
    read(line).flatMap((token): ReadonlyArray<CitedFile> => {
      const path = citedPath(token)
      return path === undefined ? [] : [{ path, line: (placed?.line ?? 1) + index, by }]
    })
  )

/** The first path of a line: what follows it is the reason to read it. */
const firstPath = (line: string): ReadonlyArray<string> => {
  const listed = line
    .split(/,\s|;\s/u)
    .flatMap((part) => tokens(part).find((token) => citedPath(token) !== undefined) ?? [])
  return listed
}

/** Words before a path that announce a new file. */
const announced =
  /\b(?:creat(?:e|es|ing)|add(?:s|ing)?|new|writ(?:e|es|ing)|generat(?:e|es|ing)|emit(?:s|ting)?|introduc(?:e|es|ing)|mov(?:e|es|ing)|renam(?:e|es|ing)|produc(?:e|es|ing)|output|extract(?:s|ing)?|split(?:s|ting)?|sav(?:e|es|ing)|cop(?:y|ies|ying))\b[^.]{0,60}$/iu

/** Paths in inline code, unless the words before say that it is a new file; a cited line says that it exists. */
export const citedSpans = (line: string): ReadonlyArray<string> =>
  [...line.matchAll(/`([^`\s]{1,300})`/gu)].flatMap((match) => {
    const token = match[1] ?? ""
    const isNew = announced.test(line.slice(Math.max(0, match.index - 80), match.index))
    return token.includes("/") && (/:\d/u.test(token) || !isNew) ? [token] : []
  })

const contextTokens = (line: string): ReadonlyArray<string> => {
  const token = /^\s{0,8}(?:[-*]\s)?@([^\s@]{1,300})/u.exec(line)?.[1]
  return token === undefined ? [] : [token]
}

const taskFiles = (task: Task): ReadonlyArray<CitedFile> => [
  ...eachLine(task.fields.get("read_first"), firstPath, "read_first"),
  ...eachLine(task.fields.get("action"), citedSpans, "action"),
  ...eachLine(task.fields.get("verify"), citedSpans, "verify")
]

/** The files that a plan counts on: to be read first, named in its action or verify step, or given as context. */
export const filesCited = (plan: Plan): ReadonlyArray<CitedFile> => [
  ...eachLine({ text: plan.lines.join("\n"), line: 1 }, contextTokens, "context"),
  ...plan.tasks.flatMap(taskFiles)
]

/** Files that the plans themselves bring: `files_modified`, the `files` of tasks, and the summary of each plan. */
const broughtBy = (plans: ReadonlyArray<Plan>): ReadonlySet<string> =>
  new Set(
    plans.flatMap((plan) =>
      [
        ...plan.files.items,
        ...plan.tasks.flatMap((task) => tokens(task.fields.get("files")?.text ?? "")),
        plan.path.replace(/PLAN\.md$/u, "SUMMARY.md")
      ].flatMap((token) => {
        const path = citedPath(token)
        return path === undefined ? [] : meanings(plan, path)
      })
    )
  )

/** Summaries are written when a plan was carried out; those of plans that this one waits for come in time. */
const isAwaited = (plan: Plan, path: string): boolean =>
  plan.dependsOn.items.some((item) => path.endsWith(`${item}-SUMMARY.md`))

/** Paths that must be looked for before `fileFindings` can judge, from the root of the repository, ascending. */
export const pathsToLookFor = (plans: ReadonlyArray<Plan>): ReadonlyArray<string> => {
  const all = plans.flatMap((plan) => filesCited(plan).flatMap(({ path }) => meanings(plan, path)))
  return [...new Set(all)].toSorted()
}

/** Cited files that neither exist nor are brought by a plan, each once for a plan. `existing` holds folders too. */
export const fileFindings = (
  plans: ReadonlyArray<Plan>,
  existing: ReadonlySet<string>
): ReadonlyArray<LintFinding> => {
  const brought = broughtBy(plans)
  const isThere = (path: string) => existing.has(path) || brought.has(path)
  return plans.flatMap((plan) => {
    const seen = new Set<string>()
    return filesCited(plan).flatMap(({ by, line, path }) => {
      if (seen.has(path) || isAwaited(plan, path) || meanings(plan, path).some(isThere)) return []
      seen.add(path)
      const message = `${codeSpan(path)}, named in \`${by}\`, does not exist and no plan brings it`
      return [lintFinding("missing-file", { path: plan.path, line }, message)]
    })
  })
}
