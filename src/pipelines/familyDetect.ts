import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { knownMembers, type BackendProgram, type BundledFacts } from "../domain/family/bundled.ts"
import {
  detectionSummary,
  freshnessOf,
  memberMarker,
  readinessOf,
  stampVersion,
  stateOf,
  type DetectedBackend,
  type DetectedMember,
  type Detection,
  type FoundBy,
  type JudgedState
} from "../domain/family/detect.ts"
import { absoluteFrom, resolveDetectDir } from "../domain/family/directories.ts"
import { bundledLatest, readLatest, type LatestVersions } from "../domain/family/latest.ts"
import { memberKinds } from "../domain/family/manifest.ts"
import { LatestInvalid, LatestMissing } from "../domain/family/refusals.ts"
import type { LocatedMember } from "../domain/family/sources.ts"
import { Environment } from "../services/Environment.ts"
import { FamilyFiles } from "../services/FamilyFiles.ts"
import { membersHere, type MemberPlace, type MembersHere, type OtherMember } from "./family/members.ts"
import { filePresence, programPresence } from "./family/programs.ts"

/** What is to be looked at. */
export interface DetectRequested {
  /** Folders of members besides the known ones. */
  readonly members: ReadonlyArray<string>
  /** Root of the project; the working directory when left out. */
  readonly cwd?: string
  /** File of declared versions. */
  readonly latest?: string
}

const latestVersions = Effect.fnUntraced(function* (path: string | undefined) {
  if (path === undefined) return bundledLatest
  const { workingDirectory } = yield* Environment
  const files = yield* FamilyFiles
  const bytes = yield* files.bytes(absoluteFrom(workingDirectory, path))
  if (bytes === undefined) return yield* new LatestMissing({ path })
  const read = readLatest(bytes)
  return Result.isSuccess(read) ? read.success : yield* new LatestInvalid({ path, problem: read.failure })
})

const versionsOf = (name: string | null, installed: string | null, latest: LatestVersions) => {
  const declared = name === null ? null : (latest.get(name) ?? null)
  return { version: installed, latest: declared, freshness: freshnessOf(installed, declared) }
}

const installedVersion = ({ state }: JudgedState, version: string | undefined): string | null =>
  state === "installed" ? (version ?? null) : null

const knownPlace = Effect.fnUntraced(function* (place: MemberPlace, latest: LatestVersions) {
  const { folder, judged, known } = place
  const { variables } = yield* Environment
  const files = yield* FamilyFiles
  const marker = judged === undefined ? yield* files.state(`${folder}/${memberMarker}`) : undefined
  const state = stateOf(
    {
      report: judged?.report,
      manifest: judged?.manifest,
      marker: marker === "program" ? "file" : marker
    },
    known
  )
  const foundBy: FoundBy = (variables.get(known.env) ?? "") === "" ? "default" : "env"
  return {
    name: known.name,
    kind: known.kind,
    ...state,
    folder,
    foundBy,
    variable: known.env,
    ...versionsOf(known.name, installedVersion(state, judged?.manifest?.version), latest)
  } satisfies DetectedMember
})

const otherPlace = ({ folder, given, judged }: OtherMember, latest: LatestVersions): DetectedMember => {
  const state = stateOf({ report: judged.report, manifest: judged.manifest, marker: undefined })
  const { kind, name } = judged.report
  return {
    name,
    kind: memberKinds.find((one) => one === kind) ?? null,
    ...state,
    folder,
    foundBy: given ? "given" : "beside",
    variable: null,
    ...versionsOf(name, installedVersion(state, judged.manifest?.version), latest)
  }
}

const presences = (commands: ReadonlyArray<string>) =>
  Effect.forEach([...new Set(commands)], (command) =>
    Effect.map(programPresence(command), (presence) => ({ command, presence }))
  )

const credentialsOf = Effect.fnUntraced(function* ({ credential }: BackendProgram) {
  const { home, variables, workingDirectory } = yield* Environment
  const folder = resolveDetectDir({ ...credential, environment: Object.fromEntries(variables), home })
  const file = `${absoluteFrom(workingDirectory, folder ?? credential.default)}/${credential.file}`
  return { file, presence: yield* filePresence(file) }
})

