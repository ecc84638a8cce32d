import * as Result from "effect/Result"
import type { RecordedFile } from "../../../src/domain/ledger/runtimes.ts"
import { sha512Hex } from "../../../src/domain/hash.ts"
import { parentOf } from "../../../src/domain/paths.ts"
import type { Looked } from "../../../src/domain/project/looked.ts"
import type { Offer, OfferedFile } from "../../../src/domain/projection/offer.ts"
import type { Places } from "../../../src/domain/projection/places.ts"
import { planProjection, type ProjectionPlan } from "../../../src/domain/projection/planProjection.ts"
import { pathsOf, type ProjectionFacts } from "../../../src/domain/projection/projectionFacts.ts"
import type { Wish } from "../../../src/domain/projection/wish.ts"
import type { Runtime } from "../../../src/domain/runtime/choose.ts"
import { resolveHome, type HomePart, type HomeScope } from "../../../src/domain/runtime/home.ts"
import { home, named, offerOf } from "./surface/build.ts"

const encoder = new TextEncoder()

export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

export const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)

/** Everything of a runtime in a scope when nothing is set and nothing is there; undefined where its host has no folder. */
export const placesIn = (
  runtime: Runtime | string,
  scope: HomeScope = { kind: "global" }
): Places | undefined => {
  const chosen = typeof runtime === "string" ? named(runtime) : runtime
  const facts = { platform: "linux", home, variables: new Map() }
  const pathAt = (part: HomePart): string | null =>
    Result.getOrThrow(resolveHome({ runtime: chosen, scope, part }, facts, () => false)).path
  const [config, hooks] = [pathAt("config"), pathAt("hooks")]
  if (config === null || hooks === null) return undefined
  const layout = chosen.body.artifactLayout[scope.kind === "global" ? "global" : "local"]
  const artifacts = layout.map((artifact) => ({ artifact, path: pathAt({ artifact }) ?? config }))
  return { runtime: chosen, scope, home, config, hooks, artifacts }
}

/** The same, of a runtime that is known to have a folder. */
export const placesFor = (runtime: Runtime | string, scope?: HomeScope): Places => {
  const places = placesIn(runtime, scope)
  if (places === undefined)
    throw new Error(`no folder for ${typeof runtime === "string" ? runtime : runtime.id}`)
  return places
}

export const file = (path: string, text: string, executable = false): OfferedFile => ({
  path,
  bytes: bytesOf(text),
  executable
})

/** A skill with a text of its own and what else is in its folder. */
export const skill = (stem: string, ...further: ReadonlyArray<OfferedFile>): Offer["skills"][number] => ({
  stem,
  folder: `/store/${stem}`,
  files: [file("SKILL.md", `---\nname: ${stem}\ndescription: Does ${stem}\n---\nDo ${stem}.\n`), ...further]
})

export const agent = (stem: string): Offer["agents"][number] => ({
  stem,
  bytes: bytesOf(`---\nname: ${stem}\ndescription: Knows ${stem}\ntools: Read\n---\nBe ${stem}.\n`)
})

/** Two skills, one with all that a skill may hold, and an agent. */
export const demo: Offer = offerOf("demo", {
  skills: [
    skill("map", file("references/terms.md", "Terms\n"), file("scripts/map.sh", "#!/bin/sh\n", true)),
    skill("ship")
  ],
  agents: [agent("gsd-mapper")]
})

interface Node {
  readonly bytes: Uint8Array
  readonly mode: number
}

/** A disk as it is planned on: files by path, and the directories that there are. */
export interface Disk {
  readonly files: ReadonlyMap<string, Node>
  readonly directories: ReadonlySet<string>
}

export const emptyDisk: Disk = { files: new Map(), directories: new Set(["/", home.slice(0, 5), home]) }

const missingAbove = (disk: Disk, path: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = parentOf(path); !disk.directories.has(at); at = parentOf(at)) found.unshift(at)
  return found
}

/** A disk with one file more, or with other bytes in it. */
export const written = (disk: Disk, path: string, text: string, mode = 0o644): Disk => ({
  files: new Map(disk.files).set(path, { bytes: bytesOf(text), mode }),
  directories: new Set([...disk.directories, ...missingAbove(disk, path)])
})

export const deleted = (disk: Disk, path: string): Disk => ({
  ...disk,
  files: new Map([...disk.files].filter(([name]) => name !== path))
})

/** What stands at a path, as a layer looks. */
export const look = (disk: Disk, path: string): Looked => {
  const node = disk.files.get(path)
  const missing = missingAbove(disk, path)
  const blocker = missing.find((directory) => disk.files.has(directory))
  if (blocker !== undefined) return { _tag: "Blocked", path, at: blocker, reason: "it is a file" }
  if (disk.directories.has(path)) return { _tag: "Blocked", path, at: path, reason: "it is a folder" }
  return {
    _tag: "Plain",
    path,
    target: {
      path,
      bytes: node?.bytes,
      mode: node?.mode ?? 0o600,
      uid: node === undefined ? -1 : 1000,
      gid: node === undefined ? -1 : 1000,
      directory: missing.length > 0 ? "" : "1:1"
    },
    state: node === undefined ? "absent" : sha512Hex(node.bytes),
    missing
  }
}

/** What a ledger records of a runtime. */
export interface Record {
  readonly recorded: ReadonlyArray<RecordedFile>
  readonly directories: ReadonlyArray<string>
}

export const noRecord: Record = { recorded: [], directories: [] }

type More = Pick<ProjectionFacts, "claims" | "madeForOthers" | "madeBeside">

export const planOn = (
  disk: Disk,
  record: Record,
  ask: { readonly wish: Wish | undefined; readonly places: Places } & More
): ProjectionPlan => {
  const facts = { ...ask, ...record }
  return planProjection({ ...facts, looked: new Map(pathsOf(facts).map((path) => [path, look(disk, path)])) })
}

const isEmptied = (disk: Disk, directory: string): boolean =>
  ![...disk.files.keys(), ...disk.directories].some((path) => path.startsWith(`${directory}/`))

/** Does what a transaction does with a plan. Fails where one would: on a file that is another one than planned. */
export const carriedOut = (disk: Disk, plan: ProjectionPlan): Disk => {
  const files = new Map(disk.files)
  const directories = new Set([...disk.directories, ...plan.dirsCreated])
  for (const { after, row } of plan.files) {
    const before = files.get(row.path)
    if ((before === undefined ? "absent" : sha512Hex(before.bytes)) !== row.before)
      throw new Error(`planned on other bytes: ${row.path}`)
    if (!directories.has(parentOf(row.path))) throw new Error(`no folder for ${row.path}`)
    if (after === undefined) files.delete(row.path)
    else files.set(row.path, { bytes: after, mode: row.mode })
  }
  for (const directory of (plan.dirsRemoved ?? []).toReversed())
    if (isEmptied({ files, directories }, directory)) directories.delete(directory)
  return { files, directories }
}

/** A disk as text, for comparing. */
export const shownDisk = ({ directories, files }: Disk): ReadonlyArray<string> =>
  [
    ...[...directories].map((path) => `${path}/`),
    ...[...files].map(
      ([path, { bytes, mode }]) => `${path} ${mode.toString(8)} ${sha512Hex(bytes).slice(0, 12)}`
    )
  ].toSorted()
