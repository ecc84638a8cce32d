import { phaseNumber } from "../planning/choosePhase.ts"
import type { Told } from "../planning/history.ts"
import { visible } from "../text/escape.ts"
import { named, skipped, some, type Judged } from "./answer.ts"

/** A plan that is carried out test first, by its files. */
export interface TddPlan {
  readonly path: string
  /** Such as `03-01`: its phase and its own number, as commits name them in brackets. */
  readonly id: string
  /** Whether it has its summary. */
  readonly isDone: boolean
}

const typed = /^(test|feat|fix|refactor)\(([^()]{1,80})\)!?:/iu

/** `3-1` of `03-01`, `phase-03-plan-01` or `3.1-02`; the scope in lower case when it has no two numbers. */
const scopeKey = (scope: string): string => {
  const [, phase, plan] =
    /(\d{1,9}[a-z]?(?:\.\d{1,9}){0,8})-(?:plan-?)?(\d{1,9})(?![.\d])/iu.exec(scope) ?? []
  return phase === undefined || plan === undefined
    ? scope.trim().toLowerCase()
    : `${phaseNumber(phase)}-${phaseNumber(plan)}`
}

interface Step {
  readonly commit: string
  readonly kind: "test" | "feat" | "refactor"
  readonly subject: string
}

const stepOf = ({ commit, subject }: Told, key: string): ReadonlyArray<Step> => {
  const [, type = "", scope = ""] = typed.exec(subject) ?? []
  if (type === "" || scopeKey(scope) !== key) return []
  const word = type.toLowerCase()
  const kind = word === "test" || word === "refactor" ? word : "feat"
  return [{ commit, kind, subject: visible(subject, 120) }]
}

const problemOf = (steps: ReadonlyArray<Step>): string | undefined => {
  if (steps.length === 0) return "no commit names it"
  const red = steps.findIndex(({ kind }) => kind === "test")
  const green = steps.findIndex(({ kind }) => kind === "feat")
  if (red < 0) return "it has no `test(…)` commit"
  if (green < 0) return "it has no `feat(…)` commit after its test"
  return red < green ? undefined : "its first `feat(…)` commit comes before its first `test(…)` commit"
}

const judgeOne = (plan: TddPlan, told: ReadonlyArray<Told>) => {
  const steps = told.flatMap((one) => stepOf(one, scopeKey(plan.id)))
  const first = (kind: Step["kind"]) => steps.find((step) => step.kind === kind)?.commit ?? null
  return {
    plan: plan.path,
    id: plan.id,
    red: first("test"),
    green: first("feat"),
    refactor: first("refactor"),
    problem: problemOf(steps) ?? null
  }
}

/** What decides whether plans were carried out test first. */
export interface TddFacts {
  readonly plans: ReadonlyArray<TddPlan>
  /** Oldest first. */
  readonly told: ReadonlyArray<Told>
  /** Why there is no history; undefined when there is one. */
  readonly note: string | undefined
}

/** Judges whether each plan that is done test first shows a failing test before the code that makes it pass, in its commits. */
export const judgeTdd = ({ note, plans, told }: TddFacts): Judged => {
  const done = plans.filter(({ isDone }) => isDone)
  const pending = plans.filter(({ isDone }) => !isDone).map(({ path }) => path)
  if (done.length === 0)
    return skipped("No plan of the phase was carried out test first", { plans: [], pending: some(pending) })
  const rows = done.map((plan) => judgeOne(plan, told))
  const wrong = rows.filter(({ problem }) => problem !== null)
  const cause = note === undefined ? (wrong[0]?.problem ?? "") : `there is no history to see it in: ${note}`
  return {
    block: wrong.length > 0,
    message:
      wrong.length === 0
        ? rows.length === 1
          ? "The one plan of the phase that is done test first shows a test before the code"
          : `All ${rows.length} plans of the phase that are done test first show a test before the code`
        : `${named(wrong.map(({ plan }) => plan))} shows no test before the code: ${cause}`,
    details: {
      plans: some(rows),
      violations: some(wrong).map(({ plan }) => plan),
      violation_count: wrong.length,
      pending: some(pending),
      ...(note === undefined ? {} : { note }),
      skipped: false
    }
  }
}
