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
import { BundlePath, FreeName, Strings, Text } from "./primitives.ts"
import { Reviewer } from "./reviewer.ts"

/** One kind of artefact and where it is projected, below the runtime's home. Source: seed 000, runtime body. */
export const ArtifactKind = Schema.Struct({
  kind: Schema.Literals(artifactKinds),
  destSubpath: BundlePath,
  prefix: Schema.String,
  nesting: Schema.Literals(artifactNestings),
  recursive: Schema.optionalKey(Schema.Boolean),
  converter: Schema.NullOr(Schema.Literals(converters)),
  home: Schema.optionalKey(Schema.Union([Schema.String, ConfigHome]))
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
  command: FreeName,
  args: Schema.optionalKey(Strings),
  cwdFlag: Schema.optionalKey(nullableText),
  promptFlag: Schema.optionalKey(nullableText),
  modelFlag: Schema.optionalKey(nullableText)
}).annotate({ identifier: "OrchestratorExec", description: "How a session of the host is started" })

/** Projection of the product onto one host. Pairings of surfaces are checked by rules. Source: seed 000, runtime body. */
export const RuntimeBody = Schema.Struct({
  configHome: ConfigHome,
  localConfigDir: Schema.optionalKey(Schema.NullOr(localDirectory)),
  configFormat: Schema.Literals(configFormats),
  artifactLayout: Schema.Struct({ global: Schema.Array(ArtifactKind), local: Schema.Array(ArtifactKind) }),
  commandStyle: Schema.Literals(commandStyles),
  hooksSurface: Schema.Literals(hooksSurfaces),
  hookEvents: Schema.optionalKey(Schema.Literals(hookEventFamilies)),
  extensionEvents: Schema.optionalKey(Schema.Literals(extensionEventFamilies)),
  sandboxTier: Schema.Literals(sandboxTiers),
  supportTier: Schema.Literals([1, 2]),
  installSurface: Schema.Literals(installSurfaces),
  writesSharedSettings: Schema.Boolean,
  permissionWriter: Schema.NullOr(Schema.Literals(permissionWriters)),
  extendedHookEvents: Schema.Array(Schema.Literals(extendedHookEvents)),
  hostIntegration: HostIntegration,
  hostBehaviors: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  orchestratorExec: Schema.optionalKey(OrchestratorExec),
  harnessIsolationFlag: Schema.optionalKey(Text),
  triggerPrecedence: Schema.optionalKey(
    Schema.NonEmptyArray(Schema.Literals(triggerPrecedences)).check(
      Schema.isUnique({ message: "must not repeat an entry" })
    )
  )
}).annotate({ identifier: "RuntimeBody", description: "How the product is projected onto one host" })

/** Projection of the product onto one host. */
export type RuntimeBody = typeof RuntimeBody.Type

/** Manifest of a runtime, which may be a reviewer lane too. Source: seed 000, runtime body. */
export const RuntimeManifest = Schema.Struct({
  ...envelopeFields,
  role: Schema.tag("runtime"),
  runtime: RuntimeBody,
  reviewer: Schema.optionalKey(Reviewer)
}).annotate({ identifier: "RuntimeManifest", description: "Capability that projects onto one host" })

/** Manifest of a runtime. */
export type RuntimeManifest = typeof RuntimeManifest.Type
