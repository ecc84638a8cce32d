import type { Receipt, ReceiptStatus } from "../../domain/install/receipt.ts"
import { safe, warningLines, type View } from "./view.ts"
import { editLines, wiredLines } from "./wiring.ts"

const words: Readonly<Record<ReceiptStatus, string>> = {
  installed: "Installed",
  unchanged: "Unchanged",
  upgraded: "Upgraded",
  downgraded: "Downgraded",
  "rolled-back": "Rolled back",
  enabled: "Enabled",
  disabled: "Disabled",
  pinned: "Pinned",
  unpinned: "Unpinned",
  removed: "Removed",
  planned: "Planned"
}

const between = (receipt: Receipt): string => {
  const { previousVersion, version } = receipt
  return previousVersion === undefined || previousVersion === version
    ? safe(version)
    : `${safe(previousVersion)} -> ${safe(version)}`
}

/** One line on what was done, the entries in settings files and what would change there, then one per warning. */
export const renderReceipt = (receipt: Receipt, view: View): string => {
  const { bold, dim, green, yellow } = view.paint
  const word = receipt.status === "planned" ? yellow(words.planned) : green(words[receipt.status])
  const place = `generation ${receipt.generation}, ${receipt.scope} scope`
  const aside = receipt.status === "planned" ? "nothing was changed" : place
  return [
    `${word} ${bold(safe(receipt.id))} ${between(receipt)} ${dim(`(${aside})`)}`,
    ...(receipt.dependants ?? []).map((one) => `  with ${bold(safe(one.id))} ${safe(one.version)}`),
    ...wiredLines(receipt.wired, "  ", view),
    ...editLines(receipt.edits ?? [], "    ", view),
    ...warningLines(receipt.warnings, view)
  ].join("\n")
}
