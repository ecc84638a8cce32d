import { nameProblem } from "./names.ts"

/** Which model a review came from, as far as is known. */
export interface ReportedModel {
  /** Undefined when it is not known. */
  readonly model: string | undefined
  readonly source: "served" | "transcript" | "banner" | "requested" | "unknown"
}

/** What may tell of a model; the first that tells counts. */
export interface ModelTraces {
  /** What the endpoint says answered. */
  readonly served: string | undefined
  /** What a transcript of the program names. */
  readonly transcript: string | undefined
  /** Error output, at whose beginning some programs print a banner. */
  readonly stderr: string
  readonly requested: string | undefined
}

/** Lines of a banner. */
const bannerLines = 40

/** Model that a banner names in a line `model: NAME`; undefined when none does, or two differ. */
export const modelInBanner = (stderr: string): string | undefined => {
  const names = stderr
    .split(/\r?\n/u, bannerLines)
    .map((line) => /^\s*model:\s*(\S.*?)\s*$/iu.exec(line)?.[1])
    .filter((name) => name !== undefined)
  return new Set(names).size === 1 ? names[0] : undefined
}

const usable = (name: string | undefined): name is string =>
  name !== undefined && name.trim() !== "" && nameProblem(name.trim()) === undefined

/** Says which model a review came from: what was seen to answer counts more than what was asked for. Source: lanes.md 1.7. */
export const reportedModel = ({ served, transcript, stderr, requested }: ModelTraces): ReportedModel => {
  const traces = [
    ["served", served],
    ["transcript", transcript],
    ["banner", modelInBanner(stderr)],
    ["requested", requested]
  ] as const
  for (const [source, model] of traces) if (usable(model)) return { model: model.trim(), source }
  return { model: undefined, source: "unknown" }
}
