import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Result from "effect/Result"
import { findRecord, type ConsentState } from "../../domain/consent/record.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import type { Policy, PolicyUnreadable } from "../../domain/policy/policy.ts"
import { CapabilityFileUnreadable } from "../../domain/product/errors.ts"
import type { RegistryMember } from "../../domain/registry/Registry.ts"
import { Store } from "../../services/Store.ts"
import { inspectContext, parserFor } from "../overlays/context.ts"
import { inspectAll, type Inspected } from "../overlays/inspect.ts"
import { decodeManifest } from "../registry/members.ts"
import { openStaged, troubleOf, type StagedBundle, type Trouble } from "./bundle.ts"

/** What will be recorded in a scope, before it is. */
export interface Standing {
  readonly scope: LedgerScope
  readonly ledger: LedgerState
  /** As it will be. */
  readonly consent: ConsentState
  readonly policy: Result.Result<Policy, PolicyUnreadable>
  /** A bundle that the ledger names and that is not in the store yet; judged and consented to. */
  readonly staged?: StagedBundle
}

/** What an installed set comes to. */
export interface Sorted {
  /** Acted on, each by itself; ascending by id. */
  readonly active: ReadonlyArray<RegistryMember>
  /** Manifests of these as they were read, by content hash. */
  readonly raws: ReadonlyMap<string, JsonValue>
  /** Not acted on, which is certain. */
  readonly out: ReadonlySet<string>
  /** Nobody can tell at the moment, with why. */
  readonly troubles: ReadonlyMap<string, Trouble>
}

type Decided =
  | { readonly _tag: "Active"; readonly member: RegistryMember; readonly raw: JsonValue }
  | { readonly _tag: "Out" }
  | { readonly _tag: "Unsure"; readonly trouble: Trouble }

const out: Decided = { _tag: "Out" }

/** A member by a manifest that was judged; out when it cannot be used. */
const memberOf = (
  id: string,
  { scope }: Standing,
  about: { readonly raw: JsonValue; readonly contentHash: string }
): Decided =>
  Option.match(decodeManifest(about.raw), {
    onNone: () => out,
    onSome: (manifest): Decided => ({
      _tag: "Active",
      member: { id, origin: scope.kind, manifest, contentHash: about.contentHash },
      raw: about.raw
    })
  })

const memberOfBytes = (
  id: string,
  standing: Standing,
  about: { readonly bytes: Uint8Array; readonly contentHash: string }
): Decided =>
  Result.match(readManifest(about.bytes), {
    onFailure: () => out,
    onSuccess: ({ value }) => memberOf(id, standing, { raw: value, contentHash: about.contentHash })
  })

const isStaged = ({ staged }: Standing, id: string, { contentHash }: LedgerEntry): boolean =>
  staged?.id === id && staged.contentHash === contentHash

const isConsented = ({ consent, scope }: Standing, id: string, { consentDigest }: LedgerEntry): boolean => {
  const record = findRecord(consent, { scope: scopeKey(scope), id, digest: consentDigest })
  return record !== undefined && record.revoked === undefined
}

const decideStaged = Effect.fnUntraced(function* (standing: Standing, staged: StagedBundle) {
  const failed = yield* Ref.make<Trouble | undefined>(undefined)
  const bundle = yield* openStaged(staged, failed)
  const bytes = yield* Effect.option(bundle.read(manifestName))
  const trouble = yield* Ref.get(failed)
  if (trouble !== undefined) return { _tag: "Unsure", trouble } satisfies Decided
  const { contentHash, id } = staged
  return Option.isNone(bytes) ? out : memberOfBytes(id, standing, { bytes: bytes.value, contentHash })
})

/** What takes a capability out whatever its bytes are. */
const isOut = (standing: Standing, id: string, entry: LedgerEntry): boolean =>
  entry.disabled === true || !isConsented(standing, id, entry)

const unseenIn = (id: string, seen: Inspected | undefined): Trouble | undefined => {
  if (seen?.unreadable === undefined) return seen?.failure
  return new CapabilityFileUnreadable({ capability: id, path: seen.unreadable, problem: "it cannot be read" })
}

const decideStored = Effect.fnUntraced(function* (
  standing: Standing,
  [id, entry]: [string, LedgerEntry],
  seen: Inspected | undefined
) {
  const store = yield* Store
  const { contentHash } = entry
  if (isOut(standing, id, entry)) return out
  if (Result.isFailure(standing.policy))
    return { _tag: "Unsure", trouble: standing.policy.failure } satisfies Decided
  const unseen = unseenIn(id, seen)
  if (unseen !== undefined) return { _tag: "Unsure", trouble: unseen } satisfies Decided
  if (seen?.row.status !== "active") return out
  if (seen.raw !== undefined) return memberOf(id, standing, { raw: seen.raw, contentHash })
  const bytes = yield* Effect.result(store.read(contentHash, manifestName))
  if (Result.isSuccess(bytes)) return memberOfBytes(id, standing, { bytes: bytes.success, contentHash })
  const trouble = troubleOf(bytes.failure)
  return trouble === undefined ? out : ({ _tag: "Unsure", trouble } satisfies Decided)
})

/** What an installed set will be acted on, and of what of it nobody can tell. */
export const sortedMembers = Effect.fn("projection.sortedMembers")(function* (standing: Standing) {
  const { consent, ledger, policy, scope, staged } = standing
  const told = Result.mapError(policy, ({ message }) => message)
  const context = {
    ...(yield* inspectContext(scope, { ...ledger, files: new Map() })),
    policy: told,
    parse: yield* parserFor(told),
    consent: Result.succeed(consent)
  }
  const entries = [...ledger.entries]
  const stored = entries.filter(
    ([id, entry]) => !isStaged(standing, id, entry) && !isOut(standing, id, entry)
  )
  const rows = new Map((yield* inspectAll(context, stored)).map((one) => [one.row.id, one]))
  const decided = yield* Effect.forEach(
    entries,
    Effect.fnUntraced(function* ([id, entry]) {
      const one: Decided =
        staged !== undefined && entry.disabled !== true && isStaged(standing, id, entry)
          ? yield* decideStaged(standing, staged)
          : yield* decideStored(standing, [id, entry], rows.get(id))
      return [id, one] as const
    })
  )
  const raws = decided.flatMap(([, one]) =>
    one._tag === "Active" ? [[one.member.contentHash ?? "", one.raw] as const] : []
  )
  return {
    raws: new Map(raws),
    active: decided
      .flatMap(([, one]) => (one._tag === "Active" ? [one.member] : []))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    out: new Set(decided.flatMap(([id, one]) => (one._tag === "Out" ? [id] : []))),
    troubles: new Map(decided.flatMap(([id, one]) => (one._tag === "Unsure" ? [[id, one.trouble]] : [])))
  } satisfies Sorted
})
