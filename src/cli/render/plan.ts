import type { Plan } from "../../domain/install/plan.ts"
import { visible } from "../../domain/text/escape.ts"
import { renderDisclosure } from "./disclosure.ts"
import type { View } from "./view.ts"

/** The disclosure of a plan. */
export const renderPlan = ({ consentDigest, source, ...plan }: Plan, view: View): string =>
  renderDisclosure({ ...plan, source: visible(source), digest: consentDigest }, view)
