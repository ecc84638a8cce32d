import * as Schema from "effect/Schema"
import {
  artifactKinds,
  artifactNestings,
  commandStyles,
  configFormats,
  converters,
  extendedHookEvents,
  extensionEventFamilies,
  hookEventFamilies,
  hooksSurfaces,
  installSurfaces,
  permissionWriters,
  sandboxTiers,
  triggerPrecedences
} from "../runtimeVocabulary.ts"
import { ConfigHome } from "./configHome.ts"
import { envelopeFields } from "./envelope.ts"
import { HostIntegration } from "./hostIntegration.ts"
import { about, FreeName, HomePath, Strings, Text } from "./primitives.ts"
import { Reviewer } from "./reviewer.ts"

/** One kind of artefact and where it is projected, below the runtime's home. Source: seed 000, runtime body. */
export const ArtifactKind = Schema.Struct({
  kind: Schema.Literals(artifactKinds).pipe(about("What it is")),
  destSubpath: HomePath.pipe(about("Directory, below the runtime's home")),
  prefix: Schema.String.pipe(about("Put before each name; may be empty")),
  nesting: Schema.Literals(artifactNestings).pipe(about("One level of files, or a directory for each")),
  recursive: Schema.optionalKey(Schema.Boolean).pipe(about("Whether folders are followed")),
  converter: Schema.NullOr(Schema.Literals(converters)).pipe(
    about("How the text is rewritten; null for as it is")
  ),
  home: Schema.optionalKey(Schema.Union([Schema.String, ConfigHome])).pipe(
    about("Another home than `configHome`; global entries only")
  )
}).annotate({ identifier: "ArtifactKind", description: "One kind of artefact and where it goes" })

const localDirectory = Schema.String.check(
  Schema.isPattern(/^\./u, { message: "must start with `.`" }),
  Schema.isPattern(/^(?!(?:[\s\S]*[/\\])?\.\.(?:[/\\]|$))/u, {
    message: "must stay inside the project: no `..` segment"
  })
)

const nullableText = Schema.NullOr(Schema.String)

/** How the product starts a session of a host. Source: manifest facts 5. */
export const OrchestratorExec = Schema.Struct({
  command: FreeName.pipe(about("Program that starts a session")),
  args: Schema.optionalKey(Strings).pipe(about("Its arguments")),
  cwdFlag: Schema.optionalKey(nullableText).pipe(about("Flag before the directory")),
  promptFlag: Schema.optionalKey(nullableText).pipe(about("Flag before the prompt")),
  modelFlag: Schema.optionalKey(nullableText).pipe(about("Flag before the model"))
}).annotate({ identifier: "OrchestratorExec", description: "How a session of the host is started" })

/** Projection of the product onto one host. Pairings of surfaces are checked by rules. Source: seed 000, runtime body. */
export const RuntimeBody = Schema.Struct({
  configHome: ConfigHome.pipe(about("Where its global configuration is")),
  localConfigDir: Schema.optionalKey(Schema.NullOr(localDirectory)).pipe(
    about("Directory of its configuration in a project")
  ),
  configFormat: Schema.Literals(configFormats).pipe(about("Format of its configuration")),
  artifactLayout: Schema.Struct({
    global: Schema.Array(ArtifactKind).pipe(about("For all projects")),
    local: Schema.Array(ArtifactKind).pipe(about("For one project"))
  }).pipe(about("What is projected where")),
  commandStyle: Schema.Literals(commandStyles).pipe(about("How commands are spelt")),
  hooksSurface: Schema.Literals(hooksSurfaces).pipe(about("Where hooks are written")),
  hookEvents: Schema.optionalKey(Schema.Literals(hookEventFamilies)).pipe(
    about("Family of events its hooks know")
  ),
  extensionEvents: Schema.optionalKey(Schema.Literals(extensionEventFamilies)).pipe(
    about("Family of events its extensions know")
  ),
  sandboxTier: Schema.Literals(sandboxTiers).pipe(about("Sandbox it runs agents in")),
  supportTier: Schema.Literals([1, 2]).pipe(about("How well it is supported")),
  installSurface: Schema.Literals(installSurfaces).pipe(about("Where an install is recorded")),
  writesSharedSettings: Schema.Boolean.pipe(about("Whether a shared settings file is written")),
  permissionWriter: Schema.NullOr(Schema.Literals(permissionWriters)).pipe(
    about("Who writes its permissions; null for nobody")
  ),
  extendedHookEvents: Schema.Array(Schema.Literals(extendedHookEvents)).pipe(
    about("Further events it knows")
  ),
  hostIntegration: HostIntegration.pipe(about("How the host embeds the product")),
  hostBehaviors: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)).pipe(
    about("Switches for what differs on this host")
  ),
  orchestratorExec: Schema.optionalKey(OrchestratorExec).pipe(about("How a session is started")),
  harnessIsolationFlag: Schema.optionalKey(Text).pipe(about("Flag that isolates a session")),
  triggerPrecedence: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.Literals(triggerPrecedences)).check(
      Schema.isUnique({ message: "must not repeat an entry" })
    )
  ).pipe(about("What wins when a skill and a command share a trigger"))
}).annotate({ identifier: "RuntimeBody", description: "How the product is projected onto one host" })

/** Projection of the product onto one host. */
export type RuntimeBody = typeof RuntimeBody.Type

/** Manifest of a runtime, which may be a reviewer lane too. Source: seed 000, runtime body. */
export const RuntimeManifest = Schema.Struct({
  ...envelopeFields,
  role: Schema.tag("runtime"),
  runtime: RuntimeBody.pipe(about("The projection")),
  reviewer: Schema.optionalKey(Reviewer).pipe(about("Lane of the same program"))
}).annotate({ identifier: "RuntimeManifest", description: "Capability that projects onto one host" })

/** Manifest of a runtime. */
export type RuntimeManifest = typeof RuntimeManifest.Type
