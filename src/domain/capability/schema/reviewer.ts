import * as Schema from "effect/Schema"
import {
  effortChannels,
  effortLevels,
  emptyOutputs,
  evidenceClasses,
  laneHandlers,
  modelDiscoveries,
  outputChannels,
  promptChannels
} from "../laneVocabulary.ts"
import { envelopeFields } from "./envelope.ts"
import { about, PositiveMilliseconds, Strings, Text } from "./primitives.ts"

const nullableKey = Schema.NullOr(Text)

const probeTimeout = PositiveMilliseconds.pipe(about("Longest the check may take, in milliseconds"))

/** Availability check of a lane, by kind. Source: seed 000, reviewer body. */
export const Probe = Schema.Union([
  Schema.Struct({
    kind: Schema.tag("command-exists").pipe(about("The program is there")),
    binary: Text.pipe(about("Program to look for"))
  }),
  Schema.Struct({
    kind: Schema.tag("command-capability").pipe(about("The program says a word that it must know")),
    binary: Text.pipe(about("Program to ask")),
    needle: Text.pipe(about("Word its output must hold")),
    timeoutMs: probeTimeout
  }),
  Schema.Struct({
    kind: Schema.tag("http-reachable").pipe(about("The endpoint answers")),
    hostConfigKey: Text.pipe(about("Configuration key that holds the host")),
    path: Text.pipe(about("Path to ask for")),
    timeoutMs: probeTimeout
  })
])
  .pipe(Schema.toTaggedUnion("kind"))
  .annotate({ identifier: "Probe", description: "Availability check of a lane" })

/** Availability check of a lane. */
export type Probe = typeof Probe.Type

/** How a lane's program is run. Source: seed 000, reviewer body. */
export const SpawnInvoke = Schema.Struct({
  binary: Text.pipe(about("Program to run")),
  args: Strings.pipe(about("Its arguments")),
  promptChannel: Schema.Literals(promptChannels).pipe(about("How the prompt reaches it")),
  outputChannel: Schema.Literals(outputChannels).pipe(about("Where its answer is read")),
  outputArg: Schema.optionalKey(Text).pipe(about("Argument before the answer's file; with `file-arg` only")),
  modelArg: Schema.NullOr(Text).pipe(about("Argument before the model's name; null when it takes none")),
  effortChannel: Schema.Literals(effortChannels).pipe(about("How the effort reaches it")),
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)).pipe(
    about("Environment variables it is given")
  )
}).annotate({ identifier: "SpawnInvoke", description: "How the lane's program is run" })

/** How a lane's program is run. */
export type SpawnInvoke = typeof SpawnInvoke.Type

/** How a lane's model endpoint is asked. Source: seed 000, reviewer body. */
export const HttpInvoke = Schema.Struct({
  hostConfigKey: Text.pipe(about("Configuration key that holds the host")),
  defaultHost: Schema.optionalKey(Schema.NullOr(Schema.String)).pipe(about("Host when the key is not set")),
  path: Text.pipe(about("Path of the endpoint")),
  modelDiscovery: Schema.Literals(modelDiscoveries).pipe(about("How a model is found when none is named")),
  fallbackModel: Schema.optionalKey(Schema.NullOr(Schema.String)).pipe(about("Model when none is found")),
  effortChannel: Schema.Literal("none").pipe(about("An endpoint takes no effort"))
}).annotate({ identifier: "HttpInvoke", description: "How the lane's model endpoint is asked" })

/** How a lane's model endpoint is asked. */
export type HttpInvoke = typeof HttpInvoke.Type

const Slug = Schema.String.check(
  Schema.isPattern(/^(?!(?:constructor|prototype)$)[a-z0-9][a-z0-9_-]*$/u, {
    message:
      "must be a lower-case letter or digit, then lower-case letters, digits, `_` or `-`, and no reserved name"
  })
)

const LaneFlag = Schema.String.check(
  Schema.isPattern(/^--[a-z0-9][a-z0-9-]*$/u, {
    message: "must be two hyphens and a lower-case word, such as `--owl`"
  })
)

const ReviewsSection = Text.check(
  Schema.isPattern(/^(?!(?:__proto__|constructor|prototype)$)[^\u0000-\u001f\u007f]+$/u, {
    message: "must be one line without control characters, and no reserved name"
  })
)

const laneFields = {
  slug: Slug.pipe(about("Name of the lane in commands and files")),
  flags: Schema.NonEmptyArray(LaneFlag).pipe(about("Flags of `gsd review` that choose the lane")),
  probe: Probe.pipe(about("How it is found out whether the lane can run")),
  timeoutFloorMs: PositiveMilliseconds.pipe(about("Shortest time a review is given, in milliseconds")),
  timeoutConfigKey: Schema.optionalKey(nullableKey).pipe(about("Configuration key of its time limit")),
  emptyOutput: Schema.Literals(emptyOutputs).pipe(about("What an empty answer becomes")),
  reviewsSection: ReviewsSection.pipe(about("Heading of its part of REVIEWS.md")),
  evidenceClass: Schema.Literals(evidenceClasses).pipe(about("What its findings can rest on")),
  requiresBinaries: Schema.Array(Text).pipe(about("Programs it needs besides")),
  promptBudgetKey: nullableKey.pipe(about("Configuration key of its prompt budget")),
  modelConfigKey: Schema.optionalKey(nullableKey).pipe(about("Configuration key of its model")),
  effortConfigKey: Schema.optionalKey(nullableKey).pipe(about("Configuration key of its effort")),
  defaultEffort: Schema.optionalKey(Schema.NullOr(Schema.Literals(effortLevels))).pipe(
    about("Effort when none is set; needs `effortConfigKey`")
  ),
  handler: Schema.NullOr(Schema.Literals(laneHandlers)).pipe(
    about("First-party handler of its answers; null for none")
  )
}

/** One reviewer lane; `transport` selects the shape of `invoke`. Source: seed 000, reviewer body. */
export const Reviewer = Schema.Union([
  Schema.Struct({
    transport: Schema.tag("spawn").pipe(about("A program is run")),
    invoke: SpawnInvoke.pipe(about("How the program is run")),
    ...laneFields
  }),
  Schema.Struct({
    transport: Schema.tag("openai-http").pipe(about("An OpenAI-compatible endpoint is asked")),
    invoke: HttpInvoke.pipe(about("How the endpoint is asked")),
    ...laneFields
  })
])
  .pipe(Schema.toTaggedUnion("transport"))
  .annotate({ identifier: "Reviewer", description: "Reviewer lane: a program or a model endpoint" })

/** One reviewer lane. */
export type Reviewer = typeof Reviewer.Type

/** Manifest of a lane-only capability. Source: seed 000, reviewer body. */
export const ReviewerManifest = Schema.Struct({
  ...envelopeFields,
  role: Schema.tag("reviewer"),
  reviewer: Reviewer.pipe(about("The lane"))
}).annotate({ identifier: "ReviewerManifest", description: "Capability that is a reviewer lane only" })

/** Manifest of a lane-only capability. */
export type ReviewerManifest = typeof ReviewerManifest.Type
