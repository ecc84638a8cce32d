import * as Option from "effect/Option"
import type { Overlay } from "../../domain/overlay/overlay.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { builtInIds, builtInManifests } from "../../domain/registry/builtIn.ts"
import type { RegistryMember } from "../../domain/registry/Registry.ts"
import { decodeManifest } from "./members.ts"
import type { SwitchedOff } from "./switchedOff.ts"

const decodeMembers = (): ReadonlyArray<RegistryMember> =>
  builtInManifests().flatMap(({ id, raw }) =>
    Option.match(decodeManifest(raw), {
      onNone: () => [],
      onSome: (manifest) => [{ id, origin: "first-party", manifest }]
    })
  )

let members: ReadonlyArray<RegistryMember> | undefined

/** Capabilities that the product brings along, ascending by id; decoded once in a process. */
export const firstPartyMembers = (): ReadonlyArray<RegistryMember> => (members ??= decodeMembers())

/** Whether the product brings along a capability of this id. */
export const isFirstParty = (id: string): boolean => builtInIds.has(id)

/** What is said of one that is switched off. */
export const offSentence = "it is disabled"

/** The row of one, as a list of the scope shows it. */
export const firstPartyRow = (
  { id, manifest }: RegistryMember,
  scope: LedgerScope,
  standing: Pick<Overlay, "status" | "reason" | "note">
): Overlay => ({
  id,
  role: manifest.role,
  version: manifest.version,
  tier: manifest.tier,
  origin: "first-party",
  scope: scope.kind,
  source: "gsd",
  ...standing,
  wired: []
})

/** Where it is switched off, when that is not the scope that is looked at. */
export const offNote = (
  scope: LedgerScope,
  where: ReadonlyArray<LedgerScope["kind"]>
): { readonly note?: string } =>
  scope.kind === "project" && where.includes("global")
    ? { note: "it is switched off in global scope, for every project" }
    : {}

/** Rows of those that are switched off in a scope, ascending by id. */
export const switchedOffRows = (scope: LedgerScope, off: SwitchedOff): ReadonlyArray<Overlay> =>
  firstPartyMembers().flatMap((member) => {
    const where = off.get(member.id)
    return where === undefined
      ? []
      : [firstPartyRow(member, scope, { status: "inactive", reason: offSentence, ...offNote(scope, where) })]
  })
