import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import {
  judgeProbe,
  notAvailable,
  planProbe,
  type AskFinding,
  type BinaryFinding,
  type ProbeFindings,
  type ProbePlan
} from "../../domain/lane/availability.ts"
import { endpointUrl, probeUrl } from "../../domain/lane/egress.ts"
import { readModels } from "../../domain/lane/handlers/openAi.ts"
import { limits } from "../../domain/limits.ts"
import type { Environment as ChildEnvironment } from "../../domain/process/environment.ts"
import { canStart } from "../../domain/process/startPlan.ts"
import { shown } from "../../domain/text/escape.ts"
import type { LaneProbe } from "../../services/Lanes.ts"
import { Spawner } from "../../services/Spawner.ts"
import { askEndpoint, type EndpointEnd } from "./endpoint.ts"
import { askHelp, commandOf, isOwn, probeEnvironment, type LanesOptions } from "./program.ts"

interface Looking extends LaneProbe {
  readonly options: LanesOptions
  readonly env: ChildEnvironment
}

/** A list of models is short; what is longer is none. */
const modelsMillis = 2000

const findBinary = Effect.fnUntraced(function* (
  binary: string,
  { options, env, directory }: Looking
): Effect.fn.Return<BinaryFinding, never, Spawner> {
  if (isOwn(binary, options)) return "found"
  return yield* Effect.match((yield* Spawner).which(binary, { env, directory }), {
    onSuccess: (found): BinaryFinding => (canStart(found, { env, directory }) ? "found" : "shim"),
    onFailure: (error): BinaryFinding => (error._tag === "BinaryNotFound" ? "missing" : "not-executable")
  })
})

const findBinaries = (plan: ProbePlan, looking: Looking) =>
  Effect.map(
    Effect.forEach(plan.binaries, (binary) =>
      Effect.map(findBinary(binary, looking), (finding) => [binary, finding] as const)
    ),
    (found): ReadonlyMap<string, BinaryFinding> => new Map(found)
  )

const findingOf = ({ end, status = 0 }: EndpointEnd): AskFinding => {
  switch (end._tag) {
    case "Answered":
      return end
    case "TooLong":
    case "Redirected":
      return { _tag: "Answered", status, body: "" }
    case "TimedOut":
      return { _tag: "TimedOut" }
    case "Unreachable":
    case "Lost":
      return { _tag: "Unreachable", problem: end.problem }
  }
}

const ask = (url: string, millis: number) =>
  Effect.map(
    askEndpoint({ url, deadline: Duration.millis(millis), maxBytes: limits.laneAnswerBytes }),
    findingOf
  )

const isGood = (finding: AskFinding | undefined): boolean =>
  finding === undefined || (finding._tag === "Answered" && finding.status >= 200 && finding.status < 300)

/** Asks for the models, unless the probe's answer lists them or says that nobody does. */
const askModels = Effect.fnUntraced(function* (
  plan: ProbePlan,
  { lane, settings }: Looking,
  asked: AskFinding | undefined
) {
  if (plan.modelsPath === undefined || plan.modelsPath === plan.ask?.path || !isGood(asked)) return undefined
  const url = endpointUrl(lane, settings, plan.modelsPath)
  return url === undefined ? undefined : yield* ask(url, plan.ask?.timeoutMs ?? modelsMillis)
})

const findHelp = (plan: ProbePlan, { options, env, directory }: Looking) =>
  plan.help === undefined
    ? Effect.undefined
    : askHelp(commandOf(plan.help.binary, options), {
        env,
        directory,
        timeout: Duration.millis(plan.help.timeoutMs)
      })

/** Looks at what the plan says, in its order, until something fails. */
const look = Effect.fnUntraced(function* (plan: ProbePlan, looking: Looking) {
  const binaries = yield* findBinaries(plan, looking)
  if ([...binaries.values()].some((finding) => finding !== "found"))
    return { binaries } satisfies ProbeFindings
  const help = yield* findHelp(plan, looking)
  const url = probeUrl(looking.lane, looking.settings)
  const asked = plan.ask === undefined || url === undefined ? undefined : yield* ask(url, plan.ask.timeoutMs)
  const models = yield* askModels(plan, looking, asked)
  return {
    binaries,
    ...(help === undefined ? {} : { help }),
    ...(asked === undefined ? {} : { ask: asked }),
    ...(models === undefined ? {} : { models })
  } satisfies ProbeFindings
})

const lookOf = ({ binaries, required }: ProbePlan): ProbePlan => ({
  binaries,
  required,
  help: undefined,
  ask: undefined,
  modelsPath: undefined
})

/** Finds out whether a lane can run now. */
export const probeLane = Effect.fnUntraced(function* (probe: LaneProbe, options: LanesOptions) {
  const plan = planProbe(probe.lane, probe.hasPinnedModel)
  if (plan.ask !== undefined && probeUrl(probe.lane, probe.settings) === undefined)
    return notAvailable(
      "host-malformed",
      shown`\`${plan.ask.hostConfigKey}\` holds no http or https address to ask`
    )
  const looked = probe.looksOnly === true ? lookOf(plan) : plan
  const findings = yield* look(looked, { ...probe, options, env: yield* probeEnvironment(probe) })
  return judgeProbe(readModels)(looked, findings)
})
