import * as Result from "effect/Result"
import { nearest } from "../capability/suggest.ts"
import { shown } from "../text/escape.ts"
import { BadReviewSetting, NoSuchLane, type SelectionError } from "./errors.ts"
import { instancesOf, type Instance, type Instances } from "./instances.ts"
import type { Lane } from "./lane.ts"
import { isSelf } from "./self.ts"
import { settingAt, type Setting, type Settings } from "./settings.ts"
import type { LaneRun, LanesChosen, SelectionSource } from "./stages.ts"
import { warn, type LaneWarning } from "./warning.ts"

/** What a person asks for. */
export interface LanesWanted {
  /** Flags of lanes that were given, hyphens included; others are unknown names. */
  readonly flags: ReadonlyArray<string>
  /** Names that `--lanes` lists: slugs and instances. */
  readonly lanes: ReadonlyArray<string>
  /** Whether `--all` was given. */
  readonly all: boolean
}

/** Everything the choice is made from. */
export interface SelectionFacts {
  /** In the order of REVIEWS.md. */
  readonly lanes: ReadonlyArray<Lane>
  readonly wanted: LanesWanted
  readonly settings: Settings
  /** The agent that is asking, by the slug of its lane, when the environment shows one. */
  readonly host: string | undefined
}

const defaultsKey = "review.default_reviewers"

type Picked = Lane | Instance

const isLane = (picked: Picked): picked is Lane => "slug" in picked

const laneIn = (picked: Picked): Lane => (isLane(picked) ? picked : picked.lane)

interface Names {
  readonly source: SelectionSource
  readonly names: ReadonlyArray<string>
  readonly file?: string
}

/** Finds lanes by slug and flag, and instances by name; case does not count. */
const finderOf = ({ lanes }: SelectionFacts, { usable }: Instances) => {
  const byName = new Map<string, Picked>(usable)
  for (const lane of lanes) {
    byName.set(lane.slug, lane)
    for (const flag of lane.flags) byName.set(flag, lane)
  }
  return {
    known: [...lanes.map(({ slug }) => slug), ...usable.keys()],
    spellings: [...byName.keys()],
    find: (name: string): Picked | undefined => byName.get(name) ?? byName.get(name.toLowerCase())
  }
}

type Finder = ReturnType<typeof finderOf>

const unknown = (finder: Finder, { names, file }: Names): NoSuchLane | undefined => {
  const missing = names.filter((name) => finder.find(name) === undefined)
  if (missing.length === 0) return undefined
  return new NoSuchLane({
    names: missing.map((name) => {
      const meant = nearest(name, finder.spellings)
      return meant === undefined ? { name } : { name, nearest: meant }
    }),
    known: finder.known,
    ...(file === undefined ? {} : { file })
  })
}

const badDefaults = (setting: Setting, problem: string): Result.Result<never, BadReviewSetting> =>
  Result.fail(
    new BadReviewSetting({
      key: defaultsKey,
      value: JSON.stringify(setting.value),
      file: setting.file,
      problem
    })
  )

const defaultsIn = (setting: Setting): Result.Result<Names, BadReviewSetting> => {
  const { value } = setting
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string"))
    return badDefaults(setting, "is no list of names")
  if (value.length === 0) return badDefaults(setting, "names nobody")
  return Result.succeed({ source: "default-reviewers", names: value, file: setting.file })
}

/** Precedence: named on the command line, `--all`, the configuration, every lane. Source: lanes.md 1.4. */
const namesWanted = ({ wanted, settings, lanes }: SelectionFacts): Result.Result<Names, BadReviewSetting> => {
  const every = lanes.map(({ slug }) => slug)
  if (wanted.flags.length + wanted.lanes.length > 0)
    return Result.succeed({ source: "named", names: [...wanted.flags, ...wanted.lanes] })
  if (wanted.all) return Result.succeed({ source: "all-flag", names: every })
  const defaults = settingAt(settings, defaultsKey)
  return defaults === undefined
    ? Result.succeed({ source: "every-lane", names: every })
    : defaultsIn(defaults)
}

/** The fault of a named instance; a lane of the same name is the lane. */
const badInstance = ({ names }: Names, { broken }: Instances, finder: Finder): BadReviewSetting | undefined =>
  names
    .filter((name) => finder.find(name) === undefined)
    .map((name) => broken.get(name))
    .find((problem) => problem !== undefined)

const brokenWarnings = ({ broken }: Instances): ReadonlyArray<LaneWarning> =>
  [...broken].map(([name, { key, value, file, message }]) => ({
    ...warn("selection", name, message),
    setting: { key, value, file }
  }))

