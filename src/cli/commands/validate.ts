import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { exitCode } from "../../domain/hinted.ts"
import { Concluded } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderManifestReports } from "../render/report.ts"
import { inWorkshop, print } from "../verb.ts"
import { load } from "./flags.ts"

const path = Argument.String("path").pipe(
  Argument.withDescription("Folder of a capability, or its capability.json alone")
)

/** `gsd capability validate PATH…`. Exit 4 when one is invalid. */
export const validate = Command.make(
  "validate",
  { paths: Argument.variadic(path, { min: 1 }) },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/validate.ts"))
    const reports = yield* inWorkshop(pipeline.validate(input.paths))
    yield* print(common, reports, renderManifestReports)
    if (reports.some(({ verdict }) => verdict === "invalid"))
      return yield* new Concluded({ code: exitCode.refused })
  })
).pipe(
  Command.withDescription("Judge manifests and the files they name, and say exactly what is wrong"),
  Command.withExamples([
    { command: "gsd capability validate ./hello-hooks", description: "A folder; exit 4 when it is invalid" },
    {
      command: "gsd capability validate ./*/capability.json --json",
      description: "Manifests alone, as one JSON array"
    }
  ])
)
