import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { LedgerScope } from "../../domain/paths.ts"
import { InvocationInvalid } from "../errors.ts"
import { commonFlags } from "../globals.ts"
import { renderReceipt } from "../render/receipt.ts"
import { print } from "../verb.ts"
import {
  allowDowngrade,
  consentFlags,
  dryRun,
  id,
  integrity,
  load,
  noWait,
  optionally,
  sourceOf,
  spec,
  waitOf,
  wire
} from "./flags.ts"

const flags = {
  id: Argument.optional(id),
  spec: Argument.optional(spec),
  all: Flag.Boolean("all").pipe(
    Flag.withDescription("Update everything that is installed; one result for each"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  auto: Flag.Boolean("auto").pipe(
    Flag.withDescription(
      "Update what needs no new consent, and ask nobody; only where capabilities.auto_update is on"
    ),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  yes: consentFlags.yes,
  consent: Flag.String("consent").pipe(
    Flag.withMetavar("DIGEST"),
    Flag.withDescription(
      "Consent to exactly these bytes: the sha512-… digest of an earlier plan; with --all one for each, given again"
    ),
    Flag.atLeast(0)
  ),
  dryRun,
  allowDowngrade,
  wire,
  integrity,
  noWait
}

type Input = Command.Command.Config.Infer<typeof flags>

const problemOf = ({ all, auto, consent, dryRun, id, integrity, wire, yes }: Input): string | undefined => {
  if (!all && !auto) {
    if (Option.isNone(id)) return "give the ID of a capability, or `--all`"
    return consent.length > 1 ? "`--consent` is given once for one capability" : undefined
  }
  if (all && auto) return "`--all` and `--auto` exclude each other"
  const flag = all ? "`--all`" : "`--auto`"
  if (Option.isSome(id)) return `${flag} takes no ID: it is about everything that is installed`
  if (wire.length > 0 || Option.isSome(integrity))
    return `${flag} takes neither \`--wire\` nor \`--integrity\`, which are about one capability`
  return auto && (yes || dryRun || consent.length > 0)
    ? "`--auto` takes no consent and no `--dry-run`: it changes only what needs no new yes"
    : undefined
}

const one = Effect.fnUntraced(function* (input: Input) {
  const common = yield* commonFlags
  const { inAskingEngine } = yield* load(() => import("../asking.ts"))
  const pipeline = yield* load(() => import("../../pipelines/update.ts"))
  const rest = {
    id: Option.getOrElse(input.id, () => ""),
    allowDowngrade: input.allowDowngrade,
    wait: waitOf(input),
    ...sourceOf(input),
    ...optionally("spec", input.spec)
  }
  const [digest] = input.consent
  const given = { yes: input.yes, ...(digest === undefined ? {} : { digest }) }
  const run = input.dryRun ? pipeline.updateDryRun : pipeline.update
  const work = (scope: LedgerScope) => run({ ...rest, scope })
  yield* print(common, yield* inAskingEngine(common, given, work), renderReceipt)
})

const everything = Effect.fnUntraced(function* (input: Input) {
  const { updateEverything } = yield* load(() => import("../updating.ts"))
  const { allowDowngrade, auto, consent: digests, dryRun, yes } = input
  const mode = auto ? "auto" : dryRun ? "dry-run" : "all"
  yield* updateEverything({ allowDowngrade, mode, given: { yes, digests }, wait: waitOf(input) })
})

/** `gsd capability update ID [SPEC]`, `update --all`, `update --auto`. */
export const update = Command.make(
  "update",
  flags,
  Effect.fnUntraced(function* (input) {
    const problem = problemOf(input)
    if (problem !== undefined)
      return yield* new InvocationInvalid({
        command: "gsd capability update",
        problem,
        problems: [problem],
        suggestions: []
      })
    yield* input.all || input.auto ? everything(input) : one(input)
  })
).pipe(
  Command.withDescription("Read a capability's source again and upgrade it, showing what changes"),
  Command.withExamples([
    { command: "gsd capability update hello-hooks", description: "From where it was installed" },
    {
      command: "gsd capability update hello-hooks ./elsewhere/hello-hooks",
      description: "From another folder, which becomes its source"
    },
    { command: "gsd capability update --all --dry-run", description: "Say what would become of each" },
    { command: "gsd capability update --all", description: "Everything; questions come one after the other" }
  ])
)
