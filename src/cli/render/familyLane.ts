import type { LaneMade } from "../../domain/family/lane.ts"
import { paragraph, safe, type View } from "./view.ts"

/** The manifest as a file. Every text in it is plain: `laneOfMember` sees to it. */
export const renderLane = (manifest: LaneMade["manifest"]): string =>
  safeLines(JSON.stringify(manifest, undefined, 2))

const safeLines = (text: string): string => text.split("\n").map(safe).join("\n")

/** What it rests on, and what to do with it. */
export const laneNotes = ({ manifest, reasons }: LaneMade, view: View): string =>
  [...reasons, `Save it as ${manifest.id}/capability.json, then \`gsd capability install ./${manifest.id}\``]
    .flatMap((text) => paragraph(safe(text), "", view))
    .join("\n")
