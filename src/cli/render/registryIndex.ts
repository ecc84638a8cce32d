import type { IndexReport } from "../../domain/registryIndex/reports.ts"
import { visible } from "../../domain/text/escape.ts"
import { labelled, warningLines, type View } from "./view.ts"

const versionsOf = ({ versions, yanked }: IndexReport["capabilities"][number]): string =>
  versions.map((one) => (yanked.includes(one) ? `${one} (yanked)` : one)).join(", ")

/** What was indexed, and the key that people need to add the registry. */
export const renderIndex = (report: IndexReport, view: View): string => {
  const { bold, dim, green } = view.paint
  const { added, capabilities, directory, dropped, expires, name, publicKey, version } = report
  return [
    `${green("Indexed")} ${bold(visible(name))} ${dim(`(root ${version}, expires ${expires})`)}`,
    ...capabilities.flatMap((one) => labelled(`  ${bold(visible(one.id))} `, visible(versionsOf(one)), view)),
    ...(added.length === 0 ? [] : labelled("  new         ", visible(added.join(", ")), view)),
    ...labelled("  folder      ", visible(directory), view),
    `  public key  ${publicKey}`,
    ...warningLines(
      dropped.map((one) => `\`${one}\` is in the index no longer, since its archive is gone`),
      view
    )
  ].join("\n")
}
