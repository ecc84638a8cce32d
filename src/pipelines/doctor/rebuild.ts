import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readAuditLog } from "../../domain/audit/log.ts"
import type { ConsentState } from "../../domain/consent/record.ts"
import { historyOf } from "../../domain/doctor/history.ts"
import type { RebuildFacts } from "../../domain/doctor/rebuilt.ts"
import { limits } from "../../domain/limits.ts"
import { scopeKey, type LedgerScope } from "../../domain/paths.ts"
import { shown } from "../../domain/text/escape.ts"
import { ConsentStore } from "../../services/ConsentStore.ts"
import { Durable } from "../../services/Durable.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { standingBundles } from "./standing.ts"

const readLog = Effect.fnUntraced(function* () {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const bytes = yield* Effect.result(durable.read(paths.audit, { maxBytes: limits.auditLogBytes }))
  if (Result.isFailure(bytes))
    return { lines: [], notes: [shown`The audit log cannot be read: ${bytes.failure.message}`] }
  const { brokenAt, lines } = readAuditLog(bytes.success)
  const notes =
    brokenAt === undefined
      ? []
      : [shown`The audit log ${paths.audit} is broken at line ${brokenAt}; what follows is not believed`]
  return { lines, notes }
})

const readConsent = Effect.fnUntraced(function* () {
  const consents = yield* ConsentStore
  const read = yield* Effect.result(consents.read)
  const none: ConsentState = new Map()
  return Result.match(read, {
    onSuccess: (state) => ({ state, notes: [] }),
    onFailure: (failure) => ({
      state: none,
      notes: [shown`Consents cannot be read, so nothing will be active: ${failure.message}`]
    })
  })
})

const readTargets = Effect.fnUntraced(function* (files: ReadonlyArray<string>) {
  const foreign = yield* ForeignFiles
  const read = yield* Effect.forEach(files, (file) => Effect.result(foreign.read(file)))
  return {
    targets: read.flatMap((one) => (Result.isSuccess(one) ? [one.success] : [])),
    notes: read.flatMap((one) => (Result.isFailure(one) ? [shown`${one.failure.message}`] : []))
  }
})

/**
 * Gathers everything a scope's ledger can be told from: the audit log as far as its chain holds, consent records,
 * bundles that hash to what those name, and the settings files that were chosen. Nothing that a project brings along
 * is looked at, save settings files that the person chose there.
 */
export const rebuildFacts = Effect.fn("doctor.rebuildFacts")(function* (scope: LedgerScope) {
  const { paths } = yield* GsdHome
  const log = yield* readLog()
  const consent = yield* readConsent()
  const history = historyOf(log.lines, [...consent.state.values()], scopeKey(scope))
  const settings = yield* readTargets(history.files)
  const facts: RebuildFacts = {
    scope: scopeKey(scope),
    history,
    standing: yield* standingBundles(history),
    consent: consent.state,
    targets: settings.targets,
    store: paths.store
  }
  return { facts, notes: [...log.notes, ...consent.notes, ...settings.notes] }
})
