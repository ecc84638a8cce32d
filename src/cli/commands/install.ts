import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { LedgerScope } from "../../domain/paths.ts"
import { currentProject } from "../../pipelines/project/scope.ts"
import type { Common } from "../common.ts"
import { InvocationInvalid } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderReceipt } from "../render/receipt.ts"
import { print } from "../verb.ts"
import {
  allowDowngrade,
  consentFlags,
  dryRun,
  givenOf,
  integrity,
  load,
  noWait,
  sourceOf,
  spec,
  waitOf,
  wire
} from "./flags.ts"

const flags = {
  spec: Argument.optional(spec),
  ...consentFlags,
  dryRun,
  allowDowngrade,
  replace: Flag.Boolean("replace").pipe(
    Flag.withDescription("Let this source take the place of another one"),
    Flag.withDefault(false)
  ),
  frozen: Flag.Boolean("frozen").pipe(
    Flag.withDescription("Only what the project's lockfile names; everything it names without a source"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  wire,
  integrity,
  noWait
}

type Input = Command.Command.Config.Infer<typeof flags>

const refused = (problem: string) =>
  new InvocationInvalid({
    command: "gsd capability install",
    problem,
    problems: [problem],
    suggestions: []
  })

const installSpec = Effect.fnUntraced(function* (common: Common, input: Input, spec: string) {
  const { inAskingEngine } = yield* load(() => import("../asking.ts"))
  const pipeline = yield* load(() => import("../../pipelines/install.ts"))
  const { allowDowngrade, replace } = input
  const rest = { wait: waitOf(input), ...sourceOf(input) }
  const run = input.dryRun ? pipeline.installDryRun : pipeline.install
  const work = (scope: LedgerScope) => run({ op: "install", scope, spec, replace, allowDowngrade, ...rest })
  yield* print(common, yield* inAskingEngine(common, givenOf(input), work), renderReceipt)
})

const installFrozen = Effect.fnUntraced(function* (common: Common, input: Input, spec: string) {
  const { inAskingEngine } = yield* load(() => import("../asking.ts"))
  const pipeline = yield* load(() => import("../../pipelines/install.ts"))
  const { frozenRequest } = yield* load(() => import("../../pipelines/sync/frozen.ts"))
  const run = input.dryRun ? pipeline.installDryRun : pipeline.install
  const rest = { wait: waitOf(input), ...sourceOf(input) }
  const work = () =>
    currentProject.pipe(
      Effect.flatMap((scope) => frozenRequest(scope, { spec, ...rest })),
      Effect.flatMap(run)
    )
  yield* print(common, yield* inAskingEngine(common, givenOf(input), work), renderReceipt)
})

const syncFrozen = Effect.fnUntraced(function* (common: Common, input: Input) {
  const { inAskingEngine } = yield* load(() => import("../asking.ts"))
  const pipeline = yield* load(() => import("../../pipelines/sync.ts"))
  const { concludeSync } = yield* load(() => import("./sync.ts"))
  const { wire, ...rest } = sourceOf({ wire: input.wire })
  const bringing = { wait: waitOf(input), ...rest, ...(wire === undefined ? {} : { wire }) }
  const work = () => Effect.flatMap(currentProject, (scope) => pipeline.syncFrozen(scope, bringing))
  yield* concludeSync(common, yield* inAskingEngine(common, givenOf(input), work))
})

/** Without a source only a frozen install means anything, and it looks at no digest but the lockfile's. */
const problemOf = ({ dryRun, frozen, integrity, spec }: Input): string | undefined => {
  if (Option.isSome(spec)) return undefined
  if (!frozen) return "The argument `SPEC` is missing"
  if (Option.isSome(integrity)) return "`--integrity` goes with a source, and none is given"
  return dryRun ? "`--dry-run` goes with a source; `gsd capability lock --check` compares all" : undefined
}

/** `gsd capability install SPEC`, and `gsd capability install --frozen [SPEC]`. */
export const install = Command.make(
  "install",
  flags,
  Effect.fnUntraced(function* (input) {
    const common = yield* commonFlags
    const problem = problemOf(input)
    if (problem !== undefined) return yield* refused(problem)
    const here = input.frozen ? ({ ...common, scope: "project" } as const) : common
    if (Option.isNone(input.spec)) return yield* syncFrozen(here, input)
    yield* (input.frozen ? installFrozen : installSpec)(here, input, input.spec.value)
  })
).pipe(
  Command.withDescription("Install a capability, or upgrade it from the same source, after your consent"),
  Command.withExamples([
    { command: "gsd capability install ./hello-hooks", description: "Show what it may do, ask, install" },
    {
      command: "gsd capability install ./hello-hooks --consent sha512-…",
      description: "Say yes to exactly the bytes of an earlier plan, without a terminal"
    },
    {
      command: "gsd capability install ./hello-hooks --wire ~/.claude/settings.json",
      description: "And have the host run its hooks and servers"
    },
    { command: "gsd capability install ./hello-hooks --dry-run --json", description: "Try it, as JSON" },
    {
      command: "gsd capability install --frozen",
      description: "Everything that the project's lockfile names, exactly those bytes"
    }
  ])
)
