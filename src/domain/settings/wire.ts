import * as Result from "effect/Result"
import { readDocument, type SettingsDocument } from "./document.ts"
import type { DocumentEntry } from "./entry.ts"
import { SettingsCollision, type SettingsProblem } from "./errors.ts"
import { noWiring, sameEdit, toWire, type FileWiring, type WiredEntry } from "./FileWiring.ts"
import { putEntry } from "./put.ts"
import { bytesOf, settle, wiringOf, type Settled } from "./settle.ts"
import { claimSpots, isOpen, spotsOf, takenBy, type Spot } from "./spots.ts"
import { pointerAt } from "./tree.ts"

/** What one owner wants to stand in a file. */
export interface Wanted {
  /** Whose the entries are; unique per capability and scope. */
  readonly owner: string
  readonly entries: ReadonlyArray<DocumentEntry>
}

/** What several owners want to stand in a file, in this order. */
export interface WantedByAll {
  readonly wanted: ReadonlyArray<Wanted>
  /** `leave`: an entry that cannot stand there is left out and told, and hinders no other. */
  readonly collisions: "refuse" | "leave"
}

/** What became of one wanted entry. `foreign`: it stood there already by someone else, so it is left and not owned. */
export interface Outcome {
  readonly entry: WiredEntry
  readonly state: "added" | "unchanged" | "foreign" | "collides"
  /** RFC 6901, where it stands now; of a collision, where the other one stands. */
  readonly pointer: string
  /** Why an entry was left out, as `collides`. */
  readonly problem?: SettingsProblem
}

/** A wired document. */
export interface Wired {
  /** Undefined when there is still no file. The very bytes of the document when nothing was added. */
  readonly bytes: Uint8Array | undefined
  /** Undefined when nothing of ours is in the file. */
  readonly wiring: FileWiring | undefined
  /** In the order of the request. */
  readonly outcomes: ReadonlyArray<Outcome>
}

/** What stands where in a document, and whose it is. */
interface Seen {
  readonly settled: Settled
  readonly spots: ReadonlyArray<Spot>
  readonly claims: ReadonlyMap<WiredEntry, Spot>
}

interface Step {
  readonly settled: Settled
  readonly outcomes: ReadonlyArray<Outcome>
  /** All that is wanted. */
  readonly wanted: ReadonlyArray<WiredEntry>
  /** Good as long as nothing was put in since. */
  readonly seen?: Seen
}

const look = (settled: Settled, wanted: ReadonlyArray<WiredEntry>): Seen => {
  const spots = spotsOf(settled.reading.tree, [...settled.entries, ...wanted])
  return { settled, spots, claims: claimSpots(spots, settled.entries) }
}

const note = (step: Step, outcome: Outcome): Step => ({ ...step, outcomes: [...step.outcomes, outcome] })

const withEntry = (step: Step, entry: WiredEntry): Step => ({
  ...step,
  settled: { ...step.settled, entries: [...step.settled.entries, entry] }
})

/** Puts an entry in that stands nowhere; one of ours that went missing is replaced. */
const add = (step: Step, entry: WiredEntry): Result.Result<Step, SettingsProblem> =>
  Result.map(putEntry(step.settled.reading, entry), (put) => {
    switch (put._tag) {
      case "AlreadyThere":
        return note(step, { entry, state: "foreign", pointer: put.pointer })
      case "Collides":
        return note(step, { entry, state: "collides", pointer: put.pointer })
      case "Placed": {
        const others = step.settled.entries.filter(
          (other) => !(other.owner === entry.owner && sameEdit(other, entry))
        )
        const entries = [...others, put.entry]
        const settled = { ...step.settled, reading: put.reading, entries }
        return note({ ...step, settled }, { entry: put.entry, state: "added", pointer: "" })
      }
    }
  })

