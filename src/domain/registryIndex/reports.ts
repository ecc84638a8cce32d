import type { IndexVersion } from "./capabilityIndex.ts"
import type { SearchHit } from "./search.ts"

/** A registry that was added, as lists show it. */
export interface RegistryRow {
  readonly name: string
  readonly url: string
  /** Ids of the keys that are trusted to sign its next root; none when it is taken unsigned. */
  readonly keys: ReadonlyArray<string>
  /** Counter of the highest root that was seen. */
  readonly seen: number
}

/** What came of adding a registry. */
export interface RegistryAdded extends RegistryRow {
  /** `unchanged` when it was there with the same address and key; what was seen of it is then renewed. */
  readonly status: "added" | "unchanged"
  readonly expires: string
  readonly capabilities: number
}

/** What came of taking a registry out. */
export interface RegistryRemoved extends RegistryRow {
  readonly status: "removed"
}

/** A registry that a search could not look into. */
export interface RegistrySilent {
  readonly registry: string
  /** Tag of the error. */
  readonly error: string
  readonly message: string
}

/** What a search found, and where it could not look. */
export interface SearchReport {
  readonly found: ReadonlyArray<SearchHit>
  readonly silent: ReadonlyArray<RegistrySilent>
}

/** One version of a capability, and whether it can be had here. */
export interface VersionRow extends IndexVersion {
  readonly version: string
  /** Whether this gsd is what its `engines` asks for. */
  readonly fits: boolean
}

/** What a registry says of one capability; versions from the newest down. */
export interface RegistryInfo {
  readonly id: string
  readonly registry: string
  readonly url: string
  readonly latest?: string
  readonly title?: string
  readonly description?: string
  readonly tier?: string
  readonly versions: ReadonlyArray<VersionRow>
}

/** What was indexed. */
export interface IndexReport {
  readonly name: string
  /** Folder of the index, absolute. */
  readonly directory: string
  /** Counter of the root that was written. */
  readonly version: number
  readonly expires: string
  /** The key that signs it, base64: what `gsd registry add --public-key` takes. */
  readonly publicKey: string
  readonly capabilities: ReadonlyArray<{
    readonly id: string
    readonly latest: string | null
    readonly versions: ReadonlyArray<string>
    readonly yanked: ReadonlyArray<string>
  }>
  /** `ID@VERSION` of what is new in it. */
  readonly added: ReadonlyArray<string>
  /** `ID@VERSION` of what is in it no longer, its archive being gone. */
  readonly dropped: ReadonlyArray<string>
}
