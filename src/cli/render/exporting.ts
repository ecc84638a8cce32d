import type { ExportReport } from "../../domain/exchange/exportReport.ts"
import { safe, type View } from "./view.ts"

/** The file, its digest, and what it holds. */
export const renderExport = ({ capabilities, path, sha512, size }: ExportReport, view: View): string => {
  const { bold, dim, green } = view.paint
  return [
    `${green("Exported")} ${safe(path)} ${dim(`(${size} bytes)`)}`,
    `  sha512  ${sha512}`,
    ...capabilities.map(
      ({ id, source, version }) => `  ${bold(safe(id))} ${safe(version)} ${dim(safe(source))}`
    )
  ].join("\n")
}
