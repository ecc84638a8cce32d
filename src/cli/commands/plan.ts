import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { ManifestInvalid } from "../../domain/install/errors.ts"
import type { Plan } from "../../domain/install/plan.ts"
import { Detailed } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { inEngine, print } from "../verb.ts"
import { integrity, load, sourceOf, spec, wire } from "./flags.ts"

/** The refusal that an install of the plan would end with, with the plan for a consumer of JSON. */
const refusalOf = (plan: Plan): Detailed | undefined =>
  plan.problems.some((one) => one.severity === "error")
    ? new Detailed({
        error: new ManifestInvalid({ path: `${plan.source}/${manifestName}`, problems: plan.problems }),
        details: { plan }
      })
    : undefined

/** `gsd capability plan SPEC`. */
export const plan = Command.make(
  "plan",
  { spec, wire, integrity },
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const pipeline = yield* load(() => import("../../pipelines/plan.ts"))
    const { renderPlan } = yield* load(() => import("../render/plan.ts"))
    const source = { spec: input.spec, ...sourceOf(input) }
    const planned = yield* inEngine(common, (scope) => pipeline.plan({ ...source, scope }))
    const refusal = refusalOf(planned)
    if (refusal === undefined || !common.json) yield* print(common, planned, renderPlan)
    if (refusal !== undefined) return yield* refusal
  })
).pipe(
  Command.withDescription("Show what a capability may do and what installing it would change"),
  Command.withExamples([
    { command: "gsd capability plan ./hello-hooks", description: "Read it before you consent" },
    {
      command: "gsd capability plan ./hello-hooks --wire ~/.claude/settings.json",
      description: "And what would be written into that file"
    },
    {
      command: "gsd capability plan ./hello-hooks --json | jq -r .consentDigest",
      description: "The digest for `install --consent`"
    }
  ])
)
