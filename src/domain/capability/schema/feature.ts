import * as Schema from "effect/Schema"
import { ConfigSlice } from "./config.ts"
import { envelopeFields } from "./envelope.ts"
import { Contribution, Gate, Step } from "./loopHooks.ts"
import { about, FreeName, Stem, Strings, Text, TrackerPrefix } from "./primitives.ts"
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

const Matcher = Schema.String.check(
  Schema.isPattern(/^[^\u0000-\u001f\u007f]+$/u, {
    message: "must be non-empty and hold no control characters"
  })
)

/** Script a host runs on one of its events. Source: seed 000, hooks. */
export const Hook = Schema.Struct({
  event: Text.pipe(about("Event of the host, such as `SessionStart`")),
  script: HookScript.pipe(about("Script of the bundle to run")),
  matcher: Schema.optionalKey(Matcher).pipe(about("Tools the event must be about, as the host matches them"))
}).annotate({ identifier: "Hook", description: "Script a host runs on one of its events" })

/** Script a host runs on one of its events. */
export type Hook = typeof Hook.Type

const ModuleName = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9._-]+\.cjs$/u, {
    message: "must be a bare file name of letters, digits, `.`, `_`, `-` that ends in `.cjs`"
  })
)

/** Command family and the module that answers it. Source: manifest facts 3. */
export const CommandFamily = Schema.Struct({
  family: FreeName.pipe(about("First word of the commands")),
  module: ModuleName.pipe(about("File of the bundle that answers them")),
  router: FreeName.pipe(about("Name of the function that routes them")),
  subcommands: Schema.optionalKey(Schema.Array(Text)).pipe(about("Words the family knows"))
}).annotate({ identifier: "CommandFamily", description: "Commands served by a module of the bundle" })

/** Command family and the module that answers it. */
export type CommandFamily = typeof CommandFamily.Type

/** Longest a task content resolver may run, in milliseconds. Source: decisions 9. */
export const longestResolverMilliseconds = 120_000

/** Subprocess that reads a task's content from a tracker. Source: seed 000, taskContentResolver. */
export const TaskContentResolver = Schema.Struct({
  trackerPrefix: TrackerPrefix.pipe(about("What stands before the colon of a task id")),
  invoke: Schema.Struct({
    binary: Text.pipe(about("Program to run")),
    args: Strings.pipe(about("Its arguments; one of them is `{{id}}`")),
    timeoutMs: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: longestResolverMilliseconds })).pipe(
      about("Longest it may run, in milliseconds")
    )
  }).pipe(about("Program that prints the task"))
}).annotate({ identifier: "TaskContentResolver", description: "Reads task content from a tracker" })

/** Manifest of a feature. Source: seed 000, feature body. */
export const FeatureManifest = Schema.Struct({
  ...envelopeFields,
  role: Schema.tag("feature"),
  runtimeCompat: RuntimeCompat.pipe(about("Host runtimes it can surface through")),
  skills: Schema.Array(Stem).pipe(about("Stems of its skills: `skills/<stem>/SKILL.md`")),
  agents: Schema.Array(Stem).pipe(about("Stems of its agents: `agents/<stem>.md`")),
  hooks: Schema.optionalKey(Schema.Array(Hook)).pipe(about("Scripts a host runs on its events")),
  config: ConfigSlice.pipe(about("Configuration keys it contributes, by dotted key")),
  steps: Schema.Array(Step).pipe(about("Units of work at loop points")),
  contributions: Schema.Array(Contribution).pipe(about("Prompt text for agent roles at loop points")),
  gates: Schema.Array(Gate).pipe(about("Conditions checked at loop points")),
  commands: Schema.optionalKey(Schema.Array(CommandFamily)).pipe(
    about("Command families served by modules of the bundle")
  ),
  activationKey: Schema.optionalKey(FreeName).pipe(about("Key of `config` that switches it on")),
  taskContentResolver: Schema.optionalKey(TaskContentResolver).pipe(
    about("Reads task content from a tracker")
  )
}).annotate({
  identifier: "FeatureManifest",
  description: "Capability that adds skills, hooks and loop steps"
})

/** Manifest of a feature. */
export type FeatureManifest = typeof FeatureManifest.Type
