import type { AgentSettings } from "../runtime/dialect/source.ts"
import { agentsRefused, agentsWithheld, agentUnits } from "./agentUnits.ts"
import { incompatibility } from "./compat.ts"
import type { World } from "./dialectPlace.ts"
import { kimiUnits } from "./kimiUnits.ts"
import type { Offer } from "./offer.ts"
import type { Places } from "./places.ts"
import {
  everything,
  isEmptyOffer,
  narrow,
  unknownNames,
  withholdAll,
  type Narrowed,
  type Selection
} from "./selection.ts"
import { settle } from "./settle.ts"
import { shadowNotes, triggersOf, type TriggersElsewhere } from "./shadows.ts"
import { skillUnits } from "./skillUnits.ts"
import { behaviorOf } from "./surface/behavior.ts"
import type { ReadFolder } from "./surface/permissions.ts"
import type { HostTexts, Surface } from "./surface/surface.ts"
import { surfaceOf } from "./surface/surfaceOf.ts"
import { together, type Made, type Unit } from "./unit.ts"
import type { Wish, WishedEntries, WishedFile, Withheld } from "./wish.ts"

/** What decides beside the offers; everything is optional. */
export interface WishFacts {
  /** Absent: everything that is active. */
  readonly selection?: Selection
  /** What the person's configuration says of agents, by stem. */
  readonly agents?: ReadonlyMap<string, AgentSettings>
  /** What is called in the runtime's other scope. */
  readonly elsewhere?: TriggersElsewhere
  /** Texts of the files of the host that `looksOf` names. */
  readonly texts?: HostTexts
}

/** Why a runtime is given nothing at all in a scope; undefined when it is. */
const refusedAll = (places: Places): string | undefined => {
  if (behaviorOf(places, "pluginOnlyInstall") === true)
    return "its host is reached by a plugin alone, and gsd brings none"
  return places.scope.kind === "project" && behaviorOf(places, "localInstallDeferred") === true
    ? "its host takes nothing from a project yet"
    : undefined
}

const notOfferedRows = ({ id, notOffered }: Offer): ReadonlyArray<Withheld> =>
  notOffered.map(({ kind, name, reason }) => ({ capability: id, kind, name, reason }))

const narrowed = (places: Places, offer: Offer, selection: Selection): Narrowed => {
  const reason = refusedAll(places) ?? incompatibility(offer.runtimeCompat, places.runtime.id)
  return reason === undefined ? narrow(offer, selection) : withholdAll(offer, reason)
}

const worldOf = (places: Places, offers: ReadonlyArray<Offer>, { agents }: WishFacts): World => ({
  places,
  commands: new Set(offers.flatMap(({ skills }) => skills.map(({ stem }) => stem))),
  agents: agents ?? new Map()
})

/** Folders of files that texts in the runtime say to read. */
const foldersOf = (units: ReadonlyArray<Unit>): ReadonlyArray<ReadFolder> =>
  units.flatMap(({ capability, reads }) => (reads === undefined ? [] : [{ capability, folder: reads }]))

const byPlace = (a: WishedEntries, b: WishedEntries): number => {
  const [one, other] = [a, b].map(({ capability, path, what }) => [path, capability, what].join("\0"))
  return (one ?? "") < (other ?? "") ? -1 : 1
}

const madeOf = (world: World, offers: ReadonlyArray<Offer>): Made => {
  const refused = agentsRefused(world)
  const agents =
    refused === undefined
      ? [...offers.map((offer) => agentUnits(world, offer)), kimiUnits(world, offers)]
      : offers.map((offer) => agentsWithheld(offer, refused))
  return together([...offers.map((offer) => skillUnits(world, offer)), ...agents])
}

/**
 * A host that reads a project's root itself has its folders beside the person's own. They go where the layout says, since
 * that is where it looks, and it is told; a file that is there already stays whose it is.
 */
const rootNotes = (places: Places, files: ReadonlyArray<WishedFile>): ReadonlyArray<string> => {
  const { scope } = places
  if (scope.kind !== "project" || behaviorOf(places, "localTargetIsProjectRoot") !== true) return []
  const start = `${scope.root}/`
  const folders = files
    .map(({ path }) => (path.startsWith(start) ? path.slice(start.length).split("/")[0] : undefined))
    .filter((folder) => folder !== undefined && !folder.startsWith("."))
  return [...new Set(folders)].map(
    (folder) =>
      `what it is given stands in \`${folder ?? ""}\` at the root of the project, where its host looks`
  )
}

const byPath = (a: WishedFile, b: WishedFile): number => (a.path < b.path ? -1 : 1)

/** Units at their places, and what goes to files of the host: which is there first, and allows reading what is given. */
const placed = (places: Places, offers: ReadonlyArray<Offer>, facts: WishFacts): Wish => {
  const made = madeOf(worldOf(places, offers, facts), offers)
  const surface = (units: ReadonlyArray<Unit>): Surface =>
    surfaceOf(places, { offers, folders: foldersOf(units), texts: facts.texts ?? new Map() })
  const all = surface(made.units)
  const settled = settle(
    made.units,
    [...all.files, ...all.entries].map(({ path }) => path)
  )
  const host = surface(settled.units)
  const files = [...settled.files, ...host.files].toSorted(byPath)
  const shadows =
    facts.elsewhere === undefined ? [] : shadowNotes(places.runtime, triggersOf(files), facts.elsewhere)
  return {
    files,
    entries: host.entries.toSorted(byPlace),
    withheld: [...made.withheld, ...settled.withheld, ...host.withheld],
    notes: [...made.notes, ...host.notes, ...rootNotes(places, files), ...shadows]
  }
}

/**
 * What shall stand for a runtime: of each capability what the runtime, its own `runtimeCompat` and the selection leave, as
 * the runtime takes it. Pure and total, and whatever the order of the offers the same. Everything that is not given is in
 * `withheld` with its reason.
 */
export const wishOf = (places: Places, offers: ReadonlyArray<Offer>, facts: WishFacts = {}): Wish => {
  const selection = facts.selection ?? everything
  const sorted = offers.toSorted((a, b) => (a.id < b.id ? -1 : 1)).filter((offer) => !isEmptyOffer(offer))
  const left = sorted.map((offer) => narrowed(places, offer, selection))
  const given = left.map(({ offer }) => offer)
  const wish = placed(places, given, facts)
  return {
    ...wish,
    withheld: [
      ...left.flatMap(({ withheld }) => withheld),
      ...given.flatMap(notOfferedRows),
      ...wish.withheld
    ],
    notes: [...unknownNames(selection, sorted), ...wish.notes]
  }
}
