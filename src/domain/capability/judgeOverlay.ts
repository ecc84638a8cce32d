import { aloneContext } from "./Candidate.ts"
import { firstPartyIds } from "./firstPartyIds.ts"
import { validateManifest, type Validation } from "./validateManifest.ts"

/** Judges the raw manifest of a third-party capability in a folder of this name; first-party ids are taken. */
export const judgeOverlay = (folder: string, raw: unknown): Validation =>
  validateManifest({ folder, raw, origin: "third-party" }, { ...aloneContext, takenIds: firstPartyIds })
