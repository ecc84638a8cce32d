import { isArtifactName } from "../planning/artifact.ts"
import type { Phase } from "../planning/phase.ts"
import { some, type Judged } from "./answer.ts"

/** Artefacts that a phase can have. */
const artifacts = [
  "CONTEXT.md",
  "RESEARCH.md",
  "PATTERNS.md",
  "UI-SPEC.md",
  "PLAN.md",
  "REVIEWS.md",
  "SUMMARY.md",
  "SECURITY.md",
  "VALIDATION.md",
  "VERIFICATION.md",
  "UAT.md",
  "UI-REVIEW.md"
] as const

/** Tells where a phase is and which artefacts its folder holds. */
export const judgePhaseInfo = (phase: Phase, files: ReadonlyArray<string>): Judged => {
  const present = artifacts.flatMap((name) => {
    const found = files.filter((file) => isArtifactName(file, name))
    return found.length === 0 ? [] : [{ artifact: name, files: some(found) }]
  })
  const what = phase.name === "" ? "The project" : `The phase \`${phase.name}\``
  const names = present.map(({ artifact }) => artifact)
  return {
    block: false,
    message: names.length === 0 ? `${what} has no artefact yet` : `${what} has ${names.join(", ")}`,
    details: {
      number: phase.number,
      name: phase.name,
      folder: phase.folder,
      artifacts: present,
      files: some(files)
    }
  }
}
