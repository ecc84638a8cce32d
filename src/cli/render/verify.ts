import { visible } from "../../domain/text/escape.ts"
import type { Verification } from "../../domain/verify/verdict.ts"
import { labelled, padded, type View } from "./view.ts"

/** One line per capability, and under it one per file that differs. */
export const renderVerification = (verification: Verification, view: View): string => {
  if (verification.members.length === 0) return "No capability is installed."
  const { green, red } = view.paint
  return verification.members
    .flatMap((member) => {
      const paint = member.verdict === "ok" ? green : red
      return [
        `${visible(member.id)}: ${paint(member.verdict)}`,
        ...member.files.flatMap((file) => labelled(`  ${padded(file.state, 10)} `, visible(file.path), view))
      ]
    })
    .join("\n")
}
