import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { bundledProgram } from "../../domain/capability/programPath.ts"
import { scrubbedEnvironment } from "../../domain/lane/scrubbed.ts"
import { limits } from "../../domain/limits.ts"
import type { Outcome } from "../../domain/process/outcome.ts"
import {
  ResolverFailed,
  ResolverNotStarted,
  ResolverOutputTooLarge,
  ResolverTimedOut
} from "../../domain/task/errors.ts"
import { resolverArgs, type Resolver } from "../../domain/task/resolver.ts"
import type { TrackerId } from "../../domain/task/trackerId.ts"
import { CapabilityFiles } from "../../services/CapabilityFiles.ts"
import { Environment } from "../../services/Environment.ts"
import { Spawner } from "../../services/Spawner.ts"

/** One task to ask for. */
export interface Asked {
  readonly trackerId: string
  readonly named: TrackerId
  readonly resolver: Resolver
  /** Root of the project, which it works in. */
  readonly root: string
}

const aboutOf = ({ resolver, trackerId }: Asked) => ({ capability: resolver.member.id, trackerId })

interface Refusal {
  readonly _tag: string
  readonly message: string
  readonly hints: ReadonlyArray<string>
}

const notStarted = (asked: Asked) => (error: Refusal) =>
  new ResolverNotStarted({
    ...aboutOf(asked),
    program: asked.resolver.declared.invoke.binary,
    reason: error._tag,
    problem: error.message,
    advice: error.hints
  })

/** A file of the bundle, whose bytes are hashed now; any other name as it is, for the search path to find. */
const programOf = Effect.fnUntraced(function* (asked: Asked) {
  const { declared, member } = asked.resolver
  const inBundle = bundledProgram(declared.invoke.binary)
  if (inBundle === undefined) return declared.invoke.binary
  const files = yield* CapabilityFiles
  return `${yield* files.folder(member)}/${inBundle}`
})

/** What it printed, when it ended well. */
const printed = (asked: Asked, end: Outcome) => {
  const about = aboutOf(asked)
  const stderr = new TextDecoder().decode(end.stderr.bytes)
  const { timeoutMs } = asked.resolver.declared.invoke
  if (end._tag === "TimedOut") return Effect.fail(new ResolverTimedOut({ ...about, timeoutMs }))
  if (end._tag === "Signaled")
    return Effect.fail(new ResolverFailed({ ...about, signal: end.signal, stderr }))
  if (end.code !== 0) return Effect.fail(new ResolverFailed({ ...about, code: end.code, stderr }))
  const { bytes, totalBytes } = end.stdout
  return totalBytes > limits.taskContentBytes
    ? Effect.fail(
        new ResolverOutputTooLarge({ ...about, bytes: totalBytes, maxBytes: limits.taskContentBytes })
      )
    : Effect.succeed(bytes)
}

/**
 * Runs a resolver for one task: in the project's root, with ours less what is withheld as its environment, nothing on
 * stdin, and its whole tree ended when its bound is reached. Gives what it printed.
 */
export const runResolver = Effect.fn("task.run")(function* (asked: Asked) {
  const spawner = yield* Spawner
  const { variables } = yield* Environment
  const { args, timeoutMs } = asked.resolver.declared.invoke
  const command = yield* Effect.mapError(programOf(asked), notStarted(asked))
  const end = yield* spawner
    .run({
      command,
      args: resolverArgs(args, asked.named.id),
      env: scrubbedEnvironment(variables),
      directory: asked.root,
      timeout: Duration.millis(timeoutMs),
      stdout: { _tag: "Keep", capBytes: limits.taskContentBytes, part: "head" },
      stderr: { _tag: "Keep", capBytes: limits.taskComplaintBytes, part: "tail" }
    })
    .pipe(Effect.mapError(notStarted(asked)))
  return yield* printed(asked, end)
})
