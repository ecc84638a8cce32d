import * as Effect from "effect/Effect"
import { consentDigest, consentSubject } from "../../domain/consent/digest.ts"
import { findRecord } from "../../domain/consent/record.ts"
import { disclose as discloseLines, noticesFor } from "../../domain/disclosure/disclose.ts"
import { scopeKey } from "../../domain/paths.ts"
import { consentSource } from "../../domain/source/canonical.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Subjects } from "../../services/Subjects.ts"
import { resolveEgress } from "../overlays/egress.ts"
import { baselineOf, changesSince } from "./baseline.ts"
import type { Disclosure, Judged } from "./stages.ts"
import { toolNotices } from "./toolNotices.ts"

/** Makes what a person is shown: the powers, where data goes, the digest, and what differs from what is installed. */
export const disclose = Effect.fn("install.disclose")(function* (judged: Judged) {
  const consents = yield* ConsentStore
  const subjects = yield* Subjects
  const egress = yield* resolveEgress(judged.raw)
  const { resolved, source } = judged.resolved
  const subject = consentSubject(judged.raw, {
    scopeKind: judged.scope.kind,
    source: consentSource(source),
    ...(resolved === undefined ? {} : { resolved }),
    contentHash: judged.contentHash,
    egress
  })
  const digest = consentDigest(subject)
  const baseline = yield* baselineOf(judged, subject.id)
  const record = findRecord(yield* consents.read, { scope: scopeKey(judged.scope), id: subject.id, digest })
  const tools = yield* toolNotices(judged.raw, judged.files, judged.staging.read)
  yield* subjects.remember(digest, subject)
  return {
    id: subject.id,
    version: subject.version,
    egress,
    subject,
    digest,
    lines: discloseLines(judged.raw, { egress }),
    notices: [...noticesFor(judged.raw), ...tools],
    changes: baseline === undefined ? [] : yield* changesSince(baseline, judged),
    baseline,
    standing: record?.revoked === undefined ? record : undefined
  } satisfies Disclosure
})
