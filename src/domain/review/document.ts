import * as Schema from "effect/Schema"
import { consensusOf, isJudging, type Group } from "./consensus.ts"
import { isUsable, laneName, readLane, type LaneResult, type ReadLane } from "./lane.ts"
import type { PlanHash } from "./prompt.ts"
import {
  countCitations,
  repositoryOf,
  resolveCitation,
  type LineCounts,
  type ResolvedCitation
} from "./resolve.ts"
import { counted } from "../text/counted.ts"

const SeverityName = Schema.Literals(["HIGH", "MEDIUM", "LOW"])
const PolarityName = Schema.Literals(["concern", "approval", "neutral"])

const Cited = Schema.Struct({
  path: Schema.String,
  line: Schema.Int,
  endLine: Schema.Int,
  state: Schema.Literals(["resolves", "no-such-file", "no-such-line"]),
  file: Schema.String
})

/** One group of findings in the JSON of a review. */
export const ReviewFinding = Schema.Struct({
  id: Schema.String,
  standing: Schema.Literals(["disputed", "agreed", "weak", "single"]),
  polarity: PolarityName,
  severity: Schema.NullOr(SeverityName),
  basis: Schema.Literals(["place", "words", "alone"]),
  place: Schema.NullOr(Schema.Struct({ path: Schema.String, line: Schema.Int, endLine: Schema.Int })),
  voices: Schema.Array(
    Schema.Struct({
      slug: Schema.String,
      severity: Schema.NullOr(SeverityName),
      polarity: PolarityName,
      text: Schema.String,
      citations: Schema.Array(Cited),
      weight: Schema.Literals(["full", "reduced"])
    })
  )
})

/** One lane in the JSON of a review. */
export const ReviewLane = Schema.Struct({
  slug: Schema.String,
  /** Id of the capability that declares it. */
  id: Schema.String,
  outcome: Schema.String,
  ok: Schema.Boolean,
  reason: Schema.optionalKey(Schema.String),
  ms: Schema.Finite,
  bytes: Schema.Int,
  startMs: Schema.Finite,
  section: Schema.String,
  evidenceClass: Schema.Literals(["source-grounded", "diff-only"]),
  instance: Schema.optionalKey(Schema.String),
  model: Schema.optionalKey(Schema.String),
  notes: Schema.Array(Schema.String),
  /** Findings it states for the consensus, and how many of its citations resolve; both 0 when it is not usable. */
  findings: Schema.Int,
  citations: Schema.Struct({ total: Schema.Int, resolving: Schema.Int })
})
export type ReviewLane = typeof ReviewLane.Type

/** JSON of `gsd review`. Source: issue 6, design section 5. */
export const ReviewDocument = Schema.Struct({
  runId: Schema.String,
  /** `met` when at least `quorum` lanes gave a usable review. */
  verdict: Schema.Literals(["met", "degraded"]),
  /** Usable reviews that were asked for. */
  quorum: Schema.Int,
  /** Usable reviews there are. */
  usable: Schema.Int,
  /** Whether the run was ended before every lane was. */
  interrupted: Schema.Boolean,
  plans: Schema.Array(Schema.Struct({ path: Schema.String, id: Schema.String, sha512: Schema.String })),
  lanes: Schema.Array(ReviewLane),
  /** Where REVIEWS.md is. */
  reviewsPath: Schema.String,
  findings: Schema.Array(ReviewFinding),
  /** Over all usable lanes; `unresolved` in the order of the lanes. */
  citations: Schema.Struct({
    total: Schema.Int,
    resolving: Schema.Int,
    unresolved: Schema.Array(Schema.Struct({ slug: Schema.String, ...Cited.fields }))
  }),
  warnings: Schema.Array(Schema.String)
})
export type ReviewDocument = typeof ReviewDocument.Type

