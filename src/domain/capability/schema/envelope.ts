import * as Schema from "effect/Schema"
import { isRange, longestRange } from "../../version/range.ts"
import { versionPattern } from "../../version/version.ts"
import { tiers } from "../vocabulary.ts"
import { ConfigSlice } from "./config.ts"
import { McpServers } from "./mcpServers.ts"
import { CapabilityId, Text } from "./primitives.ts"

/** Strict SemVer 2.0.0. */
export const Version = Schema.String.check(
  Schema.isPattern(versionPattern, { message: "must be a SemVer 2.0.0 version such as `1.0.0`" })
).annotate({ identifier: "Version", description: "SemVer 2.0.0 version" })

/** Npm semver range; the empty one is refused. Source: decisions 1. */
export const VersionRange = Schema.String.check(
  Schema.isMaxLength(longestRange),
  Schema.makeFilter((text: string) =>
    isRange(text) ? undefined : "must be a semver range such as `>=1.6.0 <3.0.0`"
  )
).annotate({ identifier: "VersionRange", description: "npm semver range, for example >=1.6.0 <3.0.0" })

/** Install tier. */
export const Tier = Schema.Literals(tiers).annotate({ identifier: "Tier", description: "Install tier" })

/** One digest of the bundle, as in subresource integrity. Source: seed 000, envelope. */
export const Integrity = Schema.String.check(
  Schema.isPattern(/^sha512-[A-Za-z0-9+/]{86}==$/u, {
    message: "must be one digest: `sha512-` and 88 characters of base64"
  })
).annotate({ identifier: "Integrity", description: "sha512 digest of the bundle" })

const Engines = Schema.Struct({ gsd: Schema.optionalKey(VersionRange) }).annotate({
  identifier: "Engines",
  description: "Host versions the capability works with"
})

const Provenance = Schema.Struct({ sourceRepo: Text, commit: Text }).annotate({
  identifier: "Provenance",
  description: "Repository and commit the bundle was built from"
})

const Author = Schema.Struct({
  name: Schema.String,
  email: Schema.optionalKey(Schema.String),
  url: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Author", description: "Who wrote the capability" })

/** Fields that every role shares, the role aside. Source: seed 000, envelope. */
export const envelopeFields = {
  id: CapabilityId,
  version: Version,
  title: Text,
  description: Text,
  tier: Tier,
  requires: Schema.Array(Schema.String),
  engines: Schema.optionalKey(Engines),
  compatVersions: Schema.optionalKey(Schema.Record(Schema.String, VersionRange)),
  integrity: Schema.optionalKey(Integrity),
  provenance: Schema.optionalKey(Provenance),
  author: Schema.optionalKey(Author),
  homepage: Schema.optionalKey(Schema.String),
  repository: Schema.optionalKey(Schema.String),
  license: Schema.optionalKey(Schema.String),
  keywords: Schema.optionalKey(Schema.Array(Schema.String)),
  config: Schema.optionalKey(ConfigSlice),
  mcpServers: Schema.optionalKey(McpServers)
}

/** Envelope alone, for manifests whose role is unknown. */
export const Envelope = Schema.Struct(envelopeFields)
