import { kebabPattern } from "../capability/schema/primitives.ts"
import type { BundleFile } from "../content/BundleFile.ts"
import type { Looked } from "../project/looked.ts"
import type { GoingFolder } from "./planFolder.ts"
import { skillMarkName } from "./places.ts"
import type { Kept } from "./report.ts"

/** Where the public system would have put a copy of a skill. */
export interface SkillPlace {
  readonly folder: string
  /** Hash of the capability's own SKILL.md. */
  readonly sha512: string
}

/** Where copies of a capability's skills would stand, below the folders that hosts read skills from. Source: runtimes facts 3.2. */
export const skillPlaces = (
  roots: ReadonlyArray<string>,
  files: ReadonlyArray<BundleFile>
): ReadonlyArray<SkillPlace> =>
  files.flatMap(({ path, sha512 }) => {
    const [, stem = ""] = path.split("/")
    const isSkill = path === `skills/${stem}/SKILL.md` && kebabPattern.test(stem)
    return isSkill ? roots.map((root) => ({ folder: `${root}/gsd-${stem}`, sha512 })) : []
  })

const textIn = (folder: string): string => `${folder}/SKILL.md`

const markIn = (folder: string): string => `${folder}/${skillMarkName}`

/** The files that tell a copy. */
export const copyFiles = (places: ReadonlyArray<SkillPlace>): ReadonlyArray<string> =>
  places.flatMap(({ folder }) => [textIn(folder), markIn(folder)])

/** The copies of a capability's skills that are as it has them, and those that are not. */
export interface SkillCopies {
  readonly same: ReadonlyArray<GoingFolder>
  readonly other: ReadonlyArray<Kept>
}

const decoder = new TextDecoder()

/** Tells copies by the mark beside them, which holds the id. */
export const skillCopies = (
  id: string,
  places: ReadonlyArray<SkillPlace>,
  looked: ReadonlyMap<string, Looked>
): SkillCopies => {
  const same: Array<GoingFolder> = []
  const other: Array<Kept> = []
  for (const { folder, sha512 } of places) {
    const [text, mark] = [looked.get(textIn(folder)), looked.get(markIn(folder))]
    if (mark?._tag !== "Plain" || decoder.decode(mark.target.bytes).trim() !== id) continue
    const going = [text, mark].flatMap((one) =>
      one?._tag === "Plain" ? [{ path: one.path, sha512: one.state }] : []
    )
    if (text?._tag === "Plain" && text.state === sha512) same.push({ folder, going, directories: [folder] })
    else other.push({ path: folder, reason: "its `SKILL.md` is not that of the capability" })
  }
  return { same, other }
}
