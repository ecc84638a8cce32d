import * as Schema from "effect/Schema"
import { ConfigSlice } from "./config.ts"
import { envelopeFields } from "./envelope.ts"
import { Contribution, Gate, Step } from "./loopHooks.ts"
import { FreeName, Stem, Strings, Text, TrackerPrefix } from "./primitives.ts"
import { RuntimeCompat } from "./runtimeCompat.ts"

/** Path of a hook script; each clause has its own message. Source: seed 000, hooks; manifest facts 3. */
export const HookScript = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9._/-]+$/u, {
    message: "must hold only letters, digits, `.`, `_`, `/` and `-`"
  }),
  Schema.isPattern(/^(?!\/)/u, { message: "must be relative to the capability's folder" }),
  Schema.isPattern(/^(?!(?:.*\/)?\.\.(?:\/|$))/u, {
    message: "must stay inside the capability's folder: no `..` segment"
  }),
  Schema.isPattern(/^(?!(?:.*\/)?-)/u, { message: "must have no segment that starts with `-`" }),
  Schema.isPattern(/^(?!(?:.*\/)?(?:__pycache__|\.pytest_cache)(?:\/|$))(?!.*\.[pP][yY][cCoO]$)/u, {
    message: "must not name compiled Python or its caches"
  })
).annotate({ identifier: "HookScript", description: "Path of a script, relative to the capability's folder" })

/** Script a host runs on one of its events. Source: seed 000, hooks. */
export const Hook = Schema.Struct({
  event: Text,
  script: HookScript,
  matcher: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[^\u0000-\u001f\u007f]+$/u, {
        message: "must be non-empty and hold no control characters"
      })
    )
  )
}).annotate({ identifier: "Hook", description: "Script a host runs on one of its events" })

/** Script a host runs on one of its events. */
export type Hook = typeof Hook.Type

/** Command family and the module that answers it. Source: manifest facts 3. */
export const CommandFamily = Schema.Struct({
  family: FreeName,
  module: Schema.String.check(
    Schema.isPattern(/^[A-Za-z0-9._-]+\.cjs$/u, {
      message: "must be a bare file name of letters, digits, `.`, `_`, `-` that ends in `.cjs`"
    })
  ),
  router: FreeName,
  subcommands: Schema.optionalKey(Schema.Array(Text))
}).annotate({ identifier: "CommandFamily", description: "Commands served by a module of the bundle" })

/** Command family and the module that answers it. */
export type CommandFamily = typeof CommandFamily.Type

/** Longest a task content resolver may run, in milliseconds. Source: decisions 9. */
export const longestResolverMilliseconds = 120_000

/** Subprocess that reads a task's content from a tracker. Source: seed 000, taskContentResolver. */
export const TaskContentResolver = Schema.Struct({
  trackerPrefix: TrackerPrefix,
  invoke: Schema.Struct({
    binary: Text,
    args: Strings,
    timeoutMs: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: longestResolverMilliseconds }))
  })
}).annotate({ identifier: "TaskContentResolver", description: "Reads task content from a tracker" })

/** Manifest of a feature. Source: seed 000, feature body. */
export const FeatureManifest = Schema.Struct({
  ...envelopeFields,
  role: Schema.tag("feature"),
  runtimeCompat: RuntimeCompat,
  skills: Schema.Array(Stem),
  agents: Schema.Array(Stem),
  hooks: Schema.optionalKey(Schema.Array(Hook)),
  config: ConfigSlice,
  steps: Schema.Array(Step),
  contributions: Schema.Array(Contribution),
  gates: Schema.Array(Gate),
  commands: Schema.optionalKey(Schema.Array(CommandFamily)),
  activationKey: Schema.optionalKey(FreeName),
  taskContentResolver: Schema.optionalKey(TaskContentResolver)
}).annotate({
  identifier: "FeatureManifest",
  description: "Capability that adds skills, hooks and loop steps"
})

/** Manifest of a feature. */
export type FeatureManifest = typeof FeatureManifest.Type
