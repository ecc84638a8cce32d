import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { declaredFiles } from "../../domain/capability/declaredFiles.ts"
import { judgeOverlay } from "../../domain/capability/judgeOverlay.ts"
import { findRecord, type ConsentState } from "../../domain/consent/record.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { member, type JsonValue } from "../../domain/json/value.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { decideActivation } from "../../domain/overlay/activation.ts"
import type { Overlay } from "../../domain/overlay/overlay.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import type { Policy } from "../../domain/policy/policy.ts"
import { parseSource, policyWord } from "../../domain/source/source.ts"
import type { BundleVerdict } from "../../domain/verify/verdict.ts"
import { Store } from "../../services/Store.ts"

/** What is read once for all rows. */
export interface InspectContext {
  readonly scope: LedgerScope
  readonly hostVersion: string
  readonly policy: Result.Result<Policy, string>
  readonly consent: Result.Result<ConsentState, string>
}

/** One installed capability, inspected: its row, and its manifest as far as it was read. */
export interface Inspected {
  readonly row: Overlay
  readonly raw: JsonValue | undefined
}

const policyProblem = (source: string, policy: InspectContext["policy"]): string | undefined => {
  if (Result.isFailure(policy)) return policy.failure
  const { strictKnownRegistries: allowed } = policy.success
  const parsed = parseSource(source)
  if (allowed === null) return undefined
  return Result.isSuccess(parsed) && allowed.includes(policyWord(parsed.success))
    ? undefined
    : "the policy `strictKnownRegistries` does not allow its source"
}

const text = (raw: JsonValue | undefined, key: string): string => {
  const value = member(raw, key)
  return typeof value === "string" ? value : ""
}

/** The manifest as stored, read with its hash checked; a sentence when it cannot be used. */
const manifestOf = Effect.fnUntraced(function* (id: string, entry: LedgerEntry) {
  const store = yield* Store
  const bytes = yield* Effect.result(store.read(entry.contentHash, manifestName))
  if (Result.isFailure(bytes)) return { raw: undefined, watched: [], problem: bytes.failure.message }
  const read = readManifest(bytes.success)
  if (Result.isFailure(read)) return { raw: undefined, watched: [], problem: read.failure.reason }
  const raw = read.success.value
  const judged = judgeOverlay(id, raw)
  const declared = Option.match(judged.manifest, { onNone: () => [], onSome: declaredFiles })
  const watched = declared
    .filter((file) => file.executable && entry.files.includes(file.path))
    .map((file) => file.path)
  const fault = judged.problems.find((one) => one.severity === "error")
  const problem =
    fault === undefined ? undefined : `its manifest is invalid at ${fault.pointer}: ${fault.message}`
  return { raw, watched, problem }
})

/** Looks at one entry: its bytes as far as list reads them, its manifest, consent, policy and engine. */
export const inspect = Effect.fn("overlays.inspect")(function* (
  context: InspectContext,
  id: string,
  entry: LedgerEntry
) {
  const store = yield* Store
  const { raw, watched, problem } = yield* manifestOf(id, entry)
  const looked = yield* Effect.result(store.glance(entry.contentHash, [manifestName, ...watched]))
  const verdict: BundleVerdict = Result.getOrElse(looked, () => ({ verdict: "unverified", files: [] }))
  const range = member(member(raw, "engines"), "gsd")
  const key = { scope: scopeKey(context.scope), id, digest: entry.consentDigest }
  const forbidden = policyProblem(entry.source, context.policy)
  const activation = decideActivation({
    entry,
    verdict,
    manifest: problem === undefined ? { range: typeof range === "string" ? range : undefined } : undefined,
    ...(problem === undefined ? {} : { manifestProblem: problem }),
    ...(Result.isFailure(looked) ? { bytesProblem: looked.failure.message } : {}),
    record: Result.isSuccess(context.consent) ? findRecord(context.consent.success, key) : undefined,
    ...(Result.isFailure(context.consent) ? { consentProblem: context.consent.failure } : {}),
    ...(forbidden === undefined ? {} : { policyProblem: forbidden }),
    hostVersion: context.hostVersion
  })
  const row: Overlay = {
    id,
    role: text(raw, "role"),
    version: entry.version,
    tier: text(raw, "tier"),
    origin: "overlay",
    scope: context.scope.kind,
    source: entry.source,
    ...activation,
    ...(verdict.verifiedAt === undefined
      ? {}
      : { verifiedAt: DateTime.formatIso(DateTime.makeUnsafe(verdict.verifiedAt)) }),
    wired: []
  }
  return { row, raw } satisfies Inspected
})
