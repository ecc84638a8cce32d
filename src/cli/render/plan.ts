import { mcpNotice, notices } from "../../domain/disclosure/disclose.ts"
import type { Plan } from "../../domain/install/plan.ts"
import { visible } from "../../domain/text/escape.ts"
import { renderDisclosure } from "./disclosure.ts"
import type { View } from "./view.ts"

/** The disclosure of a plan. */
export const renderPlan = (plan: Plan, view: View): string => {
  const hasServer = plan.disclosure.some((line) => line.class === "mcp-server")
  return renderDisclosure(
    {
      id: plan.id,
      version: plan.version,
      scope: plan.scope,
      source: visible(plan.source),
      digest: plan.consentDigest,
      disclosure: plan.disclosure,
      notices: hasServer ? [...notices, mcpNotice] : notices,
      changes: plan.changes,
      problems: plan.problems
    },
    view
  )
}
