import type { Packed, PackDifference } from "../../domain/pack/packed.ts"
import { safe, warningLines, type View } from "./view.ts"
import { counted } from "../../domain/text/counted.ts"

const words: Readonly<Record<Packed["status"], string>> = {
  packed: "Packed",
  agrees: "Agrees",
  differs: "Differs"
}

const kinds: Readonly<Record<PackDifference["kind"], string>> = {
  missing: "not in the archive",
  surplus: "only in the archive",
  changed: "other bytes in the archive"
}

/** What was packed, with the digests that others need; of a check, each file that differs. */
export const renderPacked = (packed: Packed, view: View): string => {
  const { bold, dim, green, red } = view.paint
  const paint = packed.status === "differs" ? red : green
  const { provenance } = packed
  const count = `${counted(packed.files, "file")}, ${packed.size} bytes`
  return [
    `${paint(words[packed.status])} ${bold(safe(packed.id))} ${safe(packed.version)} ${dim(`(${count})`)}`,
    `  archive  ${safe(packed.path)}`,
    `  sha512   ${packed.sha512}`,
    `  content  ${packed.contentHash}`,
    ...(provenance === undefined
      ? []
      : [`  from     ${safe(provenance.sourceRepo)} ${safe(provenance.commit)}`]),
    ...packed.differences.map(({ kind, path }) => `  ${red(kinds[kind])}: ${safe(path)}`),
    ...warningLines(packed.warnings, view)
  ].join("\n")
}
