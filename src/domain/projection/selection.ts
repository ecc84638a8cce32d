import type { Profile } from "../ledger/runtimes.ts"
import { shown } from "../text/escape.ts"
import type { Offer } from "./offer.ts"
import { profiles, type SelectionFile } from "./selectionFile.ts"
import type { Withheld } from "./wish.ts"

/** What of capabilities a runtime is given, before what the runtime itself can take. */
export interface Selection {
  readonly profile: Profile
  /** Ids of capabilities, and names of groups of the public system. */
  readonly disabled: ReadonlySet<string>
  /** Stems of skills that are given whatever the profile. */
  readonly adds: ReadonlySet<string>
  /** Stems of skills that are not given. */
  readonly removes: ReadonlySet<string>
}

/** Everything that is active. */
export const everything: Selection = {
  profile: "full",
  disabled: new Set(),
  adds: new Set(),
  removes: new Set()
}

/** Who says which profile: the command, the runtime's selection file, the ledger. */
export interface SelectionSources {
  readonly asked?: Profile
  readonly file?: SelectionFile
  readonly recorded?: Profile
}

/** The file's profile counts before one that is asked for now, and that before the one recorded; without any it is `full`. */
export const selectionOf = ({ asked, file, recorded }: SelectionSources): Selection => ({
  profile: file?.baseProfile ?? asked ?? recorded ?? "full",
  disabled: new Set(file?.disabledClusters),
  adds: new Set(file?.explicitAdds),
  removes: new Set(file?.explicitRemoves)
})

/** An offer without what is not given, and what that is. */
export interface Narrowed {
  readonly offer: Offer
  readonly withheld: ReadonlyArray<Withheld>
}

/** Whether a capability brings anything for a host. */
export const isEmptyOffer = ({ agents, hooks, notOffered, servers, skills }: Offer): boolean =>
  [agents, hooks, notOffered, servers, skills].every((list) => list.length === 0)

/** An offer of nothing, withheld as a whole. */
export const withholdAll = (offer: Offer, reason: string): Narrowed => ({
  offer: { ...offer, skills: [], agents: [], hooks: [], servers: [], notOffered: [] },
  withheld: isEmptyOffer(offer) ? [] : [{ capability: offer.id, kind: "capability", name: offer.id, reason }]
})

/** Why a capability as a whole is not given; undefined when it is. */
const excluded = ({ id, tier }: Offer, { disabled, profile }: Selection): string | undefined => {
  if (disabled.has(id)) return "`disabledClusters` of the runtime's selection file names it"
  return profiles.indexOf(tier) > profiles.indexOf(profile)
    ? `its tier is \`${tier}\`, beyond the profile \`${profile}\``
    : undefined
}

const unique = (names: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(names)]

/** What of an excluded capability is not given, when one of its skills is. */
const restOf = ({ agents, hooks, id, servers }: Offer, reason: string): ReadonlyArray<Withheld> => {
  const rows = (kind: Withheld["kind"], names: ReadonlyArray<string>) =>
    unique(names).map((name): Withheld => ({ capability: id, kind, name, reason }))
  return [
    ...rows(
      "agent",
      agents.map(({ stem }) => stem)
    ),
    ...rows(
      "hook",
      hooks.map(({ event }) => event)
    ),
    ...rows(
      "server",
      servers.map(({ name }) => name)
    )
  ]
}

const removed = "`explicitRemoves` of the runtime's selection file names it"

/**
 * Takes out of an offer what the selection does not give: a capability beyond the profile or switched off, but for those of
 * its skills that are added one by one, and skills that are removed one by one.
 */
export const narrow = (offer: Offer, selection: Selection): Narrowed => {
  const { adds, removes } = selection
  const reason = excluded(offer, selection)
  const isAsked = (stem: string): boolean => reason === undefined || adds.has(stem)
  const isGiven = (stem: string): boolean => isAsked(stem) && !removes.has(stem)
  const skills = offer.skills.filter(({ stem }) => isGiven(stem))
  if (reason !== undefined && skills.length === 0) return withholdAll(offer, reason)
  const without = offer.skills
    .filter(({ stem }) => !isGiven(stem))
    .map(({ stem }): Withheld => ({
      capability: offer.id,
      kind: "skill",
      name: stem,
      reason: isAsked(stem) ? removed : (reason ?? removed)
    }))
  return reason === undefined
    ? { offer: { ...offer, skills }, withheld: without }
    : {
        offer: { ...offer, skills, agents: [], hooks: [], servers: [] },
        withheld: [...without, ...restOf(offer, reason)]
      }
}

/** Groups of skills that the public system has by hand. Source: runtimes facts 3.4. */
const publicClusters: ReadonlySet<string> = new Set([
  "core_loop",
  "audit_review",
  "milestone",
  "research_ideate",
  "workspace_state",
  "docs",
  "ui",
  "ai_eval",
  "ns_meta",
  "utility"
])

/** What a selection names and nobody offers, a clause for each list; groups of the public system are none of ours. */
export const unknownNames = (selection: Selection, offers: ReadonlyArray<Offer>): ReadonlyArray<string> => {
  const ids = new Set(offers.map(({ id }) => id))
  const stems = new Set(
    offers.flatMap(({ notOffered, skills }) => [
      ...skills.map(({ stem }) => stem),
      ...notOffered.filter(({ kind }) => kind === "skill").map(({ name }) => name)
    ])
  )
  const lists = [
    [
      "disabledClusters",
      [...selection.disabled].filter((name) => !ids.has(name) && !publicClusters.has(name))
    ],
    ["explicitAdds", [...selection.adds].filter((name) => !stems.has(name))],
    ["explicitRemoves", [...selection.removes].filter((name) => !stems.has(name))]
  ] as const
  return lists
    .filter(([, names]) => names.length > 0)
    .map(
      ([list, names]) =>
        shown`\`${list}\` of the runtime's selection file names what no active capability brings: ${names.toSorted().join(", ")}`
    )
}
