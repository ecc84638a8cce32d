import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { commonFlags } from "../globals.ts"
import { renderQueries, renderQuery } from "../render/query.ts"
import { inEngine, print } from "../verb.ts"
import { setFlag, workstreamFlag } from "./configFlags.ts"
import { capabilityFlags } from "./capability.ts"
import { load, optionally } from "./flags.ts"
import { phaseFlag } from "./loopPointFlags.ts"
import { refuse } from "./reviewFlags.ts"

const flags = {
  name: Argument.String("name").pipe(
    Argument.withDescription("Query, such as ui.plan-gate; --list names them"),
    Argument.optional
  ),
  list: Flag.Boolean("list").pipe(
    Flag.withDescription("Name every query and what it asks"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  phase: phaseFlag,
  phaseDir: Flag.String("phase-dir").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("The phase's folder, from the project's root; it wins over --phase"),
    Flag.optional
  ),
  ws: workstreamFlag,
  set: setFlag
}

const printTable = Effect.fnUntraced(function* (json: boolean) {
  const { queries, queryNames } = yield* load(() => import("../../domain/query/queries.ts"))
  const rows = queryNames.map((query) => ({
    query,
    about: queries[query].about,
    blocks: queries[query].blocks
  }))
  yield* print({ json }, rows, renderQueries)
})

/** `gsd query NAME`. Exit 0 whatever the answer: what follows from it is the gate's to say. */
export const query = Command.make(
  "query",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    if (input.list !== Option.isNone(input.name))
      return yield* refuse(
        "gsd query",
        input.list ? "`--list` takes no name" : "Name a query, or give `--list`"
      )
    if (Option.isNone(input.name)) return yield* printTable(common.json)
    const name = input.name.value
    const pipeline = yield* load(() => import("../../pipelines/query.ts"))
    const asked = {
      name,
      set: input.set,
      ...optionally("phase", input.phase),
      ...optionally("phaseDir", input.phaseDir),
      ...optionally("workstream", input.ws)
    }
    const answer = yield* inEngine(common, () => pipeline.query(asked))
    yield* print(common, answer, renderQuery)
  })
).pipe(
  Command.withDescription("Ask a condition that gates of the loop ask; exit 0 whatever the answer"),
  Command.withExamples([
    { command: "gsd query --list", description: "What can be asked" },
    {
      command: "gsd query ui.plan-gate --phase 3 --json",
      description: "As a gate asks it: {query, block, message, details}"
    }
  ]),
  Command.withGlobalFlags(capabilityFlags)
)
