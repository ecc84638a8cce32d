import { phaseNumber } from "./choosePhase.ts"
import type { ProseLine } from "./prose.ts"

const phaseHeading = /^[^\p{L}\p{N}]{0,12}phase[ \t]+([0-9][0-9A-Za-z.]{0,20})/iu

const numberIn = (title: string): string | undefined => {
  const written = phaseHeading.exec(title)?.[1]
  return written === undefined ? undefined : phaseNumber(written.replace(/\.$/u, ""))
}

/**
 * Lines of a roadmap's section about a phase, such as below `### Phase 3: Payments`, its heading first; empty when it has
 * none. What stands under a heading of another phase inside is not part of it.
 */
export const roadmapSection = (lines: ReadonlyArray<ProseLine>, number: string): ReadonlyArray<ProseLine> =>
  number === ""
    ? []
    : lines.filter(({ under }) => under.map(numberIn).findLast((one) => one !== undefined) === number)
