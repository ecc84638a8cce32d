import type { Bounds } from "../../domain/archive/bounds.ts"
import { findCollisions } from "../../domain/content/collisions.ts"
import { judgePath, pathRules } from "../../domain/content/path.ts"
import { BundleRefused } from "../../domain/store/errors.ts"
import { visible } from "../../domain/text/escape.ts"
import type { Walk } from "../store/walk.ts"

/** A refusal of a bundle at one path of it. */
export const refuse = (
  path: string,
  rule: string,
  text: { readonly reason: string; readonly hint: string }
) => new BundleRefused({ path: visible(path), rule, ...text })

/** First thing in the source that no bundle may hold. */
export const judgeWalk = ({ found, isCut }: Walk, bounds: Bounds): BundleRefused | undefined => {
  if (isCut) {
    const text = {
      reason: `there are more than ${bounds.entries} entries`,
      hint: "Take generated files out of the folder"
    }
    return refuse(found.at(-1)?.path ?? "", "entries", text)
  }
  const names = found.reduce((sum, { path }) => sum + new TextEncoder().encode(path).length, 0)
  if (names > bounds.namesBytes)
    return refuse(found.at(-1)?.path ?? "", "names", {
      reason: `all paths together are longer than ${bounds.namesBytes} bytes`,
      hint: "Take generated files out of the folder, or shorten its paths"
    })
  for (const { path, kind } of found) {
    const problem = judgePath(path)
    if (problem !== undefined)
      return refuse(path, problem.rule, {
        reason: `\`${visible(problem.name)}\` ${pathRules[problem.rule]}`,
        hint: "Rename it"
      })
    if (kind === "link")
      return refuse(path, "link", {
        reason: "it is a symbolic link",
        hint: "Put the file itself there; bundles hold files only"
      })
    if (kind === "other")
      return refuse(path, "device", {
        reason: "it is a device, socket or pipe",
        hint: "Take it out; bundles hold files only"
      })
  }
  const collision = findCollisions(found.filter((one) => one.kind === "file").map((one) => one.path))[0]
  return collision === undefined
    ? undefined
    : refuse(collision.second, "collision", {
        reason: `\`${visible(collision.first)}\` is the same name on systems that fold case or accents`,
        hint: "Rename one of the two"
      })
}
