/**
 * Schemas, ids, errors, decisions: everything of the package that does nothing. No Node, no services.
 */
export { AdoptionRefused, NotRecorded, PublicLedgerUnusable } from "./domain/adopt/errors.ts"
export { AdoptReport, AdoptRow } from "./domain/adopt/report.ts"
export { ArchiveBroken, ArchiveTooLarge } from "./domain/archive/errors.ts"
export { AuditRow } from "./domain/audit/history.ts"
export { AuditDamage, AuditReport } from "./domain/audit/verdict.ts"
export { Manifest } from "./domain/capability/schema/manifest.ts"
export {
  /** The seeds' name for the same. */
  validateManifest as validateCapability,
  validateManifest,
  type ManifestInput,
  type Validation
} from "./domain/capability/validateManifest.ts"
export {
  ClusterAddressInvalid,
  ClusterDriverMissing,
  ClusterUnreachable,
  HandingTooLong,
  NoRunner,
  NothingToOffer,
  RunnerLost,
  RunnerRefused
} from "./domain/cluster/errors.ts"
export { LaneHanded } from "./domain/cluster/handed.ts"
export {
  bytesOf,
  laneKey,
  LaneKey,
  namedLane,
  type NamedLane,
  type RunnerSeen
} from "./domain/cluster/laneKey.ts"
export { LaneReported } from "./domain/cluster/report.ts"
export { GcReport } from "./domain/collect/report.ts"
export type {
  CommandAnswer,
  CommandContext,
  CommandModule,
  CommandOutput,
  CommandPhase,
  CommandResult,
  CommandRouter
} from "./domain/command/contract.ts"
export { CommandUnfinished, FamilyInactive, FamilyUnknown } from "./domain/command/errors.ts"
export { CommandRun, FamilyRow } from "./domain/command/run.ts"
export {
  ConfigFileSpoilt,
  ConfigFlagMalformed,
  ConfigKeyForeign,
  ConfigKeyRefused,
  ConfigKeyUnknown,
  ConfigPlaceTaken,
  ConfigValueRefused,
  WorkstreamRefused
} from "./domain/config/errors.ts"
export type { ConfigValue, ExplainedKey } from "./domain/config/explain.ts"
export type { GivenConsent, Granted } from "./domain/consent/decide.ts"
export {
  consentDigest,
  consentSubject,
  differingMembers,
  type ConsentSubject
} from "./domain/consent/digest.ts"
export {
  AgentConsentDenied,
  ConsentCorrupt,
  ConsentDeclined,
  ConsentMismatch,
  ConsentNotFound,
  ConsentRequired
} from "./domain/consent/errors.ts"
export { ConsentRecord, type ConsentState, type Egress } from "./domain/consent/record.ts"
export { BundleFile, FileList } from "./domain/content/BundleFile.ts"
export { contentHash, integrityOf } from "./domain/content/contentHash.ts"
export { ManifestIntegrityMismatch, NamesCollide, PathNotPortable } from "./domain/content/errors.ts"
export { DisclosureLine } from "./domain/disclosure/DisclosureLine.ts"
export { disclose, notices } from "./domain/disclosure/disclose.ts"
export { powersOf, type Powers } from "./domain/disclosure/powers.ts"
export { DiskFailure, FileTooLarge } from "./domain/disk/errors.ts"
export { LedgerNotBroken } from "./domain/doctor/errors.ts"
export { Diagnosis, Finding, FindingKind } from "./domain/doctor/finding.ts"
export { RebuildPlan, RebuildReport } from "./domain/doctor/rebuildPlan.ts"
export { RepairPlan, TreatedFinding, Treatment } from "./domain/doctor/treatment.ts"
export { ExportUnusable } from "./domain/exchange/errors.ts"
export { ExportFile, Exported } from "./domain/exchange/exportFile.ts"
export { ExportReport } from "./domain/exchange/exportReport.ts"
export { FamilyFileUnreadable } from "./domain/family/errors.ts"
export { FamilyReport, FamilyResult, Finding as FamilyFinding } from "./domain/family/finding.ts"
export { LaneUnsuitable, LatestInvalid, LatestMissing, MemberUnknown } from "./domain/family/refusals.ts"
export {
  FamilySettingsFileRefused,
  FamilySettingsRefused,
  FamilySettingsUnwritable,
  FamilySettingUnknown
} from "./domain/family/settingsErrors.ts"
export { TargetNotWritable, TargetRefused } from "./domain/foreign/errors.ts"
export { exitCode, type Hinted } from "./domain/hinted.ts"
export {
  DirectoryUnusable,
  HomeInsideProject,
  HomeUnsafe,
  HostVersionUnknown,
  NoProject
} from "./domain/home/errors.ts"
export {
  DowngradeRefused,
  EngineIncompatible,
  IdDiffers,
  ManifestInvalid,
  ManifestMissing,
  ManifestUnreadable,
  Pinned,
  SourceDiffers,
  StillRequired
} from "./domain/install/errors.ts"
export { FirstPartySwitch } from "./domain/install/firstPartySwitch.ts"
export { History, HistoryRow } from "./domain/install/history.ts"
export { Plan, ShownChange } from "./domain/install/plan.ts"
export { Receipt } from "./domain/install/receipt.ts"
export { UpdateReport, UpdateResult } from "./domain/install/updates.ts"
export { BadReviewSetting, NoSuchLane } from "./domain/lane/errors.ts"
export type { LaneOutcome } from "./domain/lane/outcome.ts"
export type { LaneEnded } from "./domain/lane/outcomes.ts"
export { LedgerEntry, Generation } from "./domain/ledger/entry.ts"
export { GenerationNotKept, LedgerCorrupt, LedgerTooNew, NotInstalled } from "./domain/ledger/errors.ts"
export type { LedgerState } from "./domain/ledger/state.ts"
export { limits } from "./domain/limits.ts"
export { LockBusy, LockNotWritable, LockUnsupported } from "./domain/lock/errors.ts"
export { HookNotActive, HookNotRecordable } from "./domain/loop/errors.ts"
export type { LoopGraph } from "./domain/loop/graph.ts"
export type { ActiveHook, InactiveHook, RenderedPoint, UnloadedGate } from "./domain/loop/hook.ts"
export type { PointsReport } from "./domain/loop/points.ts"
export {
  AddressRefused,
  HttpFailed,
  HttpStatus,
  Offline,
  RedirectRefused,
  ResponseTooLarge
} from "./domain/network/errors.ts"
export { OutdatedRow } from "./domain/outdated/row.ts"
export { Details } from "./domain/overlay/details.ts"
export { Overlay } from "./domain/overlay/overlay.ts"
export { OverlayState } from "./domain/overlay/overlayState.ts"
export { PackOutputRefused } from "./domain/pack/errors.ts"
export { Packed } from "./domain/pack/packed.ts"
export { globalScope, pathsOf, type LedgerScope, type Paths } from "./domain/paths.ts"
export { PlanMissing } from "./domain/planLint/errors.ts"
export { LintFinding } from "./domain/planLint/finding.ts"
export { LintReport } from "./domain/planLint/lint.ts"
export { lintReview } from "./domain/planLint/review.ts"
export { HistoryUnreadable, PhaseNotFound, PlanningFileUnreadable } from "./domain/planning/errors.ts"
export type { Began, Head, Told } from "./domain/planning/history.ts"
export type { Phase } from "./domain/planning/phase.ts"
export { PolicyUnreadable, SourceNotAllowed, type Policy } from "./domain/policy/policy.ts"
export {
  BinaryNotExecutable,
  BinaryNotFound,
  InvalidTimeout,
  SpawnFailed,
  UnsupportedShim
} from "./domain/process/errors.ts"
export { CapabilityFileUnreadable, ProductFileMissing } from "./domain/product/errors.ts"
export { Drift } from "./domain/project/drift.ts"
export {
  LockDrift,
  LockEntryUnusable,
  LockfileUnreadable,
  NotLocked,
  NotVendored,
  ProjectPathRefused
} from "./domain/project/errors.ts"
export { LockReport } from "./domain/project/lockReport.ts"
export { LockEntry } from "./domain/project/lockfile.ts"
export { projectScope, type ProjectScope } from "./domain/project/places.ts"
export { Brought, SyncReport } from "./domain/project/syncReport.ts"
export { RuntimeNotApplied, SelectionUnreadable } from "./domain/projection/errors.ts"
export type { PlaceRow, RuntimeOutcome, RuntimeReport } from "./domain/projection/report.ts"
export { QueryAnswer } from "./domain/query/answer.ts"
export { QueryUnknown } from "./domain/query/errors.ts"
export { queries, queryNames, type QueryName, type QueryText } from "./domain/query/queries.ts"
export type { Registry, RegistryMember, Skipped, SkipReason } from "./domain/registry/Registry.ts"
export { Matrix, MatrixRow } from "./domain/registry/matrix.ts"
export { clustersOf, profilesOf, type Profile } from "./domain/registry/profiles.ts"
export {
  validateCrossCapability,
  type CrossReport,
  type CrossRequest
} from "./domain/registry/validateCrossCapability.ts"
export type { JudgedMember, SetInput } from "./domain/registry/judgeSet.ts"
export { ManifestReport, SetReport } from "./domain/registry/report.ts"
export {
  RegistriesCorrupt,
  RegistryAddressWrong,
  RegistryTaken,
  RegistryUnknown
} from "./domain/registryIndex/addedErrors.ts"
export type { CapabilityIndex, IndexVersion } from "./domain/registryIndex/capabilityIndex.ts"
export {
  RegistryExpired,
  RegistryKeyUntrusted,
  RegistryMalformed,
  RegistryRolledBack,
  RegistrySignatureBroken,
  RegistrySignatureOfOther,
  RegistryUnsigned,
  SignatureCheckFailed
} from "./domain/registryIndex/errors.ts"
export { readPublicKey, type RegistryKey } from "./domain/registryIndex/key.ts"
export type {
  IndexReport,
  RegistryAdded,
  RegistryInfo,
  RegistryRemoved,
  RegistryRow,
  SearchReport
} from "./domain/registryIndex/reports.ts"
export { IndexRefused, KeyUnusable, SignatureRequired } from "./domain/registryIndex/signingErrors.ts"
export { ReviewDocument } from "./domain/review/document.ts"
export { LaneReport, ReviewPlanReport } from "./domain/review/roster.ts"
export { ReviewHistory } from "./domain/review/run.ts"
export type { HomeProblem, HostFacts } from "./domain/runtime/candidates.ts"
export { chooseRuntime, runtimesOf, type Runtime } from "./domain/runtime/choose.ts"
export { RuntimeHomeless, RuntimeHomeRefused, RuntimeUnknown } from "./domain/runtime/errors.ts"
export {
  resolveHome,
  type HomePart,
  type HomeQuestion,
  type HomeScope,
  type RuntimeDescriptor,
  type RuntimeHome
} from "./domain/runtime/home.ts"
export type { RuntimeRow } from "./domain/runtime/row.ts"
export { ScaffoldBlocked, ScaffoldRefused } from "./domain/scaffold/errors.ts"
export {
  SettingsCollision,
  SettingsContainerWrong,
  SettingsEncodingRefused,
  SettingsEntryUnfit,
  SettingsKeyDuplicate,
  SettingsNameTaken,
  SettingsSyntaxInvalid,
  SettingsTooDeep,
  SettingsTooLarge
} from "./domain/settings/errors.ts"
export { ScriptNotRunnable } from "./domain/settings/scriptCommand.ts"
export { canonicalOf } from "./domain/source/canonical.ts"
export {
  SourceMissing,
  SourceNotFound,
  SourceRefused,
  SourceUnknown,
  SourceUnreachable
} from "./domain/source/errors.ts"
export { parseSource } from "./domain/source/grammar.ts"
export type { Source } from "./domain/source/source.ts"
export { BundleMissing, BundleRefused, IntegrityMismatch } from "./domain/store/errors.ts"
export type { TaskContent } from "./domain/task/content.ts"
export {
  PlanOutsideProject,
  ResolverAmbiguous,
  ResolverFailed,
  ResolverNotStarted,
  ResolverOutputInvalid,
  ResolverOutputTooLarge,
  ResolverTimedOut,
  TrackerIdUnknown,
  type ResolverError
} from "./domain/task/errors.ts"
export type { Resolution, ResolvedTask, TaskPlace, TaskResult } from "./domain/task/resolved.ts"
export { shown, visible, type Visible } from "./domain/text/escape.ts"
export { ConcurrentEdit, RecordTooLarge, RecoveryBlocked, StateChanged } from "./domain/transaction/errors.ts"
export { Verification } from "./domain/verify/verdict.ts"
export { gsdApiVersion } from "./domain/version/gsdApiVersion.ts"
