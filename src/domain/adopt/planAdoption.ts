import { visible } from "../text/escape.ts"
import type { GoingFolder } from "./planFolder.ts"
import type { Kept } from "./report.ts"

/** A settings file that the public system's ledger names, as it stands. */
export type SettingsSeen =
  /** Nothing of the capability is in it. */
  | { readonly _tag: "Without"; readonly path: string }
  /** Everything that was put into it, as it was. */
  | { readonly _tag: "Whole"; readonly path: string }
  /** It is not touched. */
  | ({ readonly _tag: "Left" } & Kept)

/** The folder of a capability as a whole. */
export type FolderSeen =
  | ({ readonly _tag: "Goes" } & Pick<GoingFolder, "going" | "directories">)
  | { readonly _tag: "Stays"; readonly reason: string }
  /** In a project, where gsd keeps a vendored capability too. */
  | { readonly _tag: "Shared" }

/** What an adoption is planned on. */
export interface AdoptionFacts {
  /** Path of the folder. */
  readonly folder: string
  readonly seen: FolderSeen
  readonly settings: ReadonlyArray<SettingsSeen>
}

/** What an adoption does beside the install. */
export interface AdoptionPlan {
  /** Settings files in which ours take the place of the public ones. */
  readonly wire: ReadonlyArray<string>
  /** The folder of the capability, when it goes. */
  readonly going: ReadonlyArray<GoingFolder>
  readonly kept: ReadonlyArray<Kept>
  readonly notes: ReadonlyArray<string>
}

const isLeft = (one: SettingsSeen): one is Extract<SettingsSeen, { readonly _tag: "Left" }> =>
  one._tag === "Left"

const stayingBecause = ({ seen, settings }: AdoptionFacts): string | undefined => {
  if (seen._tag === "Shared") return undefined
  if (settings.some(isLeft)) return "settings files that were left still start what is in it"
  return seen._tag === "Stays" ? seen.reason : undefined
}

const withoutNote = (path: string): string =>
  `\`${visible(path)}\` holds nothing of it any more, so nothing is put there`

/** Decides what of the public system's goes: the folder only when nothing that stays starts anything in it. */
export const planAdoption = (facts: AdoptionFacts): AdoptionPlan => {
  const { folder, seen, settings } = facts
  const reason = stayingBecause(facts)
  const left = settings.filter(isLeft).map(({ path, reason: why }) => ({ path, reason: why }))
  return {
    wire: settings.flatMap(({ _tag, path }) => (_tag === "Whole" ? [path] : [])),
    going:
      seen._tag === "Goes" && reason === undefined
        ? [{ folder, going: seen.going, directories: seen.directories }]
        : [],
    kept: [...left, ...(reason === undefined ? [] : [{ path: folder, reason }])],
    notes: settings.flatMap(({ _tag, path }) => (_tag === "Without" ? [withoutNote(path)] : []))
  }
}

/** What is said before the question, and in the receipt. */
export const adoptionNotes = (
  { folder, ledger }: { readonly folder: string; readonly ledger: string },
  gone: ReadonlyArray<string>
): ReadonlyArray<string> => [
  `its bytes came from \`${folder}\`; its source was not asked`,
  `its entry in \`${ledger}\` goes${gone.map((path) => `, and \`${path}\``).join("")}`
]
