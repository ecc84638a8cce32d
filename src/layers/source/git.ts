import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { inHashOrder } from "../../domain/content/contentHash.ts"
import { chooseRef, chooseVersion, type Objection } from "../../domain/git/choose.ts"
import { readTree } from "../../domain/git/tree.ts"
import { limits } from "../../domain/limits.ts"
import { canonicalOf, hostOf } from "../../domain/source/canonical.ts"
import { SourceNotFound, SourceRefused, SourceUnreachable } from "../../domain/source/errors.ts"
import type { GitRepository } from "../../domain/source/source.ts"
import { Durable } from "../../services/Durable.ts"
import { Progress } from "../../services/Progress.ts"
import type { Fetched, ResolvedSource, SourceWish } from "../../services/SourceResolver.ts"
import type { Adapter, Wanted } from "./adapter.ts"
import { copyFiles } from "./git/copy.ts"
import { judgeTree } from "./git/judgeTree.ts"
import { obtain } from "./git/obtain.ts"
import { peek } from "./git/peek.ts"
import { failureOf, isGood, runGit } from "./git/run.ts"
import { findWay } from "./git/way.ts"

const commitForm = /^[0-9a-f]{40}$/u

const refused = (source: GitRepository, { hint, kind, reason }: Objection) =>
  kind === "ambiguous"
    ? new SourceRefused({ source: canonicalOf(source), rule: "ambiguous-ref", reason, hint })
    : new SourceNotFound({ source: canonicalOf(source), reason, hint })

/** The ref that a source names; a bare one may be either, which only its server knows. */
const refOf = ({ wanted }: GitRepository): { readonly ref?: string } => {
  if (wanted._tag === "Tag") return { ref: `refs/tags/${wanted.name}` }
  return wanted._tag === "Branch" ? { ref: `refs/heads/${wanted.name}` } : {}
}

/** A source of which the commit is known, so that nobody has to be asked. */
const known = (source: GitRepository, commit: string): ResolvedSource => ({
  source,
  canonical: canonicalOf(source),
  resolved: commit,
  ...refOf(source)
})

const notesFor = (source: GitRepository): ReadonlyArray<string> => [
  `via proxy: it looks \`${hostOf(source) ?? ""}\` up itself, so no address of it was checked`
]

/** Asks the repository; a wish for a version is a tag's, and leaves what the source says as it is. */
const asked = Effect.fnUntraced(function* (source: GitRepository, version: string | undefined) {
  const { refs, route } = yield* peek(source, version === undefined ? source.wanted._tag : "Tag")
  const choice = version === undefined ? chooseRef(source.wanted, refs) : chooseVersion(version, refs)
  const chosen = yield* Effect.fromResult(Result.mapError(choice, (objection) => refused(source, objection)))
  const pinned = version === undefined ? { ...source, wanted: chosen.wanted } : source
  return {
    source: pinned,
    canonical: canonicalOf(pinned),
    resolved: chosen.commit,
    ...(chosen.ref === undefined ? {} : { ref: chosen.ref }),
    ...(route === "Proxy" ? { notes: notesFor(source) } : {})
  } satisfies ResolvedSource
})

const resolveGit = (source: GitRepository, { exactly }: SourceWish) => {
  const { wanted } = source
  if (wanted._tag === "Commit" && exactly !== undefined && exactly !== wanted.sha)
    return Effect.fail(
      new SourceNotFound({
        source: canonicalOf(source),
        reason: `is one commit, so that \`${exactly}\` cannot be had from it`,
        hint: "Give the repository with another commit, tag or branch"
      })
    )
  if (wanted._tag === "Commit") return Effect.succeed(known(source, wanted.sha))
  if (exactly !== undefined && commitForm.test(exactly)) return Effect.succeed(known(source, exactly))
  return asked(source, exactly)
}

/** Every file of a commit, or of the source's folder in it. */
const listTree = Effect.fnUntraced(function* (source: GitRepository, commit: string, gitDir: string) {
  const outcome = yield* runGit({
    args: ["ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--", ...(source.path ? [source.path] : [])],
    gitDir,
    timeoutMillis: limits.gitMillis,
    stdout: { _tag: "Keep", capBytes: limits.fileListBytes, part: "head" }
  })
  if (!isGood(outcome)) return yield* failureOf(source, outcome)
  return yield* Effect.fromResult(
    Result.mapError(readTree(outcome.stdout.bytes), (reason) => odd(source, reason))
  )
})

const odd = (source: GitRepository, reason: string) =>
  new SourceUnreachable({ source: canonicalOf(source), reason, hint: "Try again; nothing was changed" })

/** A folder for a repository of our own, in the staging, so that a sweep takes both; gone with the scope. */
const scratch = Effect.fnUntraced(function* (staging: Wanted["staging"]) {
  const durable = yield* Durable
  const path = `${staging.folder}/git`
  yield* Effect.acquireRelease(durable.makeDirectory(path, { mode: 0o700 }), () =>
    Effect.ignore(durable.removeTree(path))
  )
  return path
})

const fetchGit = Effect.fnUntraced(function* (wanted: Wanted, source: GitRepository) {
  const { bounds, resolved, staging } = wanted
  const durable = yield* Durable
  const progress = yield* Progress
  const commit = resolved.resolved ?? ""
  progress.step("fetch")
  const { way } = yield* findWay(source)
  const gitDir = yield* scratch(staging)
  const packBytes = bounds.bytes * limits.gitPackRatio
  yield* obtain({ source, way, gitDir, commit, ref: resolved.ref, packBytes })
  const tree = yield* listTree(source, commit, gitDir)
  const entries = yield* Effect.fromResult(judgeTree(source, tree, bounds))
  progress.step("copy")
  const files = yield* copyFiles({ source, gitDir, staging }, inHashOrder(entries))
  // The staging is committed as a whole: what git made in it has to be gone for sure.
  yield* durable.removeTree(gitDir)
  return { files } satisfies Fetched
}, Effect.scoped)

/** Repositories over https and ssh, read by git without a checkout. */
export const gitAdapter: Adapter<"git"> = {
  resolve: resolveGit,
  fetch: (wanted) => {
    const { source } = wanted.resolved
    return source.kind === "git" ? fetchGit(wanted, source) : Effect.die(new Error("no repository"))
  }
}
