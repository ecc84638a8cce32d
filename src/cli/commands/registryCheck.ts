import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { exitCode } from "../../domain/hinted.ts"
import { isVersion } from "../../domain/version/version.ts"
import { Concluded, InvocationInvalid } from "../errors.ts"
import { Json, withoutVersion } from "../globals.ts"
import { renderSetReport } from "../render/report.ts"
import { inWorkshop, print } from "../verb.ts"
import { load, optionally } from "./flags.ts"

const flags = {
  firstParty: Flag.String("first-party").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription("First-party member in place of the built-in ones; may be given again"),
    Flag.atLeast(0)
  ),
  overlay: Flag.String("overlay").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription("Member that is added to them: a folder or a capability.json; may be given again"),
    Flag.atLeast(0)
  ),
  noBuiltin: Flag.Boolean("no-builtin").pipe(
    Flag.withDescription("Judge without the built-in first-party capabilities"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  workflows: Flag.String("workflows").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("Judge by what the workflows of this folder publish, not by gsd's own"),
    Flag.optional
  ),
  hostVersion: Flag.String("host-version").pipe(
    Flag.withMetavar("VERSION"),
    Flag.withDescription("Version of gsd that `engines` is judged by; without it, it is not judged"),
    Flag.optional
  )
}

/** Refuses a version that is none. */
const hostVersionOf = Effect.fnUntraced(function* (given: Option.Option<string>) {
  const version = Option.getOrUndefined(given)
  if (version === undefined || isVersion(version)) return version
  const problem = `\`${version}\` is no SemVer version, which \`--host-version\` needs`
  return yield* new InvocationInvalid({
    command: "gsd registry check",
    problem,
    problems: [problem],
    suggestions: []
  })
})

/** `gsd registry check`. Exit 4 when the set is invalid. */
export const registryCheck = Command.make(
  "check",
  flags,
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = yield* Json
    const hostVersion = yield* hostVersionOf(input.hostVersion)
    const pipeline = yield* load(() => import("../../pipelines/registryCheck.ts"))
    const report = yield* inWorkshop(
      pipeline.registryCheck({
        firstParty: input.firstParty,
        overlays: input.overlay,
        builtIn: !input.noBuiltin,
        hostVersion,
        ...optionally("workflows", input.workflows)
      })
    )
    yield* print({ json }, report, renderSetReport)
    if (report.verdict === "invalid") return yield* new Concluded({ code: exitCode.refused })
  })
).pipe(
  Command.withDescription(
    "Judge a set of manifests, each by itself and all together, and the workflows they hook into"
  ),
  Command.withExamples([
    { command: "gsd registry check", description: "The built-in capabilities" },
    {
      command: "gsd registry check --overlay ./a --overlay ./b",
      description: "Two folders added to them; exit 4 when one is refused"
    },
    {
      command: "gsd registry check --workflows ./workflows",
      description: "By the loop points that these publish; exit 4 when they differ from gsd's"
    }
  ])
)
