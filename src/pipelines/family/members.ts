import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { own } from "../../domain/capability/raw.ts"
import { knownMembers, type KnownMember } from "../../domain/family/bundled.ts"
import { absoluteFrom, resolveDetectDir } from "../../domain/family/directories.ts"
import { familyText } from "../../domain/family/judge.ts"
import { memberOf } from "../../domain/family/memberOf.ts"
import type { LocatedMember } from "../../domain/family/sources.ts"
import { limits } from "../../domain/limits.ts"
import { parentOf } from "../../domain/paths.ts"
import { Environment } from "../../services/Environment.ts"
import { FamilyFiles } from "../../services/FamilyFiles.ts"
import { judgeMember, type JudgedMember } from "./judgeMember.ts"

/** A known member's place, and what lies there. */
export interface MemberPlace {
  readonly known: KnownMember
  /** Absolute. */
  readonly folder: string
  /** Undefined when no manifest is there. */
  readonly judged: JudgedMember | undefined
}

/** A folder that claims to hold a member, and is no known member's place. */
export interface OtherMember {
  /** Absolute. */
  readonly folder: string
  /** Named on the command line, not only found. */
  readonly given: boolean
  readonly judged: JudgedMember
}

/** The members of this machine. */
export interface MembersHere {
  /** One of each known member, in the order of `knownMembers`. */
  readonly places: ReadonlyArray<MemberPlace>
  /** Valid or not: those given first, in their order, then those found beside the known ones, ascending. */
  readonly others: ReadonlyArray<OtherMember>
  /** Valid ones, each name once: the known places first, then the others in their order. Placeholders count. */
  readonly members: ReadonlyArray<LocatedMember>
  /** Sentences about what was passed over; raw values may be in them. */
  readonly warnings: ReadonlyArray<string>
}

const judgedAt = Effect.fnUntraced(function* (folder: string) {
  const judged = yield* judgeMember(folder)
  return judged.report.findings.some(({ code }) => code === "manifest.missing") ? undefined : judged
})

/** Whether a folder holds a manifest that names the family; manifests of other kinds lie beside them too. */
const claims = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FamilyFiles
  const bytes = yield* Effect.orElseSucceed(files.bytes(`${folder}/capability.json`), () => undefined)
  const text = bytes === undefined ? undefined : familyText(bytes)
  return (
    text !== undefined && Result.isSuccess(text) && own(text.success.value, "family") === "agent-workflow"
  )
})

/** Folders below a parent that claim to hold a member, with what kept some from being looked at. */
const besides = Effect.fnUntraced(function* (parent: string) {
  const files = yield* FamilyFiles
  const names = yield* Effect.result(files.folders(parent))
  if (Result.isFailure(names)) return { folders: [], warnings: [names.failure.message] }
  const most = limits.familyFolders
  const folders = names.success.slice(0, most).map((name) => `${parent === "/" ? "" : parent}/${name}`)
  const claimed = yield* Effect.filter(folders, claims, { concurrency: 16 })
  const warnings =
    names.success.length > most
      ? [`\`${parent}\` holds ${names.success.length} folders; the first ${most} were looked at`]
      : []
  return { folders: claimed, warnings }
})

const placesHere = Effect.gen(function* () {
  const { home, variables, workingDirectory } = yield* Environment
  const environment = Object.fromEntries(variables)
  return knownMembers.map((known) => {
    const found = resolveDetectDir({ env: known.env, default: known.default, environment, home })
    return { known, folder: absoluteFrom(workingDirectory, found ?? known.default) }
  })
})

const locatedIn = ({ judged, known, folder }: MemberPlace): ReadonlyArray<LocatedMember> => {
  if (judged?.report.result !== "valid" || judged.manifest === undefined) return []
  const member = memberOf(judged.manifest)
  const trust = member.name === known.name && member.kind === known.kind ? "installed" : "third-party"
  return [{ folder, trust, member }]
}

const locatedBeside = ({ folder, judged }: OtherMember): ReadonlyArray<LocatedMember> =>
  judged.report.result === "valid" && judged.manifest !== undefined
    ? [{ folder, trust: "third-party", member: memberOf(judged.manifest) }]
    : []

/** Each name once, the first counts. */
const firstOfName = (all: ReadonlyArray<LocatedMember>) => {
  const byName = new Map<string, LocatedMember>()
  const warnings: Array<string> = []
  for (const one of all) {
    const first = byName.get(one.member.name)
    if (first === undefined) byName.set(one.member.name, one)
    else
      warnings.push(
        `\`${one.member.name}\` lies in \`${first.folder}\` and in \`${one.folder}\`; the first counts`
      )
  }
  return { members: [...byName.values()], warnings }
}

const judgedOthers = (folders: ReadonlyArray<string>, given: boolean) =>
  Effect.forEach(
    folders,
    (folder) => Effect.map(judgeMember(folder), (judged) => ({ folder, given, judged })),
    { concurrency: 8 }
  )

/** What lies elsewhere than at the known places. */
const othersHere = Effect.fnUntraced(function* (taken: ReadonlySet<string>, given: ReadonlyArray<string>) {
  const { workingDirectory } = yield* Environment
  const named = [...new Set(given.map((folder) => absoluteFrom(workingDirectory, folder)))]
  const looked = yield* Effect.forEach(new Set([...taken].map(parentOf)), besides)
  const found = [...new Set(looked.flatMap(({ folders }) => folders))].toSorted()
  const others = [
    ...(yield* judgedOthers(
      named.filter((folder) => !taken.has(folder)),
      true
    )),
    ...(yield* judgedOthers(
      found.filter((folder) => !taken.has(folder) && !named.includes(folder)),
      false
    ))
  ]
  return { others, warnings: looked.flatMap(({ warnings }) => warnings) }
})

/**
 * Finds the members of this machine: the known ones at their places, those that `given` folders hold, and those beside
 * the known ones. Never fails: what cannot be looked at is judged invalid or told as a warning.
 */
export const membersHere = Effect.fn("membersHere")(function* (given: ReadonlyArray<string>) {
  const known = yield* placesHere
  const places = yield* Effect.forEach(
    known,
    (place) => Effect.map(judgedAt(place.folder), (judged) => ({ ...place, judged })),
    { concurrency: 8 }
  )
  const { others, warnings } = yield* othersHere(new Set(known.map(({ folder }) => folder)), given)
  const chosen = firstOfName([...places.flatMap(locatedIn), ...others.flatMap(locatedBeside)])
  return {
    places,
    others,
    members: chosen.members,
    warnings: [...warnings, ...chosen.warnings]
  } satisfies MembersHere
})
