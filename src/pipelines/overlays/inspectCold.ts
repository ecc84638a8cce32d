import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { declaredFiles } from "../../domain/capability/declaredFiles.ts"
import { judgeOverlay } from "../../domain/capability/judgeOverlay.ts"
import { declaresAgents } from "../../domain/consent/agents.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import { memberText } from "../../domain/json/value.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import { holdsLoop } from "../../domain/overlay/heldGates.ts"
import { incompatibleReason, invalidReason } from "../../domain/overlay/manifestReasons.ts"
import { unverified } from "../../domain/verify/verdict.ts"
import { Store, type StoreError } from "../../services/Store.ts"
import type { Seen } from "./seen.ts"

const unusable = (problem: string) => ({ raw: undefined, watched: [], problem })

/** That the disk failed tells nothing about the bytes. */
const diskFailureOf = <A>(result: Result.Result<A, StoreError>): DiskFailure | undefined =>
  Result.isFailure(result) && result.failure._tag === "DiskFailure" ? result.failure : undefined

/** The manifest as stored, read with its hash checked; a sentence when it cannot be used. */
const manifestOf = Effect.fnUntraced(function* (id: string, entry: LedgerEntry) {
  const store = yield* Store
  const bytes = yield* Effect.result(store.read(entry.contentHash, manifestName))
  if (Result.isFailure(bytes)) return { ...unusable(bytes.failure.message), failure: diskFailureOf(bytes) }
  const read = readManifest(bytes.success)
  if (Result.isFailure(read)) return { ...unusable(read.failure.reason), failure: undefined }
  const raw = read.success.value
  const judged = judgeOverlay(id, raw)
  const declared = Option.match(judged.manifest, { onNone: () => [], onSome: declaredFiles })
  const watched = declared
    .filter((file) => file.executable && entry.files.includes(file.path))
    .map((file) => file.path)
  return { raw, watched, problem: invalidReason(judged.problems), failure: undefined }
})

/**
 * Looks at one entry without any cache: its bytes as far as a list reads them, and its manifest judged. `failure` is the
 * disk's, which a list shows as a reason and a command that decides by what was seen fails with.
 */
export const inspectCold = Effect.fn("overlays.inspectCold")(function* (
  hostVersion: string,
  id: string,
  entry: LedgerEntry
) {
  const store = yield* Store
  const { failure, problem, raw, watched } = yield* manifestOf(id, entry)
  const paths = [manifestName, ...watched]
  const looked = yield* Effect.result(store.glance(entry.contentHash, paths))
  const verdict = Result.getOrElse(looked, () => unverified)
  const incompatible = incompatibleReason(raw, hostVersion)
  const seen: Seen = {
    role: memberText(raw, "role"),
    tier: memberText(raw, "tier"),
    ...(problem === undefined ? {} : { problem }),
    ...(incompatible === undefined ? {} : { incompatible }),
    ...(holdsLoop(raw) ? { holds: true } : {}),
    ...(declaresAgents(raw) ? { agents: true } : {}),
    verdict,
    ...(Result.isFailure(looked) ? { bytesProblem: looked.failure.message } : {})
  }
  return { raw, seen, paths, failure: failure ?? diskFailureOf(looked) }
})
