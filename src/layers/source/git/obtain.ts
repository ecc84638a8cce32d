import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Complaint } from "../../../domain/git/complaint.ts"
import { limits } from "../../../domain/limits.ts"
import { canonicalOf } from "../../../domain/source/canonical.ts"
import { SourceNotFound, SourceRefused } from "../../../domain/source/errors.ts"
import type { GitRepository } from "../../../domain/source/source.ts"
import { BundleRefused } from "../../../domain/store/errors.ts"
import { Durable } from "../../../services/Durable.ts"
import { whenMissing } from "../../disk/missing.ts"
import { complaintIn, failureOf, isGood, runGit } from "./run.ts"
import type { Way } from "./command.ts"

/** A commit that is wanted from a repository elsewhere. */
export interface Obtaining {
  readonly source: GitRepository
  readonly way: Way
  /** Where a repository is made for it. */
  readonly gitDir: string
  readonly commit: string
  /** Full name of the ref that led to it, when one did. */
  readonly ref: string | undefined
  /** Most that may be sent for it, compressed. */
  readonly packBytes: number
}

const nothing = { _tag: "Keep", capBytes: 0, part: "head" } as const
const oneLine = { _tag: "Keep", capBytes: limits.gitComplaintBytes, part: "head" } as const

/** Bytes of what has arrived until now. */
const arrived = Effect.fnUntraced(function* (gitDir: string) {
  const durable = yield* Durable
  const packs = `${gitDir}/objects/pack`
  let bytes = 0
  for (const { name } of yield* whenMissing(durable.entries(packs), [])) {
    const found = yield* durable.identify(`${packs}/${name}`)
    bytes += found._tag === "Some" ? found.value.size : 0
  }
  return bytes
})

/** Fails when more has arrived than a commit may send. */
const judgeArrived = Effect.fnUntraced(function* ({ gitDir, packBytes, source }: Obtaining) {
  if ((yield* arrived(gitDir)) > packBytes)
    return yield* new BundleRefused({
      path: canonicalOf(source),
      rule: "size",
      reason: `its repository sends more than ${packBytes} bytes`,
      hint: "Take large files out of the repository; if it is not yours, do not trust it"
    })
})

/** Looks again and again, and only ever fails; git has no bound of its own. */
const watchArrived = (obtaining: Obtaining) =>
  Effect.forever(
    Effect.andThen(Effect.sleep(Duration.millis(limits.gitPackPollMillis)), judgeArrived(obtaining))
  )

const fetchOptions = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-recurse-submodules",
  "--no-auto-maintenance",
  "--no-write-fetch-head"
]

const fetchRefs = (obtaining: Obtaining, options: ReadonlyArray<string>, refs: ReadonlyArray<string>) =>
  Effect.raceFirst(
    runGit({
      args: [...fetchOptions, ...options, "--", obtaining.way.url, ...refs],
      gitDir: obtaining.gitDir,
      way: obtaining.way,
      timeoutMillis: limits.gitMillis,
      stdout: nothing
    }),
    watchArrived(obtaining)
  ).pipe(Effect.tap(() => judgeArrived(obtaining)))

/** Tells whether what is wanted is here, and is a commit. Its name is the hash of what it holds, which git has checked. */
const isHere = Effect.fnUntraced(function* ({ commit, gitDir }: Obtaining) {
  const outcome = yield* runGit({
    args: ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`],
    gitDir,
    timeoutMillis: limits.gitMillis,
    stdout: oneLine
  })
  return isGood(outcome) && new TextDecoder().decode(outcome.stdout.bytes).trim() === commit
})

const own = "refs/gsd"

const gone = ({ commit, ref, source }: Obtaining, complaint: Complaint | undefined) =>
  ref === undefined
    ? new SourceNotFound({
        source: canonicalOf(source),
        reason: `has no commit \`${commit}\``,
        hint:
          complaint?.kind === "unlisted"
            ? "It is reached by none of its branches and tags; name one of those"
            : "Check the 40 hex digits; it may have been removed from the repository"
      })
    : new SourceRefused({
        source: canonicalOf(source),
        rule: "moved-ref",
        reason: `no longer has at \`${ref}\` the commit \`${commit}\` that it had`,
        hint: "Try again; what is there now will be looked at anew"
      })

/**
 * Fetches exactly one commit, at depth 1. A server that gives out only what it lists is asked for the ref, and then for
 * all branches and tags; either way it is that commit or nothing.
 */
export const obtain = Effect.fnUntraced(function* (obtaining: Obtaining) {
  const { commit, gitDir, ref, source } = obtaining
  const made = yield* runGit({
    args: ["init", "--quiet", "--bare", "--template=", "--", gitDir],
    gitDir,
    timeoutMillis: limits.gitMillis,
    stdout: nothing
  })
  if (!isGood(made)) return yield* failureOf(source, made)
  const attempts: ReadonlyArray<readonly [options: ReadonlyArray<string>, refs: ReadonlyArray<string>]> = [
    [["--depth=1"], [`+${commit}:${own}/wanted`]],
    ...(ref === undefined ? [] : [[["--depth=1"], [`+${ref}:${own}/listed`]] as const]),
    // The first may have left a shallow repository behind, which any smaller depth would keep.
    [["--depth=2147483647"], [`+refs/heads/*:${own}/heads/*`, `+refs/tags/*:${own}/tags/*`]]
  ]
  let complaint: Complaint | undefined
  for (const [options, refs] of attempts) {
    const outcome = yield* fetchRefs(obtaining, options, refs)
    const now = complaintIn(outcome)
    if (isGood(outcome) && (yield* isHere(obtaining))) return
    if (!isGood(outcome) && now?.kind !== "unlisted" && now?.kind !== "no-object")
      return yield* failureOf(source, outcome)
    complaint = complaint ?? now
    // A server that looked and has it not need not be asked for everything.
    if (complaint?.kind !== "unlisted") break
  }
  return yield* gone(obtaining, complaint)
})
