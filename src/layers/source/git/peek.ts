import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readRefs } from "../../../domain/git/refs.ts"
import { limits } from "../../../domain/limits.ts"
import { canonicalOf } from "../../../domain/source/canonical.ts"
import { SourceUnreachable } from "../../../domain/source/errors.ts"
import type { GitRepository, GitWanted } from "../../../domain/source/source.ts"
import { failureOf, isGood, runGit } from "./run.ts"
import { findWay } from "./way.ts"

/** The default branch is what HEAD leads to; for the rest both kinds are listed, so that a hint can name what there is. */
const argumentsFor = (wanted: GitWanted["_tag"], url: string): ReadonlyArray<string> =>
  wanted === "Default"
    ? ["ls-remote", "--symref", "--", url, "HEAD", "refs/heads/*", "refs/tags/*"]
    : ["ls-remote", "--heads", "--tags", "--", url]

const odd = (source: GitRepository, reason: string) =>
  new SourceUnreachable({
    source: canonicalOf(source),
    reason,
    hint: "Check the address; nothing was changed"
  })

/** Asks a repository what it offers, in one look; nothing is fetched. */
export const peek = Effect.fnUntraced(function* (source: GitRepository, wanted: GitWanted["_tag"]) {
  const { route, way } = yield* findWay(source)
  const outcome = yield* runGit({
    args: argumentsFor(wanted, way.url),
    way,
    timeoutMillis: limits.peekMillis,
    stdout: { _tag: "Keep", capBytes: limits.gitRefsBytes, part: "head" }
  })
  if (!isGood(outcome)) return yield* failureOf(source, outcome)
  if (outcome.stdout.truncated)
    return yield* odd(source, `lists refs of more than ${limits.gitRefsBytes} bytes`)
  const text = new TextDecoder().decode(outcome.stdout.bytes)
  const refs = yield* Effect.fromResult(Result.mapError(readRefs(text), (reason) => odd(source, reason)))
  return { refs, route }
}, Effect.scoped)