/** Everything a report is made of. */
export interface ReviewInput {
  readonly runId: string
  /** Usable reviews asked for; at least 1 counts even when it says less. */
  readonly quorum: number
  readonly plans: ReadonlyArray<PlanHash>
  /** In the order of the report. */
  readonly lanes: ReadonlyArray<LaneResult>
  readonly reviewsPath: string
  /** Lines of the files that are cited, see `filesCited`. */
  readonly files: LineCounts
  readonly warnings?: ReadonlyArray<string>
}

/** A review: its JSON, and the lanes with their texts for the pages. */
export interface Review {
  readonly document: ReviewDocument
  readonly lanes: ReadonlyArray<ReadLane>
}

type Resolve = (lane: ReadLane) => ReadonlyArray<ResolvedCitation>

const laneEntry = (lane: ReadLane, resolve: Resolve): ReviewLane => ({
  slug: lane.slug,
  id: lane.id,
  outcome: lane.outcome,
  ok: isUsable(lane),
  ...(lane.reason === undefined ? {} : { reason: lane.reason }),
  ms: lane.ms,
  bytes: lane.bytes,
  startMs: lane.startMs ?? 0,
  section: lane.section,
  evidenceClass: lane.evidenceClass,
  ...(lane.instance === undefined ? {} : { instance: lane.instance }),
  ...(lane.model === undefined ? {} : { model: lane.model }),
  notes: [
    ...(lane.notes ?? []),
    ...(lane.leftOut > 0
      ? [`${counted(lane.leftOut, "further finding is", "further findings are")} not in the consensus`]
      : [])
  ],
  findings: lane.findings.filter(isJudging).length,
  citations: countCitations(resolve(lane))
})

const unresolvedOf = (lane: ReadLane, resolve: Resolve) =>
  resolve(lane)
    .filter(({ state }) => state !== "resolves")
    .map((citation) => ({ slug: laneName(lane), ...citation }))

/** Lanes of one capability are no independent voices, whatever their models: the same program wrote the prompt to them. */
const kinship = (lanes: ReadonlyArray<ReadLane>): ReadonlyArray<string> => {
  const names = new Map<string, ReadonlyArray<string>>()
  for (const lane of lanes.filter(isUsable))
    names.set(lane.id, [...(names.get(lane.id) ?? []), laneName(lane)])
  return [...names]
    .filter(([, of]) => of.length > 1)
    .map(([id, of]) => `${of.join(", ")} are lanes of one capability, \`${id}\`: that they agree says less`)
}

const groupsOf = (lanes: ReadonlyArray<ReadLane>, files: LineCounts): ReadonlyArray<Group> =>
  consensusOf(
    lanes
      .filter(isUsable)
      .map((lane) => ({ slug: laneName(lane), evidenceClass: lane.evidenceClass, findings: lane.findings })),
    files
  )

/** Judges a review: who was usable, whether that is enough, and what the usable ones say together. Pure and total. */
export const judgeReview = (input: ReviewInput): Review => {
  const lanes = input.lanes.map(readLane)
  const repository = repositoryOf(input.files)
  const resolve: Resolve = (lane) =>
    lane.findings.flatMap(({ citations }) => citations.map((one) => resolveCitation(one, repository)))
  const usable = lanes.filter(isUsable).length
  const quorum = Math.max(1, input.quorum)
  return {
    document: {
      runId: input.runId,
      verdict: usable >= quorum ? "met" : "degraded",
      quorum,
      usable,
      interrupted: lanes.some(({ outcome }) => outcome === "interrupted"),
      plans: input.plans,
      lanes: lanes.map((lane) => laneEntry(lane, resolve)),
      reviewsPath: input.reviewsPath,
      findings: groupsOf(lanes, input.files),
      citations: {
        ...countCitations(lanes.flatMap(resolve)),
        unresolved: lanes.flatMap((lane) => unresolvedOf(lane, resolve))
      },
      warnings: [...(input.warnings ?? []), ...kinship(lanes)]
    },
    lanes
  }
}
