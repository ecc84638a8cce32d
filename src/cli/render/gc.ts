import type { GcReport } from "../../domain/collect/report.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, warningLines, type View } from "./view.ts"

const kibi = 1024

/** A size as people read it. */
const sizeOf = (bytes: number): string => {
  if (bytes < kibi) return `${bytes} B`
  return bytes < kibi * kibi ? `${Math.round(bytes / kibi)} KiB` : `${Math.round(bytes / kibi / kibi)} MiB`
}

/** What was let go, one line each, then how much is free. */
export const renderGc = (report: GcReport, view: View): string => {
  const lines = [
    ...report.generations.map(
      ({ generation, id, version }) => `generation  ${id} ${generation} (${version})`
    ),
    ...report.bundles.map((path) => `bundle      ${path}`),
    ...report.trash.map(({ bytes, path }) => `trash       ${path} (${sizeOf(bytes)})`),
    ...report.cache.map(({ bytes, path }) => `cache       ${path} (${sizeOf(bytes)})`),
    ...report.stagings.map((path) => `staging     ${path}`)
  ].flatMap((line) => labelled("  ", visible(line), view))
  const word = report.dryRun === true ? "would be freed; nothing was changed" : "freed"
  const sum = lines.length === 0 ? "Nothing to collect." : `${sizeOf(report.freedBytes)} ${word}`
  return [...lines, sum, ...warningLines(report.warnings, view)].join("\n")
}
