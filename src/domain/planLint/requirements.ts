import { codeSpan } from "../review/fence.ts"
import { lintFinding, type LintFinding } from "./finding.ts"
import type { Plan } from "./plan.ts"

/** `AUTH-01`, `REQ-12a`, `UI-2.1`; not `UTF-8`, `SHA-512`, `RFC-6901` and the like. */
const requirementId =
  /(?<![\p{L}\p{N}_-])(?!(?:UTF|SHA|RFC|ISO|CVE|ADR|GPT|MD|AES|RSA|TLS|HTTP|ES)-)[A-Z][A-Z0-9]{1,15}-\d{1,4}(?:\.\d{1,3})?[a-z]?(?![\p{L}\p{N}_-])/gu

/** Ids that stand in a text, each once, in its order. */
export const requirementIdsIn = (text: string): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(requirementId)].map(([id]) => id))
]

/** The texts that say which requirements a set of plans is for. */
export interface RequirementTexts {
  readonly roadmap?: string
  readonly requirements?: string
}

/**
 * The requirements that the plans must cover: those the roadmap's section names behind `Requirements`, else those of the
 * requirements' text whose box is not ticked. Empty when neither names one.
 */
export const requirementsAsked = ({
  requirements = "",
  roadmap = ""
}: RequirementTexts): ReadonlyArray<string> => {
  const named = roadmap.split("\n").filter((line) => /^[\s*_#|-]{0,12}requirements?\b/iu.test(line))
  const asked = requirementIdsIn(named.join("\n"))
  if (asked.length > 0) return asked
  const lines = requirements.split("\n")
  const ticked = new Set(requirementIdsIn(lines.filter((line) => /^\s*[-*]\s\[x\]/iu.test(line)).join("\n")))
  const isOpen = (line: string) => /^\s*(?:[-*+]|\d{1,3}[.)]|#{1,6})\s/u.test(line)
  return requirementIdsIn(lines.filter(isOpen).join("\n")).filter((id) => !ticked.has(id))
}

const bodyIds = ({ lines }: Plan): ReadonlySet<string> => new Set(requirementIdsIn(lines.join("\n")))

/** Requirements that are asked for and that no plan names, at the first plan. */
const unnamed = (plans: ReadonlyArray<Plan>, asked: ReadonlyArray<string>): ReadonlyArray<LintFinding> => {
  const named = new Set(plans.flatMap((plan) => [...plan.requirements.items, ...bodyIds(plan)]))
  const [first] = plans
  return first === undefined
    ? []
    : asked
        .filter((id) => !named.has(id))
        .map((id) =>
          lintFinding(
            "requirement-not-covered",
            { path: first.path, line: first.requirements.line },
            `Requirement ${codeSpan(id)} is asked for and no plan names it`
          )
        )
}

/** Requirements that a plan claims and none of its tasks takes up, when others of them are taken up by their id. */
const claimed = (plan: Plan): ReadonlyArray<LintFinding> => {
  const ids = bodyIds(plan)
  const isTakenUp = (id: string) => ids.has(id)
  const { items, line } = plan.requirements
  if (!items.some(isTakenUp)) return []
  return items
    .filter((id) => !isTakenUp(id))
    .map((id) =>
      lintFinding(
        "requirement-not-covered",
        { path: plan.path, line },
        `Requirement ${codeSpan(id)} is claimed by the plan and nothing in it takes it up, as it does others`
      )
    )
}

/** Findings on requirements: asked for and named by no plan, then claimed by a plan and taken up nowhere in it. */
export const requirementFindings = (
  plans: ReadonlyArray<Plan>,
  asked: ReadonlyArray<string>
): ReadonlyArray<LintFinding> => [...unnamed(plans, asked), ...plans.flatMap(claimed)]
