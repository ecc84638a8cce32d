import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { adoptCode } from "../../domain/adopt/report.ts"
import { Concluded, InvocationInvalid } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderAdopt } from "../render/adopt.ts"
import { print } from "../verb.ts"
import { consentFlags, dryRun, givenOf, load, noWait, waitOf } from "./flags.ts"

const flags = {
  ids: Argument.String("id").pipe(
    Argument.withDescription("Ids in the public system's ledger; without any, they are listed"),
    Argument.variadic()
  ),
  all: Flag.Boolean("all").pipe(
    Flag.withDescription("Everything that the ledger names"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  ...consentFlags,
  dryRun,
  noWait
}

type Input = Command.Command.Config.Infer<typeof flags>

const problemOf = ({ all, ids }: Input): string | undefined =>
  all && ids.length > 0 ? "`--all` and ids exclude each other" : undefined

const refused = (problem: string) =>
  new InvocationInvalid({
    command: "gsd capability adopt",
    problem,
    problems: [problem],
    suggestions: []
  })

/** `gsd capability adopt [ID…]`. */
export const adopt = Command.make(
  "adopt",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const problem = problemOf(input)
    if (problem !== undefined) return yield* refused(problem)
    const { inAskingEngine } = yield* load(() => import("../asking.ts"))
    const pipeline = yield* load(() => import("../../pipelines/adopt.ts"))
    const { all, dryRun, ids } = input
    const which = all ? ("all" as const) : ids
    const report = yield* inAskingEngine(common, givenOf(input), (scope) =>
      which.length === 0
        ? pipeline.adoptable(scope)
        : pipeline.adopt({ which, dryRun, scope, wait: waitOf(input) })
    )
    yield* print(common, report, renderAdopt)
    const code = adoptCode(report)
    if (code !== 0) return yield* new Concluded({ code })
  })
).pipe(
  Command.withDescription("Take over what the public system has installed, after your consent"),
  Command.withExamples([
    { command: "gsd capability adopt", description: "What its ledger names" },
    { command: "gsd capability adopt --all --dry-run", description: "What would be done, edits included" },
    { command: "gsd capability adopt acme-gate", description: "Show what it may do, ask, take it over" },
    { command: "gsd capability adopt --all --scope project", description: "Those of the current project" }
  ])
)
