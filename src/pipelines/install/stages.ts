import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Manifest } from "../../domain/capability/schema/manifest.ts"
import type { ConsentSubject } from "../../domain/consent/digest.ts"
import type { ConsentRecord, Egress } from "../../domain/consent/record.ts"
import type { BundleFile } from "../../domain/content/BundleFile.ts"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import type { DisclosureLine } from "../../domain/disclosure/DisclosureLine.ts"
import type { PlanFile } from "../../domain/foreign/planWiring.ts"
import type { Baseline } from "../../domain/install/baseline.ts"
import type { Status } from "../../domain/install/decide.ts"
import type { ManifestFault } from "../../domain/install/errors.ts"
import type { ShownChange } from "../../domain/install/plan.ts"
import type { Edit, Wired } from "../../domain/install/receipt.ts"
import type { Yes } from "../../domain/install/yes.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { ProjectPlan } from "../../domain/project/edits.ts"
import type { WireEntry } from "../../domain/settings/entry.ts"
import type { FileEdits } from "../../domain/transaction/change.ts"
import type { StateChanged } from "../../domain/transaction/errors.ts"
import type { Operation } from "../../domain/transaction/journal.ts"
import type { ResolvedSource } from "../../services/SourceResolver.ts"
import type { Staging, StoreError } from "../../services/Store.ts"

/** What is looked at, and where it would go: all that a plan needs. */
export interface SourceRequest {
  readonly spec: string
  readonly scope: LedgerScope
  /** Id that the source must hold; set by update. */
  readonly expectedId?: string
  /** Settings files to put its hooks and servers into, as typed; those chosen before stay chosen. */
  readonly wire?: ReadonlyArray<string>
  /** Digest that the archive, or for a folder the content, must have, as the caller knows it. */
  readonly integrity?: string
  /** Content hash that the project's lockfile names for it. */
  readonly agreed?: string
  /** Exactly this commit or version of the source, as a lockfile names it. */
  readonly exactly?: string
  /** Bytes that are on this machine already, in place of asking the source. */
  readonly supplied?: Supplied
  /** The project's lockfile stays as it is, and the vendored folder becomes what it names. */
  readonly keepsLock?: boolean
  /** What another installer did for the same capability goes in the same transaction. */
  readonly takeover?: Takeover
}

/** Edits of what another installer left. */
export interface Takeover {
  /** Plans the edit of a settings file, its entries there included. */
  readonly planFile: PlanFile
  /** Edits of other files; planned under the lock, on what stands there then. */
  readonly rest: Effect.Effect<FileEdits, StateChanged | DiskFailure>
}

/** A bundle that stands somewhere on this machine, and what is known of where it once came from. */
export interface Supplied {
  /** Commit or version, where the source has such. */
  readonly resolved?: string
  readonly ref?: string
  /** Digest of the one file that all came in, as whoever recorded it says. */
  readonly artifact?: string
  /** Text that stands for a local source, whose path is another machine's; the canonical source for others. */
  readonly canonical?: string
  readonly files: ReadonlyArray<BundleFile>
  /** Bytes of one of the files, hashed against it. */
  readonly read: (path: string) => Effect.Effect<Uint8Array, StoreError>
  /** What deserves a word, such as that the source was not asked. */
  readonly notes: ReadonlyArray<string>
}

/** What the caller asks to be done. */
export interface Requested extends SourceRequest {
  readonly op: Extract<Operation, "install" | "update">
  /** Lets another source take the place of the installed one. */
  readonly replace: boolean
  readonly allowDowngrade: boolean
  /** A lower version is asked about although an earlier yes covers it: another than the caller chose it. */
  readonly asksToDowngrade?: boolean
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/** A source that is pinned and allowed. Only `resolve` builds it. */
export interface Resolved extends SourceRequest {
  readonly resolved: ResolvedSource
}

/** Resolved, with every byte copied to H/staging and hashed. Only `stage` builds it. */
export interface Staged extends Resolved {
  readonly staging: Staging
  /** In the order of the content hash. */
  readonly files: ReadonlyArray<BundleFile>
  /** Digest of the archive that the files came in; none for a folder. */
  readonly artifact?: string
  readonly manifestBytes: Uint8Array
}

/** Staged, with the manifest read, integrity checked and the staging sealed. Only `verifyStaged` builds it. */
export interface Verified extends Staged {
  readonly raw: JsonValue
  /** What is worth saying about the manifest's bytes though it is no fault. */
  readonly notes: ReadonlyArray<string>
  readonly contentHash: string
  readonly manifestHash: string
}

/** Verified, with the manifest judged, as far as it decodes. Only `judge` builds it. */
export interface Judged extends Verified {
  readonly decoded: Option.Option<Manifest>
  readonly problems: ReadonlyArray<ManifestFault>
}

/** Judged without errors. Only `validate` builds it. */
export interface Validated extends Judged {
  readonly manifest: Manifest
}

/** What can be shown of a judged manifest, valid or not. Only `disclose` builds it. */
export interface Disclosure {
  readonly id: string
  readonly version: string
  readonly egress: ReadonlyArray<Egress>
  readonly subject: ConsentSubject
  readonly digest: string
  readonly lines: ReadonlyArray<DisclosureLine>
  readonly notices: ReadonlyArray<string>
  readonly changes: ReadonlyArray<ShownChange>
  readonly baseline: Baseline | undefined
  /** A record that covers the digest already, from an earlier yes. */
  readonly standing: ConsentRecord | undefined
}

/** Validated and disclosed, for somebody who asked for more than a look. */
export interface Disclosed extends Validated, Requested {
  readonly disclosure: Disclosure
}

/** Disclosed, and what the install would be. Only `decide` builds it. */
export interface Decided extends Disclosed {
  readonly status: Status
}

/** Decided, with the settings files found and what would stand in them. Only `target` builds it. */
export interface Targeted extends Decided {
  /** Resolved, ascending. */
  readonly targets: ReadonlyArray<string>
  readonly entries: ReadonlyArray<WireEntry>
  readonly wiring: ReadonlyArray<Wired>
  readonly edits: ReadonlyArray<Edit>
  /** Runtimes that are kept in step and that it would go to, ascending. */
  readonly runtimes: ReadonlyArray<string>
  /** What its project would hold of it; nothing in global scope. Planned again under the lock. */
  readonly project: ProjectPlan
}

/** Targeted, with a yes: a standing record, a carried one, or a fresh one. Only `consent` builds it. */
export interface Consented extends Targeted {
  readonly yes: Yes
}
