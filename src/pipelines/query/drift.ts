import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { limits } from "../../domain/limits.ts"
import { member } from "../../domain/json/value.ts"
import { skipped } from "../../domain/query/answer.ts"
import { judgeCodebaseDrift } from "../../domain/query/codebaseDrift.ts"
import { citationsIn, judgeContextDrift } from "../../domain/query/contextDrift.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { PlanningFiles } from "../../services/PlanningFiles.ts"
import { ProjectHistory } from "../../services/ProjectHistory.ts"
import { existingOf } from "../planLint/read.ts"
import type { QueryContext } from "./context.ts"
import type { Artifact } from "./phase.ts"
import { frontOf, projectFile, readArtifact, type ReadText } from "./texts.ts"

const mapsFolder = ".planning/codebase"

const maps = Effect.gen(function* () {
  const files = yield* PlanningFiles
  const names = (yield* files.names(mapsFolder)).filter((name) => name.endsWith(".md"))
  const read = yield* Effect.forEach(names, (name) => {
    const path = `${mapsFolder}/${name}`
    return Effect.map(files.text(path), (text): ReadonlyArray<Artifact> =>
      text === undefined ? [] : [{ path, text }]
    )
  })
  return read.flat()
})

const mappedCommit = Effect.fnUntraced(function* (read: ReadonlyArray<Artifact>) {
  const fronts = yield* Effect.forEach(read, frontOf)
  const [stated] = fronts.flatMap((front) => {
    const value = member(front, "last_mapped_commit")
    return typeof value === "string" || typeof value === "number" ? [String(value)] : []
  })
  return stated
})

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" && value > 0 ? value : otherwise

/** Asks `verify.codebase-drift`. */
export const codebaseDrift = Effect.fn("query.codebaseDrift")(function* ({ valueOf }: QueryContext) {
  const history = yield* ProjectHistory
  const read = yield* maps
  const none = { drift_detected: false }
  if (read.length === 0) return skipped("There is no map of the codebase in `.planning/codebase`", none)
  const head = yield* history.head
  if (head._tag === "None") return skipped(`What is new cannot be told: ${head.reason}`, none)
  const stated = yield* mappedCommit(read)
  if (stated === undefined) return skipped("No map of the codebase says its `last_mapped_commit`", none)
  const mapped = yield* history.commit(stated)
  if (mapped === undefined) return skipped(`The repository has no commit \`${stated.slice(0, 64)}\``, none)
  const action = valueOf("workflow.drift_action").value
  return judgeCodebaseDrift({
    mapped,
    maps: read,
    before: yield* history.filesAt(mapped),
    now: yield* history.files,
    threshold: numberOf(valueOf("workflow.drift_threshold").value, 3),
    action: action === "auto-remap" ? action : "warn"
  })
})

/** The commit that a context stands for: the one that changed it last; the current one while it is not committed. */
const sinceOf = Effect.fnUntraced(function* (path: string) {
  const history = yield* ProjectHistory
  const head = yield* history.head
  if (head._tag === "None") return { since: undefined, note: head.reason }
  if (head._tag === "Unborn") return { since: undefined, note: "the repository has no commit yet" }
  const isOpen = (yield* history.uncommitted((file) => file === path)).length > 0
  const last = isOpen ? undefined : yield* history.changedLast(path)
  return last === undefined
    ? { since: head.commit, note: `\`${path}\` is not committed as it stands` }
    : { since: last, note: undefined }
})

const requirementsSince = Effect.fnUntraced(function* (since: string | undefined) {
  const history = yield* ProjectHistory
  const now = yield* projectFile("REQUIREMENTS.md")
  if (since === undefined || now === undefined) return { before: "", now: "" }
  return { before: (yield* history.textAt(since, now.path)) ?? "", now: now.text }
})

const changedSince = Effect.fnUntraced(function* (since: string | undefined, cited: ReadonlySet<string>) {
  const history = yield* ProjectHistory
  const files = yield* PlanningFiles
  if (since === undefined) return []
  const isCited = (path: string) => cited.has(path)
  const committed = (yield* history.changedSince(since)).filter(isCited)
  const paths = [...new Set([...committed, ...(yield* history.uncommitted(isCited))])]
  return yield* Effect.forEach(paths, (path, at) => {
    if (at >= limits.comparedFiles) return Effect.succeed({ path, before: undefined, now: undefined })
    const now = Effect.catchTag(files.text(path), "PlanningFileUnreadable", () => Effect.undefined)
    return Effect.map(Effect.all([history.textAt(since, path), now]), ([before, text]) => ({
      path,
      before: shortText(before),
      now: shortText(text)
    }))
  })
})

const shortText = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= limits.comparedFileBytes ? text : undefined

const gather = Effect.fnUntraced(function* (context: ReadText, action: string) {
  const history = yield* ProjectHistory
  const { project } = yield* GsdHome
  const { note, since } = yield* sinceOf(context.path)
  const cited = new Set(citationsIn(context.lines).map(({ path }) => path))
  const then = since === undefined ? undefined : yield* history.filesAt(since)
  return {
    path: context.path,
    lines: context.lines,
    since,
    note,
    existing: yield* existingOf(
      [...cited],
      Option.getOrElse(project, () => "/")
    ),
    known: then === undefined ? undefined : withFolders(then),
    changed: yield* changedSince(since, cited),
    requirements: yield* requirementsSince(since),
    action
  }
})

/** Files and every folder that they are in, with and without a `/` behind it. */
const withFolders = (files: ReadonlyArray<string>): ReadonlySet<string> => {
  const all = new Set(files)
  for (const path of files)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at)
      if (all.has(folder)) break
      all.add(folder).add(`${folder}/`)
    }
  return all
}

/** Asks `verify.context-drift`. */
export const contextDrift = Effect.fn("query.contextDrift")(function* ({ phase, valueOf }: QueryContext) {
  const context = yield* readArtifact(phase, "CONTEXT.md")
  if (context === undefined) return skipped("There is no CONTEXT.md", { drift_detected: false })
  const action = valueOf("workflow.context_drift_action").value
  return judgeContextDrift(yield* gather(context, action === "block" ? action : "warn"))
})