const runOf = (picked: Picked, named: boolean): LaneRun => {
  const lane = laneIn(picked)
  if (isLane(picked)) return { identity: lane.slug, lane, section: lane.section, named }
  const { name, model, agent } = picked
  return {
    identity: name,
    lane,
    section: `${lane.section} (${name})`,
    named,
    ...(model === undefined ? {} : { model }),
    ...(agent === undefined ? {} : { agent })
  }
}

/** In the order of the roster; a lane before its instances, those by name. */
const inOrder = (runs: ReadonlyArray<LaneRun>, lanes: ReadonlyArray<Lane>): ReadonlyArray<LaneRun> =>
  lanes.flatMap((lane) => {
    const own = runs.filter((run) => run.lane === lane)
    return [
      ...own.filter((run) => run.identity === lane.slug),
      ...own
        .filter((run) => run.identity !== lane.slug)
        .toSorted((a, b) => (a.identity < b.identity ? -1 : 1))
    ]
  })

/** A heading that an instance would share with another run gets the identity, so that no two are one. */
const apart = (runs: ReadonlyArray<LaneRun>): ReadonlyArray<LaneRun> =>
  runs.map((run) =>
    runs.some((other) => other !== run && other.section === run.section)
      ? { ...run, section: `${run.section} [${run.identity}]` }
      : run
  )

const sharedWarnings = (runs: ReadonlyArray<LaneRun>): ReadonlyArray<LaneWarning> =>
  [...new Set(runs.map(({ lane }) => lane))].flatMap((lane) => {
    const own = runs.filter((run) => run.lane === lane)
    if (own.length < 2) return []
    const names = own.map(({ identity }) => identity).join(", ")
    return [
      warn(
        "selection",
        lane.slug,
        shown`${names} all run \`${lane.slug}\`, so that they agree says less than if they were different reviewers`
      )
    ]
  })

/**
 * Splits off what the asking agent would say about its own plan. One that the command line names runs all the same, with
 * a warning: the person asked for it, and REVIEWS.md says what it is.
 */
const withoutSelf = (
  runs: ReadonlyArray<LaneRun>,
  source: SelectionSource,
  host: string | undefined
): Pick<LanesChosen, "runs" | "skipped" | "warnings"> => {
  const own = runs.filter((run) => isSelf(run.lane, host))
  if (source !== "named")
    return {
      runs: runs.filter((run) => !isSelf(run.lane, host)),
      skipped: own.map((run) => ({ run, host: host ?? "" })),
      warnings: []
    }
  const warnings = own.map((run) =>
    warn(
      "selection",
      run.identity,
      shown`\`${run.identity}\` is the agent that asks, so its review is not independent; it runs because it was named`
    )
  )
  return { runs, skipped: [], warnings }
}

const chosenOf = (
  facts: SelectionFacts,
  picked: ReadonlyArray<Picked>,
  source: SelectionSource
): LanesChosen => {
  const named = source === "named" || source === "default-reviewers"
  const all = picked.map((one) => runOf(one, named))
  const sorted = apart(inOrder(all, facts.lanes))
  const { runs, skipped, warnings } = withoutSelf(sorted, source, facts.host)
  const both = source === "named" && facts.wanted.all
  return {
    source,
    runs,
    skipped,
    order: sorted.map(({ identity }) => identity),
    warnings: [
      ...(both ? [warn("selection", "", shown`\`--all\` counts for nothing beside named lanes`)] : []),
      ...warnings,
      ...sharedWarnings(runs)
    ]
  }
}

/**
 * Chooses the lanes of a review. Slugs and instances of overlays are as good as first-party ones everywhere; `--all` and
 * the default are lanes, instances run when they are named. A name that is neither is an error, wherever it stands.
 */
export const chooseLanes = (facts: SelectionFacts): Result.Result<LanesChosen, SelectionError> => {
  const instances = instancesOf(facts.settings, facts.lanes)
  const finder = finderOf(facts, instances)
  return Result.flatMap(namesWanted(facts), (wanted): Result.Result<LanesChosen, SelectionError> => {
    const problem = badInstance(wanted, instances, finder) ?? unknown(finder, wanted)
    if (problem !== undefined) return Result.fail(problem)
    const picked = new Set(wanted.names.map(finder.find).filter((one) => one !== undefined))
    const chosen = chosenOf(facts, [...picked], wanted.source)
    return Result.succeed({ ...chosen, warnings: [...brokenWarnings(instances), ...chosen.warnings] })
  })
}
