import * as Result from "effect/Result"
import type { Collision } from "../content/collisions.ts"
import { isDropped, judgePath, pathRules, type PathProblem } from "../content/path.ts"
import { limits } from "../limits.ts"
import { BundleRefused } from "../store/errors.ts"
import type { Bounds, Excess } from "./bounds.ts"
import { judgeKind, shownPath, type TarEntry } from "./entry.ts"
import { makeNames } from "./names.ts"

/** Why an archive is not unpacked: something in it, or a bound that it passes. */
export type Objection = BundleRefused | Excess

/** Where each file of an archive goes in the bundle, by its path in the archive. */
export type Places = ReadonlyMap<string, string>

/** The entries of one archive, judged one after the other before any is written. */
export interface Survey {
  readonly add: (entry: TarEntry) => Objection | undefined
  /** The places, once all entries are in: the single top folder, if there is one, is left away. */
  readonly finish: () => Result.Result<Places, Objection>
}

const refuse = (path: string, rule: string, text: { readonly reason: string; readonly hint: string }) =>
  new BundleRefused({ path: shownPath(path), rule, ...text })

const refusePath = ({ name, path, rule }: PathProblem): BundleRefused =>
  refuse(path, rule, {
    reason: `\`${shownPath(name)}\` ${pathRules[rule]}`,
    hint: "Rename it in the capability's source; the name has to work on Linux, macOS and Windows"
  })

/** Longest path in an archive: the longest in a bundle below the longest top folder. */
const mostBytes = limits.nameBytes + 1 + limits.pathBytes

/** The first rule that a path breaks; its whole length is judged when the top folder is known. */
const judgeName = ({ isUtf8, path }: TarEntry): BundleRefused | undefined => {
  if (!isUtf8)
    return refuse(path, "not-unicode", { reason: "its path is not UTF-8", hint: "Rename it, in UTF-8" })
  const problem = judgePath(path)
  if (problem === undefined) return undefined
  const isOnlyLong = problem.rule === "path-too-long" && new TextEncoder().encode(path).length <= mostBytes
  return isOnlyLong ? undefined : refusePath(problem)
}

const collided = ({ first, second }: Collision): BundleRefused =>
  first === second
    ? refuse(second, "duplicate", {
        reason: "it is in the archive twice",
        hint: "Make the archive again from one folder"
      })
    : refuse(second, "collision", {
        reason: `\`${shownPath(first)}\` is the same name on systems that fold case or accents`,
        hint: "Rename one of the two"
      })

const topOf = (path: string): string => path.split("/", 1)[0] ?? ""

/** The folder that everything lies below; undefined when there is none. */
const singleTop = (paths: ReadonlyArray<string>): string | undefined => {
  const top = topOf(paths[0] ?? "")
  return top !== "" && paths.every((path) => path.startsWith(`${top}/`)) ? top : undefined
}

const placesOf = (
  files: ReadonlyArray<string>,
  top: string | undefined
): Result.Result<Places, BundleRefused> => {
  const places = new Map<string, string>()
  for (const path of files) {
    const place = top === undefined ? path : path.slice(top.length + 1)
    const problem = judgePath(place)
    if (problem !== undefined) return Result.fail(refusePath(problem))
    places.set(path, place)
  }
  return Result.succeed(places)
}

interface Tally {
  bytes: number
  /** Entries that bring no new name: folders named again, and what is left out. */
  idle: number
  /** The first name that is not normal. It is told last: beside another of the same letters, both are to be named. */
  notNormal: BundleRefused | undefined
}

/** A survey of one archive. Folders count as entries whether the archive names them or not; the top folder does not. */
export const makeSurvey = (bounds: Bounds): Survey => {
  const names = makeNames()
  const files: Array<string> = []
  const tally: Tally = { bytes: 0, idle: 0, notNormal: undefined }
  const excess = (): Excess | undefined => {
    if (tally.bytes > bounds.bytes) return "size"
    if (names.length() > bounds.namesBytes) return "names"
    return Math.max(names.count() - 1, tally.idle) > bounds.entries ? "entries" : undefined
  }
  const place = (entry: TarEntry): BundleRefused | undefined => {
    const isFile = entry.kind === "file"
    const before = names.count()
    const isLeftOut = entry.path === "" || isDropped(entry.path)
    const collision = isLeftOut ? undefined : names.take({ path: entry.path, isFile })
    if (collision !== undefined) return collided(collision)
    if (isFile && !isLeftOut) files.push(entry.path)
    if (names.count() === before) tally.idle += 1
    return undefined
  }
  return {
    add: (entry) => {
      tally.bytes += entry.size
      const isRoot = entry.kind === "directory" && entry.path === ""
      const misnamed = isRoot ? undefined : judgeName(entry)
      const waits = misnamed?.rule === "not-nfc"
      if (waits) tally.notNormal ??= misnamed
      return judgeKind(entry) ?? (waits ? undefined : misnamed) ?? place(entry) ?? excess()
    },
    finish: () => {
      if (tally.notNormal !== undefined) return Result.fail(tally.notNormal)
      const top = singleTop(files)
      const count = names.count() - (top === undefined ? 0 : 1)
      return count > bounds.entries ? Result.fail("entries") : placesOf(files, top)
    }
  }
}
