import { embeddedPlans, embeddedTexts } from "../review/embedded.ts"
import { sectionTitles } from "../review/prompt.ts"
import type { LintSubject } from "./lint.ts"

/** Path that a plan from the standard input goes by. */
export const unnamedPlan = "PLAN.md"

/**
 * What a text from the standard input asks to judge: the plans, roadmap and requirements of a review's prompt, or the
 * text itself as one plan when it embeds none.
 */
export const lintSubjectOf = (text: string): LintSubject => {
  const plans = embeddedPlans(text)
  if (plans.length === 0) return { plans: [{ path: unnamedPlan, text }] }
  const texts = embeddedTexts(text)
  const under = (title: string) => texts.find((one) => one.title === title)?.text
  const [roadmap, requirements] = [under(sectionTitles.roadmap), under(sectionTitles.requirements)]
  return {
    plans: plans.map(({ path, text }) => ({ path, text })),
    ...(roadmap === undefined ? {} : { roadmap }),
    ...(requirements === undefined ? {} : { requirements })
  }
}
