import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TargetRefused } from "../../domain/foreign/errors.ts"
import { editsOf } from "../../domain/foreign/shownEdit.ts"
import type { Manifest } from "../../domain/capability/schema/manifest.ts"
import type { LedgerEntry } from "../../domain/ledger/entry.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { isWithin, type LedgerScope } from "../../domain/paths.ts"
import { incompatibility } from "../../domain/projection/compat.ts"
import { projectPlaces } from "../../domain/project/places.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Ledger } from "../../services/Ledger.ts"
import { planVendored } from "../project/vendor.ts"
import { wireEntries } from "../wiring/entries.ts"
import { planWirings, targetsOf, wiredList } from "../wiring/plan.ts"
import type { Decided, Judged, SourceRequest } from "./stages.ts"

/** Of a manifest with errors no path is followed: it may lead out of the bundle. */
const nothing = { targets: [], entries: [], wiring: [], edits: [], runtimes: [] }

/** Files of ours in a project are no settings files. */
const resolveTarget = Effect.fnUntraced(function* (file: string, scope: LedgerScope) {
  const foreign = yield* ForeignFiles
  const { project } = yield* GsdHome
  const resolved = yield* foreign.resolve(file, scope)
  const roots = [...Option.toArray(project), ...(scope.kind === "project" ? [scope.root] : [])]
  if (!roots.some((root) => isWithin(resolved, projectPlaces(root).own))) return resolved
  const reason = "it lies in the project's own `.gsd` folder"
  return yield* new TargetRefused({ path: file, reason, hint: "Name the settings file of a host" })
})

/** What the project shall hold of what was staged. */
export const projectPlan = Effect.fn("install.projectPlan")(function* (
  decided: Decided,
  entry: LedgerEntry | undefined
) {
  const { artifact, contentHash, disclosure, files, resolved, scope, staging } = decided
  const generation = {
    source: resolved.canonical,
    ...(resolved.resolved === undefined ? {} : { resolved: resolved.resolved }),
    version: disclosure.version,
    integrity: artifact ?? contentHash,
    contentHash,
    consentDigest: disclosure.digest
  }
  const source = { generation, files, read: staging.read }
  const keepsLock = decided.keepsLock === true
  return yield* planVendored(scope, { id: disclosure.id, entry, source, keepsLock })
})

/** Runtimes that are kept in step and that it would go to, by what its manifest says of them. */
const runtimesFor = ({ runtimes }: LedgerState, manifest: Option.Option<Manifest>): ReadonlyArray<string> =>
  Option.match(manifest, {
    onNone: () => [],
    onSome: (decoded) =>
      decoded.role === "feature"
        ? [...runtimes]
            .filter(([, { withdrawn }]) => withdrawn !== true)
            .map(([id]) => id)
            .filter((id) => incompatibility(decoded.runtimeCompat, id) === undefined)
        : []
  })

/** How the edits of settings files are planned, where the caller says it. */
export const planFileOf = ({ takeover }: Pick<SourceRequest, "takeover">) =>
  takeover === undefined ? {} : { planFile: takeover.planFile }

/** Finds the settings files and shows what would stand in them; what cannot be edited is refused before anybody is asked. */
export const previewWiring = Effect.fn("install.previewWiring")(function* (judged: Judged, id: string) {
  if (judged.problems.some((one) => one.severity === "error")) return nothing
  const ledgers = yield* Ledger
  const ledger = yield* ledgers.read(judged.scope)
  const typed = yield* Effect.forEach(judged.wire ?? [], (file) => resolveTarget(file, judged.scope))
  const targets = [...new Set([...(ledger.entries.get(id)?.wire ?? []), ...typed])].toSorted()
  const { raw, contentHash, staging } = judged
  const entries = targets.length === 0 ? [] : yield* wireEntries({ raw, contentHash, read: staging.read })
  const plan = yield* planWirings(judged.scope, ledger, {
    id,
    targets: targetsOf(ledger, id, targets),
    entries,
    ...planFileOf(judged)
  })
  const runtimes = runtimesFor(ledger, judged.decoded)
  return { targets, entries, wiring: wiredList(plan, false), edits: editsOf(plan.planned), runtimes }
})

/** Adds the settings files that the install would edit, and what its project would hold. */
export const target = Effect.fn("install.target")(function* (decided: Decided) {
  const wiring = yield* previewWiring(decided, decided.disclosure.id)
  const entry = decided.disclosure.baseline?.entry
  return { ...decided, ...wiring, project: yield* projectPlan(decided, entry) }
})
