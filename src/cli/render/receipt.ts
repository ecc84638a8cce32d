import type { Projected, Receipt, ReceiptStatus } from "../../domain/install/receipt.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, paragraph, safe, warningLines, type View } from "./view.ts"
import { editLines, wiredLines } from "./wiring.ts"
import { counted } from "../../domain/text/counted.ts"

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

/** A runtime with how many files of a capability it has. */
export const inRuntime = ({ files, runtime }: Projected): string =>
  `${visible(runtime, 40)} (${counted(files, "file")})`

const gone: ReadonlySet<ReceiptStatus> = new Set(["removed", "disabled"])

/** In which hosts it is now, or how hosts come to see what was installed. */
export const projectedLines = (
  { projected, scope, status }: Pick<Receipt, "projected" | "scope" | "status">,
  view: View
): ReadonlyArray<string> => {
  if (projected === undefined) return []
  if (projected.length > 0 && status === "planned")
    return labelled("  goes with it in ", projected.map(inRuntime).join(", "), view)
  if (projected.length > 0)
    return labelled(gone.has(status) ? "  out of " : "  in ", projected.map(inRuntime).join(", "), view)
  if (status !== "installed") return []
  const flag = scope === "project" ? " --scope project" : ""
  return paragraph(`Hosts see it after \`gsd runtime apply RUNTIME${flag}\`, such as \`claude\``, "  ", view)
}

/** One line on what was done, the entries in settings files and what would change there, its hosts, then the warnings. */
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
    ...projectedLines(receipt, view),
    ...warningLines(receipt.warnings, view)
  ].join("\n")
}
