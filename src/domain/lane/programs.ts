import * as Result from "effect/Result"
import { bundledProgram } from "../capability/programPath.ts"
import type { Reviewer } from "../capability/schema/reviewer.ts"
import { shown } from "../text/escape.ts"
import { notAvailable, type Availability } from "./availability.ts"
import type { Lane } from "./lane.ts"

/** Why the programs that a lane brings along are of no use. */
export type Unlocated = Extract<Availability, { readonly _tag: "Unavailable" }>

/**
 * Absolute folders of the bundles that lanes bring programs along in, by capability, or why one is of no use. Whoever
 * makes it has the bundle's bytes verified.
 */
export type BundleFolders = ReadonlyMap<string, Result.Result<string, Unlocated>>

const programsOf = ({ invoke, probe, requiresBinaries, transport }: Reviewer): ReadonlyArray<string> => [
  ...requiresBinaries,
  ...(probe.kind === "http-reachable" ? [] : [probe.binary]),
  ...(transport === "spawn" ? [invoke.binary] : [])
]

/** Tells whether a lane runs, asks or looks for a file of its own bundle. */
export const bringsPrograms = ({ reviewer }: Lane): boolean =>
  programsOf(reviewer).some((program) => bundledProgram(program) !== undefined)

/** Files of a bundle that cannot be used. */
export const unusableBundle = (problem: string): Unlocated =>
  notAvailable("bundle-unusable", shown`The lane's own program is not run: ${problem}`)

const placedIn =
  (folder: string) =>
  (program: string): string => {
    const path = bundledProgram(program)
    return path === undefined ? program : `${folder}/${path}`
  }

const reviewerIn = (reviewer: Reviewer, folder: string): Reviewer => {
  const placed = placedIn(folder)
  const { probe } = reviewer
  const common = {
    probe: probe.kind === "http-reachable" ? probe : { ...probe, binary: placed(probe.binary) },
    requiresBinaries: reviewer.requiresBinaries.map(placed)
  }
  return reviewer.transport === "spawn"
    ? { ...reviewer, ...common, invoke: { ...reviewer.invoke, binary: placed(reviewer.invoke.binary) } }
    : { ...reviewer, ...common }
}

/**
 * The lane with every program that it brings along named by its absolute path in its bundle; other names stay. A lane
 * that brings one along and has no folder is of no use: its path must never be taken from anywhere else.
 * Source: decisions 16, ADR-0017.
 */
export const locatedLane = (lane: Lane, folders: BundleFolders): Result.Result<Lane, Unlocated> => {
  if (!bringsPrograms(lane)) return Result.succeed(lane)
  const folder = folders.get(lane.capabilityId)
  if (folder === undefined) return Result.fail(unusableBundle("its folder is not known"))
  return Result.map(folder, (path) => ({ ...lane, reviewer: reviewerIn(lane.reviewer, path), folder: path }))
}
