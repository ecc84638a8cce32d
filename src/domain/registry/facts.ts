import type { Exchange } from "../capability/hookRings.ts"
import { loopPoints, type LoopPoint } from "../capability/loopContract.ts"
import { pointerOf, type Named } from "../capability/raw.ts"
import type { Manifest } from "../capability/schema/manifest.ts"

export type { Named } from "../capability/raw.ts"

/** Names of a reviewer lane. */
export interface LaneNames {
  readonly slug: Named
  readonly flags: ReadonlyArray<Named>
  readonly section: Named
}

/** What a set asks of one manifest to judge it among others. Linear in the size of the manifest. */
export interface SetFacts {
  readonly id: string
  readonly role: Manifest["role"]
  readonly tier: Manifest["tier"]
  /** Range of host versions, when it names one. */
  readonly engines: string | undefined
  readonly requires: ReadonlyArray<Named>
  /** Runtimes that `runtimeCompat` names, on either side and in its notes; the wildcard is none. */
  readonly runtimes: ReadonlyArray<Named>
  readonly skills: ReadonlyArray<Named>
  readonly agents: ReadonlyArray<Named>
  readonly families: ReadonlyArray<Named>
  readonly configKeys: ReadonlyArray<Named>
  readonly lane: LaneNames | undefined
  readonly trackerPrefix: Named | undefined
  readonly steps: ReadonlyArray<Exchange>
  readonly contributions: ReadonlyArray<Exchange>
  /** Command lines that steps start. */
  readonly stepCommands: ReadonlyArray<Named>
}

type Path = ReadonlyArray<string | number>

const list = (names: ReadonlyArray<string>, ...path: Path): ReadonlyArray<Named> =>
  names.map((name, index) => ({ name, pointer: pointerOf(...path, index) }))

const wildcard = "*"

interface Compat {
  readonly supported: ReadonlyArray<string>
  readonly unsupported: ReadonlyArray<string>
  readonly notes?: Readonly<Record<string, string>>
}

const runtimesOf = ({ supported, unsupported, notes }: Compat): ReadonlyArray<Named> =>
  [
    ...list(supported, "runtimeCompat", "supported"),
    ...list(unsupported, "runtimeCompat", "unsupported"),
    ...Object.keys(notes ?? {}).map((name) => ({ name, pointer: pointerOf("runtimeCompat", "notes", name) }))
  ].filter(({ name }) => name !== wildcard)

interface Hook {
  readonly point: LoopPoint
  readonly produces: ReadonlyArray<string>
  readonly consumes: ReadonlyArray<string>
}

const rankOf = new Map<string, number>(loopPoints.map((point, rank) => [point, rank]))

const exchangesOf = (member: string, hooks: ReadonlyArray<Hook>): ReadonlyArray<Exchange> =>
  hooks.map(({ point, produces, consumes }, index) => ({
    point,
    rank: rankOf.get(point) ?? 0,
    // Listed twice by one hook is produced once.
    produces: [
      ...new Map(list(produces, member, index, "produces").map((made) => [made.name, made])).values()
    ],
    consumes: list(consumes, member, index, "consumes")
  }))

const bodyOf = (manifest: Manifest) => {
  if (manifest.role !== "feature")
    return {
      runtimes: [],
      skills: [],
      agents: [],
      families: [],
      trackerPrefix: undefined,
      steps: [],
      contributions: [],
      stepCommands: []
    }
  const { runtimeCompat, skills, agents, commands, taskContentResolver, steps, contributions } = manifest
  const prefix = taskContentResolver?.trackerPrefix
  return {
    runtimes: runtimesOf(runtimeCompat),
    skills: list(skills, "skills"),
    agents: list(agents, "agents"),
    families: (commands ?? []).map(({ family }, index) => ({
      name: family,
      pointer: pointerOf("commands", index, "family")
    })),
    trackerPrefix:
      prefix === undefined
        ? undefined
        : { name: prefix, pointer: pointerOf("taskContentResolver", "trackerPrefix") },
    steps: exchangesOf("steps", steps),
    contributions: exchangesOf("contributions", contributions),
    stepCommands: steps.flatMap(({ ref }, index) =>
      "command" in ref ? [{ name: ref.command, pointer: pointerOf("steps", index, "ref", "command") }] : []
    )
  }
}

const laneOf = (manifest: Manifest): LaneNames | undefined => {
  const lane = manifest.role === "feature" ? undefined : manifest.reviewer
  return lane === undefined
    ? undefined
    : {
        slug: { name: lane.slug, pointer: pointerOf("reviewer", "slug") },
        flags: list(lane.flags, "reviewer", "flags"),
        section: { name: lane.reviewsSection, pointer: pointerOf("reviewer", "reviewsSection") }
      }
}

/** Works out of a manifest what a set asks of it. */
export const factsOf = (manifest: Manifest): SetFacts => ({
  id: manifest.id,
  role: manifest.role,
  tier: manifest.tier,
  engines: manifest.engines?.gsd,
  requires: list(manifest.requires, "requires"),
  configKeys: Object.keys(manifest.config ?? {}).map((name) => ({
    name,
    pointer: pointerOf("config", name)
  })),
  lane: laneOf(manifest),
  ...bodyOf(manifest)
})
