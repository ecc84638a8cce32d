import type { Plan } from "../planLint/plan.ts"
import { requirementIdsIn, requirementsAsked } from "../planLint/requirements.ts"
import { phaseNumber } from "../planning/choosePhase.ts"
import type { ProseLine } from "../planning/prose.ts"
import { named, some, type Judged } from "./answer.ts"
import { outsideHeadings } from "./uiWords.ts"
import { counted } from "../text/counted.ts"

const kinds = ["requirement", "decision"] as const

/** Something that the plans of a phase must take up. */
export interface Asked {
  readonly id: string
  readonly kind: (typeof kinds)[number]
  readonly path: string
}

const joined = (lines: ReadonlyArray<ProseLine>): string => lines.map(({ text }) => text).join("\n")

const rowPhase = /\|[ \t*]{0,8}phase[ \t]{1,4}([0-9][0-9A-Za-z.]{0,20})[ \t*]{0,8}(?:\||$)/iu

/** Requirements that the table of a requirements' text gives to a phase: `| AUTH-01 | Phase 3 | Pending |`. */
const tracedTo = (lines: ReadonlyArray<ProseLine>, number: string): ReadonlyArray<string> =>
  lines
    .filter(({ text }) => phaseNumber(rowPhase.exec(text)?.[1] ?? "") === number)
    .flatMap(({ text }) => requirementIdsIn(text))

/** The texts that say what a phase is for; undefined where there is none. */
export interface AskingTexts {
  /** Number of the phase; empty for the project as a whole. */
  readonly number: string
  /** Its section of the roadmap, or all of it for the project. */
  readonly roadmap?: { readonly path: string; readonly lines: ReadonlyArray<ProseLine> }
  readonly requirements?: { readonly path: string; readonly lines: ReadonlyArray<ProseLine> }
  readonly context?: { readonly path: string; readonly lines: ReadonlyArray<ProseLine> }
}

const requirementsOf = ({ number, requirements, roadmap }: AskingTexts): ReadonlyArray<Asked> => {
  const named = roadmap === undefined ? [] : requirementsAsked({ roadmap: joined(roadmap.lines) })
  const traced = requirements === undefined || number === "" ? [] : tracedTo(requirements.lines, number)
  const open =
    requirements === undefined || number !== "" || named.length > 0
      ? []
      : requirementsAsked({ requirements: joined(requirements.lines) })
  const from = (path: string | undefined) => (id: string) => ({ id, kind: kinds[0], path: path ?? "" })
  return [
    ...named.map(from(roadmap?.path)),
    ...[...traced, ...open].filter((id) => !named.includes(id)).map(from(requirements?.path))
  ]
}

const decisionId = /(?<![\p{L}\p{N}_-])D-\d{1,3}(?![\p{L}\p{N}_-])/gu

const decisionIdsIn = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(decisionId)].map(([id]) => id))
]

const discretion = /\bdiscretion\b/iu

/** Decisions that a context states: `D-01` at the beginning of an item; those that are left to the agent or deferred do not count. */
const decisionsOf = ({ context }: AskingTexts): ReadonlyArray<Asked> => {
  if (context === undefined) return []
  const stated = context.lines
    .filter(({ under }) => !under.some((title) => outsideHeadings.test(title) || discretion.test(title)))
    .flatMap(({ text }) => {
      const id =
        /^\s{0,12}(?:[-*+]\s|\d{1,3}[.)]\s|#{1,6}\s|\|\s?)?[\s*_`[]{0,6}(D-\d{1,3})(?![\p{L}\p{N}_-])/u.exec(
          text
        )?.[1]
      return id === undefined ? [] : [id]
    })
  return [...new Set(stated)].map((id) => ({ id, kind: kinds[1], path: context.path }))
}

/** What the plans of a phase must take up, each once. */
export const askedOf = (texts: AskingTexts): ReadonlyArray<Asked> => {
  const all = [...requirementsOf(texts), ...decisionsOf(texts)]
  return all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at)
}

/** A plan with the ids that it names. */
interface Naming {
  readonly path: string
  readonly claimed: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
}

const namingOf = (plan: Plan, front: string): Naming => {
  const body = plan.lines.join("\n")
  return {
    path: plan.path,
    claimed: new Set([...plan.requirements.items, ...decisionIdsIn(front)]),
    taken: new Set([...requirementIdsIn(body), ...decisionIdsIn(body)])
  }
}

/** A plan, and the text of its front matter. */
export interface FrontedPlan {
  readonly plan: Plan
  readonly front: string
}

/** Judges whether each requirement and decision of a phase is named by some plan, in its front matter or its tasks. */
export const judgeGaps = (asked: ReadonlyArray<Asked>, plans: ReadonlyArray<FrontedPlan>): Judged => {
  const naming = plans.map(({ front, plan }) => namingOf(plan, front))
  const rows = asked.map(({ id, kind, path }) => {
    const by = naming.filter(({ claimed, taken }) => claimed.has(id) || taken.has(id))
    return {
      id,
      kind,
      path,
      plans: by.map((one) => one.path),
      isTaken: by.some(({ taken }) => taken.has(id))
    }
  })
  const gaps = rows.filter((row) => row.plans.length === 0)
  const claimedOnly = rows.filter((row) => row.plans.length > 0 && !row.isTaken)
  return {
    block: gaps.length > 0,
    message: sentence(asked, plans.length, gaps),
    details: {
      asked: asked.length,
      covered: rows.length - gaps.length,
      gaps: some(gaps).map(({ id, kind, path }) => ({ id, kind, path })),
      gap_count: gaps.length,
      claimed_only: some(claimedOnly).map(({ id }) => id),
      rows: rows.slice(0, 500).map(({ id, kind, plans }) => ({ id, kind, plans })),
      plans: some(plans).map(({ plan }) => plan.path)
    }
  }
}

const sentence = (asked: ReadonlyArray<Asked>, plans: number, gaps: ReadonlyArray<Asked>): string => {
  const many = counted(asked.length, "requirement or decision", "requirements and decisions")
  if (asked.length === 0) return "Nothing names a requirement or decision of the phase"
  if (plans === 0) return `The phase has no PLAN.md, and ${many}`
  return gaps.length === 0
    ? asked.length === 1
      ? "The one requirement or decision of the phase is in its plans"
      : `All ${many} of the phase are in its plans`
    : `No plan names ${named(gaps.map(({ id }) => id))}, of ${many} of the phase`
}
