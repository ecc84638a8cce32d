import * as Schema from "effect/Schema"
import { isRange, longestRange, rangeAlphabet } from "../../version/range.ts"
import { versionPattern } from "../../version/version.ts"
import { tiers } from "../vocabulary.ts"
import { ConfigSlice } from "./config.ts"
import { McpServers } from "./mcpServers.ts"
import { about, CapabilityId, Text } from "./primitives.ts"

/** Strict SemVer 2.0.0. */
export const Version = Schema.String.check(
  Schema.isPattern(versionPattern, { message: "must be a SemVer 2.0.0 version such as `1.0.0`" })
).annotate({ identifier: "Version", description: "SemVer 2.0.0 version" })

const rangeMessage = "must be a semver range such as `>=1.6.0 <3.0.0`"

/** Npm semver range; the empty one is refused. Source: decisions 1. */
export const VersionRange = Schema.String.check(
  Schema.isMaxLength(longestRange),
  Schema.makeFilter((text: string) => (isRange(text) ? undefined : rangeMessage), {
    message: rangeMessage,
    toJsonSchema: () => [{ pattern: rangeAlphabet.source }, true]
  })
).annotate({ identifier: "VersionRange", description: "npm semver range, for example >=1.6.0 <3.0.0" })

/** Install tier. */
export const Tier = Schema.Literals(tiers).annotate({ identifier: "Tier", description: "Install tier" })

/** One digest of the bundle, as in subresource integrity. Source: seed 000, envelope. */
export const Integrity = Schema.String.check(
  Schema.isPattern(/^sha512-[A-Za-z0-9+/]{86}==$/u, {
    message: "must be one digest: `sha512-` and 88 characters of base64"
  })
).annotate({ identifier: "Integrity", description: "sha512 digest of the bundle" })

const Engines = Schema.Struct({
  gsd: Schema.optionalKey(VersionRange).pipe(about("Versions of the manifest and loop contract, as a range"))
}).annotate({
  identifier: "Engines",
  description: "Host versions the capability works with"
})

const Provenance = Schema.Struct({
  sourceRepo: Text.pipe(about("Repository, as a URL")),
  commit: Text.pipe(about("Commit the bundle was built from"))
}).annotate({
  identifier: "Provenance",
  description: "Repository and commit the bundle was built from"
})

const Author = Schema.Struct({
  name: Schema.String.pipe(about("Name of the person or organisation")),
  email: Schema.optionalKey(Schema.String).pipe(about("Address for mail")),
  url: Schema.optionalKey(Schema.String).pipe(about("Page of the author"))
}).annotate({ identifier: "Author", description: "Who wrote the capability" })

/** Fields that every role shares, the role aside. Source: seed 000, envelope. */
export const envelopeFields = {
  id: CapabilityId.pipe(about("Lower-case id, equal to the folder's name")),
  version: Version.pipe(about("Version of this capability")),
  title: Text.pipe(about("Name as lists show it")),
  description: Text.pipe(about("One sentence: what it does, and for whom")),
  tier: Tier.pipe(about("Smallest install profile that holds it")),
  requires: Schema.Array(Schema.String).pipe(about("Ids of the capabilities it needs")),
  engines: Schema.optionalKey(Engines).pipe(about("Versions of gsd it works with")),
  compatVersions: Schema.optionalKey(Schema.Record(Schema.String, VersionRange)).pipe(
    about("Smallest gsd for each version of this capability")
  ),
  integrity: Schema.optionalKey(Integrity).pipe(
    about("Digest of the bundle; an archive cannot hold its own")
  ),
  provenance: Schema.optionalKey(Provenance).pipe(about("Where the bundle was built from")),
  author: Schema.optionalKey(Author).pipe(about("Who wrote it")),
  homepage: Schema.optionalKey(Schema.String).pipe(about("Page about it")),
  repository: Schema.optionalKey(Schema.String).pipe(about("Where its source is")),
  license: Schema.optionalKey(Schema.String).pipe(about("Licence, as an SPDX expression")),
  keywords: Schema.optionalKey(Schema.Array(Schema.String)).pipe(about("Words to find it by")),
  config: Schema.optionalKey(ConfigSlice).pipe(about("Configuration keys it contributes, by dotted key")),
  mcpServers: Schema.optionalKey(McpServers).pipe(about("MCP servers it adds to a host"))
}

/** Envelope alone, for manifests whose role is unknown. */
export const Envelope = Schema.Struct(envelopeFields)
