import type { Probe, Reviewer } from "../capability/schema/reviewer.ts"
import { shown, type Visible } from "../text/escape.ts"
import type { Lane } from "./lane.ts"

/** Why a lane cannot run; closed. */
export const unavailableReasons = [
  "missing-required-binary",
  "missing-binary",
  "binary-not-executable",
  "probe-failed",
  "probe-timeout",
  "not-startable",
  "bundle-unusable",
  "host-not-set",
  "host-malformed",
  "host-unreachable",
  "host-refuses",
  "no-model",
  "bad-template",
  "budget-too-small",
  "no-runner"
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

/** Whether a lane can run now. */
export type Availability =
  | {
      readonly _tag: "Available"
      /** Models that the endpoint said it serves; undefined when it was not asked or did not say. */
      readonly models: ReadonlyArray<string> | undefined
      /** Whom the prompt is handed to on its way, for people; undefined when it goes straight there. */
      readonly via?: string
    }
  | { readonly _tag: "Unavailable"; readonly reason: UnavailableReason; readonly detail: Visible }

/** What looking for a program found; `shim` is a script that a run could not start either: see `canStart`. */
export type BinaryFinding = "found" | "missing" | "not-executable" | "shim"

/** What asking a program for its help brought. */
export type HelpFinding =
  | { readonly _tag: "Said"; readonly text: string }
  | { readonly _tag: "TimedOut" }
  | { readonly _tag: "NotStarted"; readonly problem: string }

/** What a request to an endpoint brought; a redirect is an answer and is not followed. */
export type AskFinding =
  | { readonly _tag: "Answered"; readonly status: number; readonly body: string }
  | { readonly _tag: "TimedOut" }
  | { readonly _tag: "Unreachable"; readonly problem: string }

/** What is to be looked at, in this order; the first that fails decides. */
export interface ProbePlan {
  /** Programs to look for: required ones, then those of the probe and the run; each once. */
  readonly binaries: ReadonlyArray<string>
  readonly required: ReadonlySet<string>
  readonly help: Extract<Probe, { readonly kind: "command-capability" }> | undefined
  readonly ask: Extract<Probe, { readonly kind: "http-reachable" }> | undefined
  /** Path of the list of models, when one is looked for; the answer to `ask` serves for both when the paths are equal. */
  readonly modelsPath: string | undefined
}

/** What was found; what was not looked at any more is absent. */
export interface ProbeFindings {
  readonly binaries: ReadonlyMap<string, BinaryFinding>
  readonly help?: HelpFinding
  readonly ask?: AskFinding
  /** Of `modelsPath`, where it is not the path of the probe. */
  readonly models?: AskFinding
}

/** The path of the models beside that of the completions: `/v1/chat/completions` has `/v1/models`. */
const modelsPathOf = (path: string): string => {
  const base = /^(.*)\/chat\/completions\/?(?:[?#].*)?$/u.exec(path)?.[1]
  return base === undefined ? "/v1/models" : `${base}/models`
}

const modelsOf = (reviewer: Reviewer, hasPinnedModel: boolean): string | undefined =>
  reviewer.transport === "openai-http" && reviewer.invoke.modelDiscovery !== "none" && !hasPinnedModel
    ? modelsPathOf(reviewer.invoke.path)
    : undefined

/** Plans the looks that tell whether a lane can run. A lane whose model is named needs no list of models. */
export const planProbe = ({ reviewer }: Lane, hasPinnedModel: boolean): ProbePlan => {
  const { probe, requiresBinaries } = reviewer
  const own = [
    ...(probe.kind === "http-reachable" ? [] : [probe.binary]),
    ...(reviewer.transport === "spawn" ? [reviewer.invoke.binary] : [])
  ]
  return {
    binaries: [...new Set([...requiresBinaries, ...own])],
    required: new Set(requiresBinaries),
    help: probe.kind === "command-capability" ? probe : undefined,
    ask: probe.kind === "http-reachable" ? probe : undefined,
    modelsPath: modelsOf(reviewer, hasPinnedModel)
  }
}

type Unavailable = Extract<Availability, { readonly _tag: "Unavailable" }>

const unavailable = (reason: UnavailableReason, detail: Visible): Unavailable => ({
  _tag: "Unavailable",
  reason,
  detail
})

/** A lane that cannot run for another reason than a probe's. */
export const notAvailable = unavailable

const judgeBinaries = (plan: ProbePlan, { binaries }: ProbeFindings): Availability | undefined => {
  for (const binary of plan.binaries) {
    const finding = binaries.get(binary) ?? "missing"
    if (finding === "not-executable")
      return unavailable("binary-not-executable", shown`The program \`${binary}\` is not executable`)
    if (finding === "shim")
      return unavailable(
        "not-startable",
        shown`The program \`${binary}\` is a shim that cannot be started directly`
      )
    if (finding === "missing")
      return plan.required.has(binary)
        ? unavailable(
            "missing-required-binary",
            shown`The program \`${binary}\`, which the lane needs besides, was not found`
          )
        : unavailable("missing-binary", shown`The program \`${binary}\` was not found`)
  }
  return undefined
}

const judgeHelp = (plan: ProbePlan, help: HelpFinding | undefined): Availability | undefined => {
  if (plan.help === undefined) return undefined
  const { binary, needle, timeoutMs } = plan.help
  if (help === undefined)
    return unavailable("probe-failed", shown`The program \`${binary}\` was not asked for its help`)
  switch (help._tag) {
    case "TimedOut":
      return unavailable("probe-timeout", shown`\`${binary} --help\` did not end within ${timeoutMs} ms`)
    case "NotStarted":
      return unavailable("not-startable", shown`\`${binary} --help\` could not be started: ${help.problem}`)
    case "Said":
      return help.text.includes(needle)
        ? undefined
        : unavailable(
            "probe-failed",
            shown`\`${binary} --help\` does not mention \`${needle}\`, so it is another program of that name`
          )
  }
}

const judgeAsk = (plan: ProbePlan, ask: AskFinding | undefined): Availability | undefined => {
  if (plan.ask === undefined) return undefined
  const { hostConfigKey, path, timeoutMs } = plan.ask
  if (ask === undefined)
    return unavailable("probe-failed", shown`The host of \`${hostConfigKey}\` was not asked`)
  switch (ask._tag) {
    case "TimedOut":
      return unavailable(
        "probe-timeout",
        shown`The host of \`${hostConfigKey}\` did not answer within ${timeoutMs} ms`
      )
    case "Unreachable":
      return unavailable(
        "host-unreachable",
        shown`The host of \`${hostConfigKey}\` cannot be reached: ${ask.problem}`
      )
    case "Answered":
      return ask.status >= 200 && ask.status < 300
        ? undefined
        : unavailable(
            "host-refuses",
            shown`The host of \`${hostConfigKey}\` answers \`${path}\` with status ${ask.status}`
          )
  }
}

/** The answer that lists models: the probe's own where the paths are equal. */
const modelsAnswer = (plan: ProbePlan, findings: ProbeFindings): AskFinding | undefined =>
  plan.modelsPath === plan.ask?.path ? findings.ask : findings.models

/**
 * Decides whether a lane can run, out of what was found. `readModels` reads the ids out of an answer that lists models.
 * A list that cannot be had does not make a lane unavailable: there is a fallback.
 */
export const judgeProbe =
  (readModels: (body: string) => ReadonlyArray<string> | undefined) =>
  (plan: ProbePlan, findings: ProbeFindings): Availability => {
    const failed =
      judgeBinaries(plan, findings) ?? judgeHelp(plan, findings.help) ?? judgeAsk(plan, findings.ask)
    if (failed !== undefined) return failed
    const answer = plan.modelsPath === undefined ? undefined : modelsAnswer(plan, findings)
    const listed = answer?._tag === "Answered" && answer.status >= 200 && answer.status < 300
    return { _tag: "Available", models: listed ? readModels(answer.body) : undefined }
  }
