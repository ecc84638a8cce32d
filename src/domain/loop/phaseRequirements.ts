import { requirementsAsked } from "../planLint/requirements.ts"
import { phaseNumber } from "../planning/choosePhase.ts"

const heading = /^(#{1,6})\s+(?:\W{0,4}\s*)?phase\s+([\da-z.]{1,40}?)(?![\da-z.]*[\da-z])/iu

/** The part of a roadmap under the heading of a phase, such as `### Phase 3: Payments`; empty when it has none. */
const sectionOf = (roadmap: string, number: string): string => {
  const lines = roadmap.split(/\r\n|\n|\r/u)
  const start = lines.findIndex((line) => {
    const found = heading.exec(line)?.[2]
    return found !== undefined && phaseNumber(found) === number
  })
  if (number === "" || start < 0) return ""
  const level = heading.exec(lines[start] ?? "")?.[1]?.length ?? 0
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => (/^(#{1,6})\s/u.exec(line)?.[1]?.length ?? 7) <= level)
  return rest.slice(0, end < 0 ? rest.length : end).join("\n")
}

/** Ids of the requirements that a roadmap names for a phase, with commas between them; empty when it names none. */
export const phaseRequirements = (roadmap: string, number: string): string =>
  requirementsAsked({ roadmap: sectionOf(roadmap, number) }).join(",")
