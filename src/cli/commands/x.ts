import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import type { CommandRun } from "../../domain/command/run.ts"
import { exitCode } from "../../domain/hinted.ts"
import { Concluded } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { Outputs } from "../Outputs.ts"
import { renderFamilies, truncation } from "../render/x.ts"
import { inEngine, print } from "../verb.ts"
import { capabilityFlags } from "./capability.ts"
import { load } from "./flags.ts"
import { requestOf, xFlags } from "./xFlags.ts"

/** What the module says went wrong is told by it; only the exit code is left to say. */
const conclude = ({ exitCode: code }: CommandRun) =>
  code === 0 ? Effect.void : Effect.fail(new Concluded({ code: exitCode.failed }))

/** `gsd x [FAMILY …]`. Exit 0 when the module ends with 0, 1 when it ends with anything else. */
export const x = Command.make(
  "x",
  xFlags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const wanted = yield* requestOf(input)
    const pipeline = yield* load(() => import("../../pipelines/runFamily.ts"))
    const [family, ...args] = input.words
    if (family === undefined)
      return yield* print(
        common,
        yield* inEngine(common, () => pipeline.listFamilies(wanted)),
        renderFamilies
      )
    const { write } = yield* Outputs
    const listener = {
      stdout: (chunk: Uint8Array) => write("stdout", chunk),
      stderr: (chunk: Uint8Array) => write("stderr", chunk)
    }
    const request = { ...wanted, family, args, ...(common.json ? {} : { listener }) }
    const run = yield* inEngine(common, () => pipeline.runFamily(request))
    if (common.json) yield* print(common, run, () => "")
    else if (run.truncated) yield* Console.error(truncation(run))
    yield* conclude(run)
  })
).pipe(
  Command.withDescription("Run a command that a capability brings along"),
  Command.withGlobalFlags(capabilityFlags),
  Command.withExamples([
    { command: "gsd x", description: "Which command families there are" },
    { command: "gsd x audit-open", description: "What is still open in `.planning`" },
    {
      command: "gsd x --json graphify query Ledger",
      description: "One JSON document, the answer in `result`"
    }
  ])
)
