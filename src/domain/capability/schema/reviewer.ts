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
import { PositiveMilliseconds, Strings, Text } from "./primitives.ts"

const nullableKey = Schema.NullOr(Text)

/** Availability check of a lane, by kind. Source: seed 000, reviewer body. */
export const Probe = Schema.Union([
  Schema.Struct({ kind: Schema.tag("command-exists"), binary: Text }),
  Schema.Struct({
    kind: Schema.tag("command-capability"),
    binary: Text,
    needle: Text,
    timeoutMs: PositiveMilliseconds
  }),
  Schema.Struct({
    kind: Schema.tag("http-reachable"),
    hostConfigKey: Text,
    path: Text,
    timeoutMs: PositiveMilliseconds
  })
])
  .pipe(Schema.toTaggedUnion("kind"))
  .annotate({ identifier: "Probe", description: "Availability check of a lane" })

/** Availability check of a lane. */
export type Probe = typeof Probe.Type

/** How a lane's program is run. Source: seed 000, reviewer body. */
export const SpawnInvoke = Schema.Struct({
  binary: Text,
  args: Strings,
  promptChannel: Schema.Literals(promptChannels),
  outputChannel: Schema.Literals(outputChannels),
  outputArg: Schema.optionalKey(Text),
  modelArg: Schema.NullOr(Text),
  effortChannel: Schema.Literals(effortChannels),
  env: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}).annotate({ identifier: "SpawnInvoke", description: "How the lane's program is run" })

/** How a lane's program is run. */
export type SpawnInvoke = typeof SpawnInvoke.Type

/** How a lane's model endpoint is asked. Source: seed 000, reviewer body. */
export const HttpInvoke = Schema.Struct({
  hostConfigKey: Text,
  defaultHost: Schema.optionalKey(Schema.NullOr(Schema.String)),
  path: Text,
  modelDiscovery: Schema.Literals(modelDiscoveries),
  fallbackModel: Schema.optionalKey(Schema.NullOr(Schema.String)),
  effortChannel: Schema.Literal("none")
}).annotate({ identifier: "HttpInvoke", description: "How the lane's model endpoint is asked" })

/** How a lane's model endpoint is asked. */
export type HttpInvoke = typeof HttpInvoke.Type

const laneFields = {
  slug: Schema.String.check(
    Schema.isPattern(/^(?!(?:constructor|prototype)$)[a-z0-9][a-z0-9_-]*$/u, {
      message:
        "must be a lower-case letter or digit, then lower-case letters, digits, `_` or `-`, and no reserved name"
    })
  ),
  flags: Schema.NonEmptyArray(
    Schema.String.check(
      Schema.isPattern(/^--[a-z0-9][a-z0-9-]*$/u, {
        message: "must be two hyphens and a lower-case word, such as `--owl`"
      })
    )
  ),
  probe: Probe,
  timeoutFloorMs: PositiveMilliseconds,
  timeoutConfigKey: Schema.optionalKey(nullableKey),
  emptyOutput: Schema.Literals(emptyOutputs),
  reviewsSection: Schema.NonEmptyString.check(
    Schema.isPattern(/^(?!(?:__proto__|constructor|prototype)$)[^\u0000-\u001f\u007f]+$/u, {
      message: "must be one line without control characters, and no reserved name"
    })
  ),
  evidenceClass: Schema.Literals(evidenceClasses),
  requiresBinaries: Schema.Array(Text),
  promptBudgetKey: nullableKey,
  modelConfigKey: Schema.optionalKey(nullableKey),
  effortConfigKey: Schema.optionalKey(nullableKey),
  defaultEffort: Schema.optionalKey(Schema.NullOr(Schema.Literals(effortLevels))),
  handler: Schema.NullOr(Schema.Literals(laneHandlers))
}

/** One reviewer lane; `transport` selects the shape of `invoke`. Source: seed 000, reviewer body. */
export const Reviewer = Schema.Union([
  Schema.Struct({ transport: Schema.tag("spawn"), invoke: SpawnInvoke, ...laneFields }),
  Schema.Struct({ transport: Schema.tag("openai-http"), invoke: HttpInvoke, ...laneFields })
])
  .pipe(Schema.toTaggedUnion("transport"))
  .annotate({ identifier: "Reviewer", description: "Reviewer lane: a program or a model endpoint" })

/** One reviewer lane. */
export type Reviewer = typeof Reviewer.Type

/** Manifest of a lane-only capability. Source: seed 000, reviewer body. */
export const ReviewerManifest = Schema.Struct({
  ...envelopeFields,
  role: Schema.tag("reviewer"),
  reviewer: Reviewer
}).annotate({ identifier: "ReviewerManifest", description: "Capability that is a reviewer lane only" })

/** Manifest of a lane-only capability. */
export type ReviewerManifest = typeof ReviewerManifest.Type
