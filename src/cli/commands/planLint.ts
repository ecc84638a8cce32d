import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import { limits } from "../../domain/limits.ts"
import { lintReview } from "../../domain/planLint/review.ts"
import type { LintRequest } from "../../pipelines/planLint.ts"
import { Concluded, InvocationInvalid } from "../errors.ts"
import { Json, withoutVersion } from "../globals.ts"
import { renderPlanLint } from "../render/planLint.ts"
import { StandardInput } from "../StandardInput.ts"
import { inWorkshop, print } from "../verb.ts"
import { load, optionally } from "./flags.ts"

const file = Argument.String("file").pipe(
  Argument.withDescription("PLAN.md, judged together with the others; `-` alone reads the standard input")
)

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar("FILE"), Flag.withDescription(description), Flag.optional)

const flags = {
  files: Argument.variadic(file, { min: 1 }),
  roadmap: text("roadmap", "Section of ROADMAP.md whose requirements the plans must cover"),
  requirements: text("requirements", "REQUIREMENTS.md, whose open requirements the plans must cover"),
  review: Flag.Boolean("review").pipe(
    Flag.withDescription(
      "Print a review in Markdown and end with 0, as `-` does: findings are then no failure"
    ),
    Flag.withDefault(false),
    Flag.withoutNegation
  )
}

const asText = Effect.gen(function* () {
  const input = yield* StandardInput
  return { _tag: "Text", text: yield* input.read({ maxBytes: limits.planBytes }) } satisfies LintRequest
})

/** Refuses what cannot stand beside `-`. */
const alone = Effect.fnUntraced(function* (isAlone: boolean) {
  if (isAlone) return
  const problem = "`-` stands alone: the standard input says what the plans must cover as well"
  return yield* new InvocationInvalid({
    command: "gsd plan-lint",
    problem,
    problems: [problem],
    suggestions: []
  })
})

/** `gsd plan-lint FILE…|-`. Exit 7 when there are findings; 0 with `-` or `--review`, where they are what was asked for. */
export const planLint = Command.make(
  "plan-lint",
  flags,
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = yield* Json
    const beside = {
      ...optionally("roadmap", input.roadmap),
      ...optionally("requirements", input.requirements)
    }
    const isStandard = input.files.includes("-")
    if (isStandard) yield* alone(input.files.length === 1 && Object.keys(beside).length === 0)
    const request: LintRequest = isStandard ? yield* asText : { _tag: "Files", plans: input.files, ...beside }
    const pipeline = yield* load(() => import("../../pipelines/planLint.ts"))
    const report = yield* inWorkshop(pipeline.planLint(request))
    const isReview = isStandard || input.review
    yield* print({ json }, report, isReview ? (found) => lintReview(found).trimEnd() : renderPlanLint)
    if (!isReview && report.verdict === "findings") return yield* new Concluded({ code: exitCode.degraded })
  })
).pipe(
  Command.withDescription("Judge plans by rules alone: verify steps, files, criteria, requirements, cycles"),
  Command.withExamples([
    {
      command: "gsd plan-lint plans/*-PLAN.md",
      description: "Plans together; exit 7 when there are findings"
    },
    {
      command: "gsd plan-lint - < prompt.md",
      description: "The plans of a review's prompt, as a review: this is the lane `plan-lint`"
    }
  ])
)
