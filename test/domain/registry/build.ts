import { readdirSync, readFileSync } from "node:fs"
import type { SetInput } from "../../../src/domain/registry/judgeSet.ts"
import { feature, lane, step } from "../capability/build.ts"

/** Version of the host that sets are judged against here. */
export const context = { hostVersion: "1.14.0" }

/** A member of a set whose folder is named after its id. */
export const member = (raw: unknown, origin: SetInput["origin"] = "overlay"): SetInput => {
  const id = typeof raw === "object" && raw !== null && "id" in raw ? raw.id : undefined
  return { folder: typeof id === "string" ? id : "sample", raw, origin }
}

/** A switch for `config`. */
export const flag = { type: "boolean", default: true, description: "Turns it on." }

/** A step that starts a command of gsd itself, with members replaced or added. */
export const ownStep = (members: Record<string, unknown>): Record<string, unknown> =>
  step({ ref: { command: "loop run" }, ...members })

/** A contribution to the planner, which makes and takes artefacts. */
export const contribution = (
  produces: ReadonlyArray<string>,
  consumes: ReadonlyArray<string>
): Record<string, unknown> => ({
  point: "plan:pre",
  into: "planner",
  produces,
  consumes,
  fragment: { inline: "Look at it." }
})

const folder = new URL("../../data/first-party/", import.meta.url)

/** The texts of the shipped manifests. */
export const shippedTexts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"))

/** The shipped manifests as a set. */
export const shipped: ReadonlyArray<SetInput> = shippedTexts.map((text) =>
  member(JSON.parse(text), "first-party")
)

const goodFeature = (index: number, requires: ReadonlyArray<string>): Record<string, unknown> => {
  const id = `good-${index}`
  return feature({
    id,
    requires,
    engines: { gsd: "^1.6.0" },
    runtimeCompat: { supported: ["claude", "codex"], unsupported: [] },
    skills: [`${id}-scan`],
    agents: [`${id}-reader`],
    config: { [`good_${index}.on`]: flag },
    commands: [{ family: id, module: "main.cjs", router: "route" }],
    steps: [
      ownStep({
        produces: [`GOOD-${index}.md`],
        consumes: ["CONTEXT.md", ...requires.map((other) => `${other.toUpperCase()}.md`)]
      })
    ],
    contributions: [contribution([`note-${index}`], [`note-${index - 1}`])]
  })
}

const goodLane = (index: number): Record<string, unknown> => ({
  ...lane({ slug: `good-${index}`, flags: [`--good-${index}`], reviewsSection: `Good ${index}` }),
  id: `good-${index}`
})

/**
 * Fifty overlays with nothing wrong: every fifth is a lane, of the others most require the one before and take what it
 * makes; those that are required stand last.
 */
export const goodOverlays: ReadonlyArray<SetInput> = Array.from({ length: 50 }, (_, index) =>
  index % 5 === 0 ? goodLane(index) : goodFeature(index, index % 5 === 1 ? [] : [`good-${index - 1}`])
)
  .map((raw) => member(raw))
  .toReversed()

/** Ids of the members that are refused. */
export const refusedIn = (
  inputs: ReadonlyArray<SetInput>,
  judged: { readonly members: ReadonlyArray<{ readonly accepted: boolean }> }
): ReadonlyArray<number> =>
  inputs.flatMap((_, index) => (judged.members[index]?.accepted === true ? [] : [index]))
