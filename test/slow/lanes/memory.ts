import * as Effect from "effect/Effect"
import { liveLanes, owlLane, runLane, shellProgram } from "../../layers/lanes/world.ts"

/** Runs a lane that writes so many bytes to each output, interleaved; says our peak memory in kB and how it ended. */
const [, , directory = "", bytes = ""] = process.argv

shellProgram(directory, "owl", `head -c ${bytes} /dev/zero & head -c ${bytes} /dev/zero >&2; wait`)

const situation = { directory, lane: owlLane(120_000) }
const ended = await Effect.runPromise(runLane(situation).pipe(Effect.provide(liveLanes(situation))))
process.stdout.write(
  JSON.stringify({
    kilobytes: process.resourceUsage().maxRSS,
    outcome: ended.outcome.outcome,
    bytes: ended.bytes,
    stderr: ended.stderr.length
  })
)
