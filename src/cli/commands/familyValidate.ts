import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { tellFamilyReports } from "../familyTelling.ts"
import { Json, withoutVersion } from "../globals.ts"
import { inFamily } from "../verb.ts"
import { load } from "./flags.ts"

const folder = Argument.String("dir").pipe(
  Argument.withDescription("Folder of a member, or a pattern such as `skills/*`")
)

const strict = Flag.Boolean("strict").pipe(
  Flag.withDescription("Fail when a member is not valid: unsupported counts"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

/** `gsd family validate [--strict] DIR…`. Exit 4 under --strict when one is not valid. */
export const familyValidate = Command.make(
  "validate",
  { folders: Argument.variadic(folder, { min: 1 }), strict },
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = yield* Json
    const pipeline = yield* load(() => import("../../pipelines/familyValidate.ts"))
    yield* inFamily(
      Effect.flatMap(pipeline.familyValidate(input.folders), (reports) =>
        tellFamilyReports({ json, strict: input.strict }, reports)
      )
    )
  })
).pipe(
  Command.withDescription("Judge members of the agent-workflow family, and say exactly what is wrong"),
  Command.withExamples([
    { command: "gsd family validate ./my-bridge", description: "One member; findings, exit 0" },
    {
      command: "gsd family validate --strict 'skills/*'",
      description: "For CI: exit 4 when one is not valid"
    }
  ])
)
