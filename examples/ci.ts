/**
 * A step of a continuous integration: brings the capabilities that the project's lockfile names onto this machine, byte for
 * byte, checks what stands there, and judges the project's own. Ends with the engine's exit code. `node ci.ts` in a checkout.
 *
 * The lockfile was reviewed with the code, and so were the digests in it: that is the consent that is given here.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import { currentProject, gsdLive, lockCheck, syncFrozen, validate, verify } from "gsd-engine"

/** Something is not as the repository says; exit 7, as `gsd` ends. */
class NotAsLocked extends Data.TaggedError("NotAsLocked")<{ readonly message: string }> {
  override readonly [Runtime.errorExitCode] = 7
}

const brought = Effect.fn("ci.brought")(function* () {
  const project = yield* currentProject
  const { results } = yield* syncFrozen(project, { wait: Duration.minutes(1) })
  for (const { id, status, version } of results) yield* Console.log(`${id} ${version ?? ""} ${status}`)
  const failed = results.find(({ status }) => status === "failed")
  if (failed !== undefined)
    return yield* new NotAsLocked({
      message: `${failed.id}: ${failed.error?.message ?? "was not brought in"}`
    })
  return project
})

const program = Effect.gen(function* () {
  const project = yield* brought()
  const { drift } = yield* lockCheck(project)
  const { verdict } = yield* verify(project, [])
  if (drift.length > 0 || verdict !== "ok")
    return yield* new NotAsLocked({ message: "what is installed is not what the lockfile names" })
  for (const path of process.argv.slice(2)) {
    const [report] = yield* validate([path])
    yield* Console.log(`${path} ${report?.verdict}`)
    if (report?.verdict === "invalid") return yield* new NotAsLocked({ message: `${path} is not valid` })
  }
})

NodeRuntime.runMain(Effect.provide(program, gsdLive({ consent: { yes: true }, command: "ci" })))
