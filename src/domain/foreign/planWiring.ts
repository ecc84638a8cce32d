import * as Result from "effect/Result"
import { sha512Hex } from "../hash.ts"
import type { Wired } from "../install/receipt.ts"
import type { WireEntry } from "../settings/entry.ts"
import type { SettingsDocument } from "../settings/document.ts"
import type { SettingsProblem } from "../settings/errors.ts"
import { withElsewhere, withoutElsewhere } from "../settings/elsewhere.ts"
import { sameEdit, type FileWiring } from "../settings/FileWiring.ts"
import { unwire, type Left } from "../settings/unwire.ts"
import { wire, type Outcome } from "../settings/wire.ts"
import type { PlannedFile } from "../transaction/change.ts"
import { absent } from "../transaction/journal.ts"
import type { Target } from "./target.ts"

/** What shall stand in a file for one owner; nothing for an owner that goes. */
export interface WiringWish {
  readonly owner: string
  readonly entries: ReadonlyArray<WireEntry>
  /** What ledgers of other scopes record of the file. */
  readonly elsewhere?: ReadonlyArray<FileWiring>
}

/** A planned edit of one settings file, and what it does to each entry. */
export interface PlannedWiring {
  readonly file: PlannedFile
  readonly outcomes: ReadonlyArray<Outcome>
  /** Entries that were to go and were not found. */
  readonly left: ReadonlyArray<Left>
}

/** Plans the edit of one settings file, on its bytes and what is recorded of it. */
export type PlanFile = (
  target: Target,
  old: FileWiring | undefined,
  wish: WiringWish
) => Result.Result<PlannedWiring, SettingsProblem>

const stateOf = (bytes: Uint8Array | undefined): string => (bytes === undefined ? absent : sha512Hex(bytes))

/** The journal row of an edit, with the bytes before and after it. */
export const plannedFile = (
  target: Target,
  old: FileWiring | undefined,
  next: { readonly bytes: Uint8Array | undefined; readonly wiring: FileWiring | undefined }
): PlannedFile => {
  const now = withoutElsewhere(next.wiring)
  return {
    row: {
      path: target.path,
      directory: target.directory,
      before: stateOf(target.bytes),
      after: stateOf(next.bytes),
      mode: target.mode,
      uid: target.uid,
      gid: target.gid,
      wiring: {
        ...(old === undefined ? {} : { old }),
        ...(now === undefined ? {} : { now })
      }
    },
    before: target.bytes,
    after: next.bytes
  }
}

/** What every wished entry is when all of them stand where the record says, and nothing else of the owner's does. */
const standing = (
  document: SettingsDocument,
  old: FileWiring,
  wish: WiringWish
): ReadonlyArray<Outcome> | undefined => {
  const wired = wire(document, old, wish)
  if (Result.isFailure(wired)) return undefined
  const { outcomes } = wired.success
  const owned = old.entries.filter((entry) => entry.owner === wish.owner)
  const isWished = owned.every((entry) => outcomes.some((outcome) => sameEdit(outcome.entry, entry)))
  return isWished && outcomes.every((outcome) => outcome.state === "unchanged") ? outcomes : undefined
}

/**
 * Plans the edit after which exactly the wished entries of an owner stand in a file: the owner's old ones are cut and
 * the new ones put in, every other byte as it was; when they stand there already, nothing is moved. A file that cannot be read is left when nothing is wished, and fails
 * the plan otherwise.
 */
export const planWiring = (
  target: Target,
  old: FileWiring | undefined,
  wish: WiringWish
): Result.Result<PlannedWiring, SettingsProblem> => {
  const document = { file: target.path, bytes: target.bytes, strict: false }
  const known = withElsewhere(old, wish.elsewhere ?? [])
  const bare =
    known === undefined
      ? { bytes: target.bytes, wiring: undefined, left: [] }
      : unwire(document, known, { owner: wish.owner })
  const again: NonNullable<PlannedFile["again"]> = (bytes) =>
    Result.map(planWiring({ ...target, bytes }, old, wish), (planned) => planned.file)
  if (wish.entries.length === 0) {
    const file = { ...plannedFile(target, old, bare), again }
    return Result.succeed({ file, outcomes: [], left: bare.left })
  }
  const outcomes = known === undefined ? undefined : standing(document, known, wish)
  if (outcomes !== undefined) {
    const file = { ...plannedFile(target, old, { bytes: target.bytes, wiring: old }), again }
    return Result.succeed({ file, outcomes, left: [] })
  }
  return Result.map(wire({ ...document, bytes: bare.bytes }, bare.wiring, wish), (wired) => ({
    file: { ...plannedFile(target, old, wired), again },
    outcomes: wired.outcomes,
    left: bare.left.filter((one) => one.reason !== "missing")
  }))
}

const kinds = { hook: "hook", server: "mcp" } as const

/** The entries of a planned edit as `plan` and receipts list them; `done` once it is carried out. */
export const wiredOf = (planned: PlannedWiring, done: boolean): ReadonlyArray<Wired> =>
  planned.outcomes.map(({ entry, state, pointer }) => ({
    file: planned.file.row.path,
    pointer,
    kind: kinds[entry.kind],
    state: state === "collides" ? "collides" : done || state !== "added" ? "present" : "planned"
  }))
