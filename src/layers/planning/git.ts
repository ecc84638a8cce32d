import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { complaintOf } from "../../domain/git/complaint.ts"
import { limits } from "../../domain/limits.ts"
import { HistoryUnreadable } from "../../domain/planning/errors.ts"
import { Environment } from "../../services/Environment.ts"
import { Spawner } from "../../services/Spawner.ts"

/** Nothing of the user's or the system's configuration, no question, no lock, no object that is not here. */
const settled = {
  HOME: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_LITERAL_PATHSPECS: "1",
  GIT_ADVICE: "0",
  LC_ALL: "C"
}

/** What a repository's own configuration could have run; only commands that compare no file on the disk are called. */
const harmless = [
  "--no-pager",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.untrackedCache=false",
  "-c",
  "core.attributesFile=/dev/null",
  "-c",
  "core.sshCommand=false",
  "-c",
  "core.alternateRefsCommand=",
  "-c",
  "diff.external=",
  "-c",
  "log.showSignature=false"
]

/** A git that ran to its end. */
export interface GitAnswer {
  readonly code: number
  readonly text: string
  /** What it complained about, in one line that may be shown. */
  readonly complaint: string
}

const unreadable = (args: ReadonlyArray<string>, reason: string) =>
  new HistoryUnreadable({ asked: args[0] ?? "", reason })

const environment = Effect.gen(function* () {
  const { variables } = yield* Environment
  const names = ["PATH", "SystemRoot"].flatMap((name) => {
    const value = variables.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...settled, ...Object.fromEntries(names) }
})

/** Whether there is a git on this machine. */
export const hasGit = Effect.fnUntraced(function* (directory: string) {
  const spawner = yield* Spawner
  const found = spawner.which("git", { env: yield* environment, directory })
  return yield* Effect.match(found, { onFailure: () => false, onSuccess: () => true })
})

/** Runs a git in a folder and gives its end, good or not. Fails when it could not run to its end. */
export const askGit = Effect.fnUntraced(function* (directory: string, args: ReadonlyArray<string>) {
  const spawner = yield* Spawner
  const outcome = yield* spawner
    .run({
      command: "git",
      args: [...harmless, ...args],
      env: yield* environment,
      directory,
      timeout: Duration.millis(limits.peekMillis),
      stdout: { _tag: "Keep", capBytes: limits.fileListBytes, part: "head" },
      stderr: { _tag: "Keep", capBytes: limits.gitComplaintBytes, part: "tail" }
    })
    .pipe(Effect.mapError(({ message }) => unreadable(args, `could not be started: ${message}`)))
  if (outcome._tag === "TimedOut")
    return yield* unreadable(args, `did not answer within ${limits.peekMillis / 1000} seconds`)
  if (outcome._tag === "Signaled") return yield* unreadable(args, `was ended by ${outcome.signal}`)
  if (outcome.stdout.truncated || !outcome.stdout.complete)
    return yield* unreadable(args, `said more than ${limits.fileListBytes} bytes`)
  const decoder = new TextDecoder()
  return {
    code: outcome.code,
    text: decoder.decode(outcome.stdout.bytes),
    complaint: complaintOf(decoder.decode(outcome.stderr.bytes)).line
  } satisfies GitAnswer
})

/** The answer of a git that must succeed. */
export const tellGit = Effect.fnUntraced(function* (directory: string, args: ReadonlyArray<string>) {
  const { code, complaint, text } = yield* askGit(directory, args)
  return code === 0 ? text : yield* unreadable(args, `says \`${complaint}\``)
})
