import type { FirstPartySwitch } from "../../domain/install/firstPartySwitch.ts"
import type { Receipt } from "../../domain/install/receipt.ts"
import { projectedLines, renderReceipt } from "./receipt.ts"
import { safe, warningLines, type View } from "./view.ts"

const words: Readonly<Record<FirstPartySwitch["status"], string>> = {
  enabled: "Enabled",
  disabled: "Disabled",
  unchanged: "Unchanged"
}

/** What was switched; of an installed capability its receipt. */
export const renderSwitch = (done: Receipt | FirstPartySwitch, view: View): string => {
  if (!("origin" in done)) return renderReceipt(done, view)
  const { bold, dim, green } = view.paint
  const head = `${green(words[done.status])} ${bold(safe(done.id))} ${safe(done.version)}`
  return [
    `${head} ${dim(`(first-party, ${done.scope} scope)`)}`,
    ...projectedLines(done, view),
    ...warningLines(done.warnings, view)
  ].join("\n")
}
