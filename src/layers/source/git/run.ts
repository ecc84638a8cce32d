import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { parse } from "node:path"
import { complaintOf, type Complaint } from "../../../domain/git/complaint.ts"
import { limits } from "../../../domain/limits.ts"
import type { Outcome } from "../../../domain/process/outcome.ts"
import { canonicalOf } from "../../../domain/source/canonical.ts"
import { SourceNotFound, SourceUnreachable } from "../../../domain/source/errors.ts"
import type { GitRepository } from "../../../domain/source/source.ts"
import { Environment } from "../../../services/Environment.ts"
import { Spawner, type OutputPlan, type RunRequest } from "../../../services/Spawner.ts"
import { argumentsOf, variablesOf, type Way } from "./command.ts"

/** One git command. */
export interface GitCall<E = never, R = never> {
  readonly args: ReadonlyArray<string>
  /** The repository on this disk; none for a look at one elsewhere. */
  readonly gitDir?: string
  /** Only for a command that speaks to a repository elsewhere. */
  readonly way?: Way
  readonly timeoutMillis: number
  readonly stdin?: string
  readonly stdout: OutputPlan<E, R>
}

const nowhere = "/dev/null"

const requestOf = <E, R>(
  call: GitCall<E, R>,
  outer: ReadonlyMap<string, string>
): Omit<RunRequest<E, R>, "directory"> => ({
  command: "git",
  args: argumentsOf(call.args, call.way),
  env: variablesOf(outer, { gitDir: call.gitDir ?? nowhere, way: call.way }),
  timeout: Duration.millis(call.timeoutMillis),
  ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
  stdout: call.stdout,
  stderr: { _tag: "Keep", capBytes: limits.gitComplaintBytes, part: "tail" }
})

/** Runs a git and gives its end, whatever it was. */
export const runGit = Effect.fnUntraced(function* <E = never, R = never>(call: GitCall<E, R>) {
  const spawner = yield* Spawner
  const { variables, workingDirectory } = yield* Environment
  const directory = call.gitDir ?? parse(workingDirectory).root
  return yield* spawner.run({ ...requestOf(call, variables), directory })
})

/** The complaint of a git that failed; undefined for success, and for what was ended before it could say anything. */
export const complaintIn = (outcome: Outcome): Complaint | undefined =>
  outcome._tag === "Exited" && outcome.code !== 0
    ? complaintOf(new TextDecoder().decode(outcome.stderr.bytes))
    : undefined

const unreachable = (source: GitRepository, reason: string, hint: string) =>
  new SourceUnreachable({ source: canonicalOf(source), reason, hint })

const hints: Readonly<Record<Complaint["kind"], string>> = {
  "no-repository": "Check the address; a private repository needs credentials, best over ssh",
  credentials:
    "It wants credentials, and none that it takes were given; what is recorded of a source never holds any. Over ssh, the keys of your agent are used",
  moved: "It has moved; give the address where it is now",
  "host-key": "Connect with `ssh` by hand once, compare the fingerprint and accept it",
  certificate:
    "A certificate of your own authority is trusted through `NODE_EXTRA_CA_CERTS` or `SSL_CERT_FILE`",
  unlisted: "Name a tag or branch; its server gives out no other commit",
  "no-object": "Check the commit; it may have been removed from the repository",
  unsound: "Its author can find the fault with `git fsck --strict`; nothing of it was kept",
  other: "Try again; nothing was changed"
}

const thousand = 1000

/** What the end of a git means, when it was not success. */
export const failureOf = (source: GitRepository, outcome: Outcome) => {
  if (outcome._tag === "TimedOut")
    return unreachable(
      source,
      `did not answer within ${Duration.toMillis(outcome.limit) / thousand} seconds`,
      "Try again; nothing was changed"
    )
  const complaint = complaintIn(outcome)
  if (complaint?.kind === "no-repository")
    return new SourceNotFound({
      source: canonicalOf(source),
      reason: `cannot be found: git says \`${complaint.line}\``,
      hint: hints["no-repository"]
    })
  if (complaint !== undefined)
    return unreachable(source, `could not be read: git says \`${complaint.line}\``, hints[complaint.kind])
  return unreachable(source, "could not be read: git was ended from outside", hints.other)
}

/** Whether a git ended well, and all of its output was read. */
export const isGood = (outcome: Outcome): boolean =>
  outcome._tag === "Exited" && outcome.code === 0 && outcome.stdout.complete