/** Decides about one entry: ours already, another owner's equal one, someone's, or to be put in. */
export const wireOne = (before: Step, entry: WiredEntry): Result.Result<Step, SettingsProblem> => {
  const { entries, reading } = before.settled
  const seen = before.seen?.settled === before.settled ? before.seen : look(before.settled, before.wanted)
  const step = { ...before, seen }
  const { claims, spots } = seen
  const twins = entries.filter((other) => sameEdit(other, entry) && claims.has(other))
  const twin = twins.find((other) => other.owner === entry.owner) ?? twins[0]
  const spot = twin === undefined ? undefined : claims.get(twin)
  if (twin !== undefined && spot !== undefined) {
    const pointer = pointerAt(reading.tree, spot.item)
    if (twin.owner === entry.owner)
      return Result.succeed(note(step, { entry: twin, state: "unchanged", pointer }))
    const shared = { ...entry, loose: twins.every((other) => other.loose) }
    return Result.succeed(note(withEntry(step, shared), { entry: shared, state: "added", pointer }))
  }
  const claimed = new Set(claims.values())
  const other = spots.find(
    (spot) =>
      !claimed.has(spot) &&
      isOpen(spot) &&
      spot.kind === entry.kind &&
      spot.place === entry.place &&
      spot.marker === entry.marker
  )
  const taken = entry.kind === "block" ? takenBy(spots, claimed, entry) : undefined
  if (other === undefined && taken !== undefined) {
    const pointer = pointerAt(reading.tree, taken.item)
    return Result.succeed(note(step, { entry, state: "collides", pointer }))
  }
  return other === undefined
    ? add(step, entry)
    : Result.succeed(note(step, { entry, state: "foreign", pointer: pointerAt(reading.tree, other.item) }))
}

const located = (outcomes: ReadonlyArray<Outcome>, wiring: FileWiring | undefined): ReadonlyArray<Outcome> =>
  outcomes.map((outcome) => {
    const { owner } = outcome.entry
    const entry = wiring?.entries.find((one) => one.owner === owner && sameEdit(one, outcome.entry))
    return entry === undefined ? outcome : { ...outcome, entry, pointer: entry.pointer }
  })

const collisionOf = (document: SettingsDocument, collisions: ReadonlyArray<Outcome>): SettingsCollision =>
  new SettingsCollision({
    file: document.file,
    names: collisions.map((outcome) => outcome.entry.place),
    pointers: collisions.map((outcome) => outcome.pointer),
    ...(collisions.every((outcome) => outcome.entry.kind === "server") ? {} : { mixed: true as const })
  })

const explained = (document: SettingsDocument, outcome: Outcome): Outcome =>
  outcome.state === "collides" && outcome.problem === undefined
    ? { ...outcome, problem: collisionOf(document, [outcome]) }
    : outcome

const finish = (document: SettingsDocument, step: Step): Wired => {
  const wiring = wiringOf(step.settled)
  const wrote = step.outcomes.some((outcome) => outcome.state === "added")
  const outcomes = located(step.outcomes, wiring).map((outcome) => explained(document, outcome))
  return { bytes: wrote ? bytesOf(step.settled) : document.bytes, wiring, outcomes }
}

const refuseCollisions = (document: SettingsDocument, step: Step): Result.Result<Step, SettingsCollision> => {
  const collisions = step.outcomes.filter((outcome) => outcome.state === "collides")
  return collisions.length > 0 ? Result.fail(collisionOf(document, collisions)) : Result.succeed(step)
}

const leaveOut = (step: Step, entry: WiredEntry): Result.Result<Step, SettingsProblem> =>
  Result.orElse(wireOne(step, entry), (problem) =>
    Result.succeed(note(step, { entry, state: "collides", pointer: "", problem }))
  )

/** Puts the entries of several owners into a settings file at once; otherwise like `wire`. */
export const wireAll = (
  document: SettingsDocument,
  wiring: FileWiring | undefined,
  { collisions, wanted }: WantedByAll
): Result.Result<Wired, SettingsProblem> =>
  Result.flatMap(readDocument(document), (reading) => {
    const all = wanted.flatMap(({ entries, owner }) => entries.map((entry) => toWire(owner, entry)))
    const first: Result.Result<Step, SettingsProblem> = Result.succeed({
      settled: settle(reading, wiring ?? noWiring),
      outcomes: [],
      wanted: all
    })
    const put = collisions === "leave" ? leaveOut : wireOne
    const last = all.reduce((step, entry) => Result.flatMap(step, (current) => put(current, entry)), first)
    const judged =
      collisions === "leave" ? last : Result.flatMap(last, (step) => refuseCollisions(document, step))
    return Result.map(judged, (step) => finish(document, step))
  })

/**
 * Puts an owner's entries into a settings file, every other byte as it was. Idempotent: what stands there is left. An
 * entry of ours that someone removed is put back, so ask first. A marker that someone else's entry has already is left
 * and not owned; a name with another value fails the whole call with `SettingsCollision`.
 * Source: transaction.md "Foreign files"; cases U01, U03, U06.
 */
export const wire = (
  document: SettingsDocument,
  wiring: FileWiring | undefined,
  wanted: Wanted
): Result.Result<Wired, SettingsProblem> =>
  wireAll(document, wiring, { wanted: [wanted], collisions: "refuse" })