const backendOf = Effect.fnUntraced(function* (
  name: string,
  program: BackendProgram | undefined,
  about: { readonly isInstalled: boolean; readonly commands: ReadonlyArray<string> }
) {
  const cli =
    program === undefined ? null : { command: program.cli, presence: yield* programPresence(program.cli) }
  const credentials = program === undefined ? null : yield* credentialsOf(program)
  const wrappers = yield* presences(about.commands)
  const readiness = readinessOf({
    isInstalled: about.isInstalled,
    cli: cli?.presence,
    credentials: credentials?.presence,
    wrappers: wrappers.map(({ presence }) => presence)
  })
  return { name, readiness, cli, credentials, wrappers } satisfies DetectedBackend
})

const commandsOf = ({ member }: LocatedMember): ReadonlyArray<string> =>
  [...member.roles.values()].map(({ cmd }) => cmd)

const knownBackend = (facts: BundledFacts, members: ReadonlyArray<LocatedMember>) => {
  const here = members.find(
    ({ member, trust }) => trust === "installed" && member.available && member.name === facts.name
  )
  const commands = here === undefined ? Object.values(facts.commands) : commandsOf(here)
  return backendOf(facts.name, facts.backend, { isInstalled: here !== undefined, commands })
}

const backendsOf = ({ members }: MembersHere) =>
  Effect.all([
    ...knownMembers
      .filter(({ kind }) => kind === "execution-backend")
      .map((facts) => knownBackend(facts, members)),
    ...members
      .filter(({ member, trust }) => trust === "third-party" && member.available)
      .filter(({ member }) => member.kind === "execution-backend")
      .map((one) => backendOf(one.member.name, undefined, { isInstalled: true, commands: commandsOf(one) }))
  ])

/** Stamps that members leave in a project, by member. */
const stampsOf = (members: ReadonlyArray<LocatedMember>): ReadonlyArray<readonly [string, string]> => {
  const real = members.filter(({ member }) => member.available)
  const own = real.flatMap(({ member }) => {
    const file = member.detect.deployed?.file ?? ""
    return file === "" ? [] : [[member.name, file] as const]
  })
  const taken = new Set(real.map(({ member }) => member.name))
  const bundled = knownMembers.flatMap(({ name, stamp }) =>
    stamp === undefined || taken.has(name) ? [] : [[name, stamp] as const]
  )
  return [...own, ...bundled]
}

const projectOf = Effect.fnUntraced(function* (directory: string, members: ReadonlyArray<LocatedMember>) {
  const files = yield* FamilyFiles
  const looked = yield* Effect.forEach(
    stampsOf(members),
    Effect.fnUntraced(function* ([name, file]) {
      const path = absoluteFrom(directory, file)
      const bytes = yield* Effect.orElseSucceed(files.bytes(path), () => undefined)
      const version = stampVersion(bytes)
      return { isThere: (yield* files.state(path)) !== "absent", stamp: { name, file, version } }
    })
  )
  const docs = yield* Effect.orElseSucceed(
    files.folders(`${directory}/docs`),
    (): ReadonlyArray<string> => []
  )
  return {
    directory,
    deployed: docs.includes("ai") || looked.some(({ isThere }) => isThere),
    stamps: looked.map(({ stamp }) => stamp)
  }
})

/**
 * Says which members are installed, what their backends lack and what a project holds of them. Nothing is run. Fails when
 * the file of declared versions cannot be used.
 */
export const familyDetect = Effect.fn("familyDetect")(function* (request: DetectRequested) {
  const { workingDirectory } = yield* Environment
  const latest = yield* latestVersions(request.latest)
  const here = yield* membersHere(request.members)
  const known = yield* Effect.forEach(here.places, (place) => knownPlace(place, latest))
  const members = [...known, ...here.others.map((other) => otherPlace(other, latest))]
  return {
    members,
    backends: yield* backendsOf(here),
    project: yield* projectOf(absoluteFrom(workingDirectory, request.cwd ?? "."), here.members),
    summary: detectionSummary(members),
    warnings: here.warnings
  } satisfies Detection
})
