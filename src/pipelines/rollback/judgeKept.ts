import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { judgeOverlay } from "../../domain/capability/judgeOverlay.ts"
import type { Egress } from "../../domain/consent/record.ts"
import { manifestName } from "../../domain/content/BundleFile.ts"
import { admitEngine } from "../../domain/install/engine.ts"
import { ManifestInvalid, ManifestUnreadable } from "../../domain/install/errors.ts"
import { readManifest } from "../../domain/install/manifestBytes.ts"
import type { JsonValue } from "../../domain/json/value.ts"
import type { Generation } from "../../domain/ledger/entry.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import type { Source } from "../../domain/source/source.ts"
import { IntegrityMismatch } from "../../domain/store/errors.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import { Store } from "../../services/Store.ts"
import { besideActive } from "../install/judgeInSet.ts"
import { allowedSource } from "../install/resolve.ts"
import { resolveEgress } from "../overlays/egress.ts"

/** A kept generation whose bytes and manifest are in order today. */
export interface KeptGeneration {
  readonly scope: LedgerScope
  readonly id: string
  readonly target: Generation
  readonly source: Source
  readonly raw: JsonValue
  readonly egress: ReadonlyArray<Egress>
}

const hashed = Effect.fnUntraced(function* (id: string, target: Generation) {
  const store = yield* Store
  const verdict = yield* store.verify(target.contentHash)
  if (verdict.verdict === "ok") return yield* store.read(target.contentHash, manifestName)
  const files = verdict.files.map((file) => file.path)
  const subject = `generation ${target.generation} of ${id}`
  const found = files.length === 0 ? { actual: verdict.verdict } : {}
  const expected = target.contentHash
  return yield* new IntegrityMismatch({ subject, origin: "store", expected, ...found, files })
})

/** Hashes a kept bundle and judges its manifest, by itself and beside the others; nothing of it is believed because it was fine before. */
export const judgeKept = Effect.fn("rollback.judgeKept")(function* (
  scope: LedgerScope,
  id: string,
  target: Generation
) {
  const host = yield* HostVersion
  const source = yield* allowedSource(target.source)
  const path = `${id}/${manifestName}`
  const read = readManifest(yield* hashed(id, target))
  if (Result.isFailure(read)) return yield* new ManifestUnreadable({ path, ...read.failure })
  const raw = read.success.value
  const judged = judgeOverlay(id, raw)
  if (judged.verdict === "invalid" || Option.isNone(judged.manifest))
    return yield* new ManifestInvalid({ path, problems: judged.problems })
  const beside = yield* besideActive(scope, judged.manifest.value)
  if (beside.some(({ severity }) => severity === "error"))
    return yield* new ManifestInvalid({ path, problems: beside })
  yield* Effect.fromResult(admitEngine(id, raw, yield* host.read))
  return { scope, id, target, source, raw, egress: yield* resolveEgress(raw) } satisfies KeptGeneration
})
