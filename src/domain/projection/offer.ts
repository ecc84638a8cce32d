import type { FeatureManifest } from "../capability/schema/feature.ts"
import type { HookEntry, ServerEntry } from "../settings/entry.ts"

/** A file of an offered skill. */
export interface OfferedFile {
  /** Below the skill's folder, `/` between. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable: boolean
}

/** A skill as its capability brings it; one of the files is `SKILL.md`. */
export interface OfferedSkill {
  readonly stem: string
  /** Where its folder lies on this machine, for texts that stand elsewhere. */
  readonly folder: string
  readonly files: ReadonlyArray<OfferedFile>
}

/** An agent as its capability brings it. */
export interface OfferedAgent {
  readonly stem: string
  readonly bytes: Uint8Array
}

/** What of a capability cannot be offered, and why. */
export interface NotOffered {
  readonly kind: "skill" | "agent" | "hook" | "server"
  /** Stem, event or name. */
  readonly name: string
  /** A clause without a period whose subject is it. */
  readonly reason: string
}

/** What a capability that is acted on brings for hosts, by the bytes that were consented to. */
export interface Offer {
  readonly id: string
  readonly version: string
  readonly tier: FeatureManifest["tier"]
  readonly runtimeCompat: FeatureManifest["runtimeCompat"]
  readonly skills: ReadonlyArray<OfferedSkill>
  readonly agents: ReadonlyArray<OfferedAgent>
  /** Events as Claude names them; commands run the scripts where they lie in the store. */
  readonly hooks: ReadonlyArray<HookEntry>
  readonly servers: ReadonlyArray<ServerEntry>
  readonly notOffered: ReadonlyArray<NotOffered>
}
