import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { roleWords } from "../../domain/family/manifest.ts"
import { Json, withoutVersion } from "../globals.ts"
import { renderProcedures } from "../render/familyProcedures.ts"
import { inFamily, print } from "../verb.ts"
import { memberFlag } from "./familyFlags.ts"
import { load, optionally } from "./flags.ts"
import { warn } from "./reviewListening.ts"

const role = Argument.Literals("role", roleWords).pipe(
  Argument.withDescription("One role, such as review; all of them when left out"),
  Argument.optional
)

/** `gsd family procedures [ROLE]`. */
export const familyProcedures = Command.make(
  "procedures",
  { role, member: memberFlag },
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = yield* Json
    const pipeline = yield* load(() => import("../../pipelines/familyProcedures.ts"))
    const asked = { members: input.member, ...optionally("role", input.role) }
    const found = yield* inFamily(pipeline.familyProcedures(asked))
    yield* print({ json }, found, ({ procedures }, view) => renderProcedures(procedures, view))
    yield* warn(found.warnings)
  })
).pipe(
  Command.withDescription("Read how installed members are driven: their contracts verbatim"),
  Command.withExamples([
    { command: "gsd family procedures", description: "Every role of every installed member" },
    { command: "gsd family procedures review", description: "Only how a review is asked for" }
  ])
)
