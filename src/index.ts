/**
 * Everything that other programs may import, and nothing but names: it is as long as the surface of the product, which is
 * why lint does not bound it. The agent-workflow family has an entry of its own, and so have the test layers.
 */
export { AdoptionRefused, NotRecorded, PublicLedgerUnusable } from "./domain/adopt/errors.ts"
export { AdoptReport, AdoptRow } from "./domain/adopt/report.ts"
export { ArchiveBroken, ArchiveTooLarge } from "./domain/archive/errors.ts"
export { GcReport } from "./domain/collect/report.ts"
export { AuditRow } from "./domain/audit/history.ts"
export { AuditDamage, AuditReport } from "./domain/audit/verdict.ts"
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
export { DiskFailure, FileTooLarge } from "./domain/disk/errors.ts"
export { disclose, notices } from "./domain/disclosure/disclose.ts"
export { DisclosureLine } from "./domain/disclosure/DisclosureLine.ts"
export { powersOf, type Powers } from "./domain/disclosure/powers.ts"
export { LedgerNotBroken } from "./domain/doctor/errors.ts"
export { Diagnosis, Finding, FindingKind } from "./domain/doctor/finding.ts"
export { RebuildPlan, RebuildReport } from "./domain/doctor/rebuildPlan.ts"
export { RepairPlan, TreatedFinding, Treatment } from "./domain/doctor/treatment.ts"
export { ExportUnusable } from "./domain/exchange/errors.ts"
export { ExportFile, Exported } from "./domain/exchange/exportFile.ts"
export { ExportReport } from "./domain/exchange/exportReport.ts"
export { FamilyFileUnreadable } from "./domain/family/errors.ts"
export { LaneUnsuitable, LatestInvalid, LatestMissing, MemberUnknown } from "./domain/family/refusals.ts"
export {
  FamilySettingsFileRefused,
  FamilySettingsRefused,
  FamilySettingsUnwritable,
  FamilySettingUnknown
} from "./domain/family/settingsErrors.ts"
export { FamilyReport, FamilyResult, Finding as FamilyFinding } from "./domain/family/finding.ts"
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
export { GenerationNotKept, LedgerCorrupt, LedgerTooNew, NotInstalled } from "./domain/ledger/errors.ts"
export { LedgerEntry, Generation } from "./domain/ledger/entry.ts"
export type { LedgerState } from "./domain/ledger/state.ts"
export { BadReviewSetting, NoSuchLane } from "./domain/lane/errors.ts"
export type { LoopGraph } from "./domain/loop/graph.ts"
export type { PointsReport } from "./domain/loop/points.ts"
export type { ActiveHook, InactiveHook, RenderedPoint, UnloadedGate } from "./domain/loop/hook.ts"
export { limits } from "./domain/limits.ts"
export { LockBusy, LockNotWritable, LockUnsupported } from "./domain/lock/errors.ts"
export { Details } from "./domain/overlay/details.ts"
export { OutdatedRow } from "./domain/outdated/row.ts"
export { Overlay } from "./domain/overlay/overlay.ts"
export { OverlayState } from "./domain/overlay/overlayState.ts"
export { PackOutputRefused } from "./domain/pack/errors.ts"
export { Packed } from "./domain/pack/packed.ts"
export { HookNotActive, HookNotRecordable } from "./domain/loop/errors.ts"
export { HistoryUnreadable, PhaseNotFound, PlanningFileUnreadable } from "./domain/planning/errors.ts"
export type { Began, Head, Told } from "./domain/planning/history.ts"
export type { Phase } from "./domain/planning/phase.ts"
export { CapabilityFileUnreadable, ProductFileMissing } from "./domain/product/errors.ts"
export { globalScope, pathsOf, type LedgerScope, type Paths } from "./domain/paths.ts"
export { Drift } from "./domain/project/drift.ts"
export {
  LockDrift,
  LockEntryUnusable,
  LockfileUnreadable,
  NotLocked,
  NotVendored,
  ProjectPathRefused
} from "./domain/project/errors.ts"
export { LockEntry } from "./domain/project/lockfile.ts"
export { LockReport } from "./domain/project/lockReport.ts"
export { Brought, SyncReport } from "./domain/project/syncReport.ts"
export { projectScope, type ProjectScope } from "./domain/project/places.ts"
export { clustersOf, profilesOf, type Profile } from "./domain/registry/profiles.ts"
export type { Registry, RegistryMember, Skipped, SkipReason } from "./domain/registry/Registry.ts"
export { Matrix, MatrixRow } from "./domain/registry/matrix.ts"
export { ManifestReport, SetReport } from "./domain/registry/report.ts"
export {
  AddressRefused,
  HttpFailed,
  HttpStatus,
  Offline,
  RedirectRefused,
  ResponseTooLarge
} from "./domain/network/errors.ts"
export { PlanMissing } from "./domain/planLint/errors.ts"
export { QueryAnswer } from "./domain/query/answer.ts"
export { QueryUnknown } from "./domain/query/errors.ts"
export { chooseRuntime, runtimesOf, type Runtime } from "./domain/runtime/choose.ts"
export type { HomeProblem, HostFacts } from "./domain/runtime/candidates.ts"
export type { PlaceRow, RuntimeOutcome, RuntimeReport } from "./domain/projection/report.ts"
export { RuntimeNotApplied, SelectionUnreadable } from "./domain/projection/errors.ts"
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
export { queries, queryNames, type QueryName, type QueryText } from "./domain/query/queries.ts"
export { LintFinding } from "./domain/planLint/finding.ts"
export { LintReport } from "./domain/planLint/lint.ts"
export { lintReview } from "./domain/planLint/review.ts"
export { ReviewDocument } from "./domain/review/document.ts"
export { LaneReport, ReviewPlanReport } from "./domain/review/roster.ts"
export { ReviewHistory } from "./domain/review/run.ts"
export { PolicyUnreadable, SourceNotAllowed, type Policy } from "./domain/policy/policy.ts"
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
export {
  BinaryNotExecutable,
  BinaryNotFound,
  InvalidTimeout,
  SpawnFailed,
  UnsupportedShim
} from "./domain/process/errors.ts"
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
export { ScaffoldBlocked, ScaffoldRefused } from "./domain/scaffold/errors.ts"
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
export { ConcurrentEdit, RecordTooLarge, RecoveryBlocked, StateChanged } from "./domain/transaction/errors.ts"
export { Verification } from "./domain/verify/verdict.ts"
export { gsdApiVersion } from "./domain/version/gsdApiVersion.ts"
export { validateManifest, type Validation } from "./domain/capability/validateManifest.ts"
export { Manifest } from "./domain/capability/schema/manifest.ts"
export { layerWith as consentGateFixed } from "./layers/consent/ConsentGateFixed.ts"
export { doctorLayer } from "./layers/doctor.ts"
export { engineLayer, type EngineOptions } from "./layers/live.ts"
export { layerWith as httpNode, type HttpOptions } from "./layers/network/HttpNode.ts"
export { layer as spawnerNode } from "./layers/spawner/SpawnerNode.ts"
export { workshopLayer } from "./layers/workshop.ts"
export { adopt, adoptable, type AdoptRequested } from "./pipelines/adopt.ts"
export { configExplain } from "./pipelines/config/explain.ts"
export { capabilitySet, type CapabilitySet, type CapabilitySetRequested } from "./pipelines/config/gates.ts"
export { configGet, configValues } from "./pipelines/config/get.ts"
export { configSet, configUnset, type ConfigChange, type ConfigChanged } from "./pipelines/config/set.ts"
export { doctor } from "./pipelines/doctor.ts"
export { doctorFix, type FixRequested } from "./pipelines/doctorFix.ts"
export { doctorFixHere, doctorHere } from "./pipelines/doctorHere.ts"
export { doctorRebuild, type RebuildRequested } from "./pipelines/doctorRebuild.ts"
export { disable, enable, type SwitchRequested } from "./pipelines/enable.ts"
export { gc, gcDryRun, type GcRequested } from "./pipelines/gc.ts"
export { familyDetect } from "./pipelines/familyDetect.ts"
export {
  familySettingExplain,
  familySettings,
  type ExplainedFamilySetting,
  type FamilySettingsReport
} from "./pipelines/familySettings.ts"
export {
  familySettingsChange,
  familySettingsRepair,
  type FamilySettingsChanged,
  type SettingsChangeRequest
} from "./pipelines/familySettingsChange.ts"
export {
  familySettingsReconcile,
  type FamilySettingsReconciled
} from "./pipelines/familySettingsReconcile.ts"
export { familyDirs, familyHosts } from "./pipelines/familyHosts.ts"
export { familyLane } from "./pipelines/familyLane.ts"
export { familyModes } from "./pipelines/familyModes.ts"
export { familyProcedures } from "./pipelines/familyProcedures.ts"
export { familyValidate } from "./pipelines/familyValidate.ts"
export { history } from "./pipelines/history.ts"
export { exportBundles, type ExportRequested } from "./pipelines/exportBundles.ts"
export { importBundles, type ImportRequested } from "./pipelines/importBundles.ts"
export { init, type InitRequest } from "./pipelines/init.ts"
export { install, installDryRun } from "./pipelines/install.ts"
export type { Requested, SourceRequest, Supplied, Takeover } from "./pipelines/install/stages.ts"
export { list } from "./pipelines/list.ts"
export { loadRegistry, type LoadRequest } from "./pipelines/loadRegistry.ts"
export { lock, lockCheck, type LockRequested } from "./pipelines/lock.ts"
export { outdated } from "./pipelines/outdated.ts"
export { log, type LogRequested } from "./pipelines/log.ts"
export { loopDispatch, type DispatchRequested } from "./pipelines/loopDispatch.ts"
export { loopLog } from "./pipelines/loopLog.ts"
export { loopRecord, type RecordRequested } from "./pipelines/loopRecord.ts"
export { loopGraph, type LoopGraphRequested } from "./pipelines/loopGraph.ts"
export { loopPoints } from "./pipelines/loopPoints.ts"
export { loopRecall } from "./pipelines/loopRecall.ts"
export { loopRender, type LoopRenderRequested } from "./pipelines/loopRender.ts"
export { pack, packCheck, type PackCheckRequested, type PackRequested } from "./pipelines/pack.ts"
export { pin, unpin, type PinRequested } from "./pipelines/pin.ts"
export { plan } from "./pipelines/plan.ts"
export { planLint, type LintRequest } from "./pipelines/planLint.ts"
export { answerQuery, query, type QueryRequest } from "./pipelines/query.ts"
export type { QueryContext } from "./pipelines/query/context.ts"
export { findArtifact, phaseOf, type PhaseWanted } from "./pipelines/query/phase.ts"
export { currentProject, scopeNamed } from "./pipelines/project/scope.ts"
export { registryAdd, type RegistryAddRequested } from "./pipelines/registryAdd.ts"
export { registryIndex, type RegistryIndexRequested } from "./pipelines/registryIndex.ts"
export { registryInfo } from "./pipelines/registryInfo.ts"
export { registryList, registryRemove } from "./pipelines/registryList.ts"
export { registrySearch, type RegistrySearchRequested } from "./pipelines/registrySearch.ts"
export { registryMatrix, type MatrixRequest } from "./pipelines/registryMatrix.ts"
export { registryCheck, type CheckRequest } from "./pipelines/registryCheck.ts"
export { remove, removeDryRun, type RemoveRequested } from "./pipelines/remove.ts"
export { resolveAllContent, resolveContent, type ResolveRequest } from "./pipelines/resolveContent.ts"
export { review } from "./pipelines/review.ts"
export { reviewPlan, type PlanRequested } from "./pipelines/review/dryRun.ts"
export { reviewHistory } from "./pipelines/review/history.ts"
export { lookAtLanes } from "./pipelines/review/looked.ts"
export type { PromptFiles, ReviewEvent, ReviewRequested } from "./pipelines/review/stages.ts"
export { runtimeApply, type RuntimeApplyRequested } from "./pipelines/runtimeApply.ts"
export { runtimeHome, type RuntimeHomeRequest } from "./pipelines/runtimeHome.ts"
export { runtimeList } from "./pipelines/runtimeList.ts"
export type { RuntimesAsked } from "./pipelines/projection/asked.ts"
export { runtimePlan } from "./pipelines/runtimePlan.ts"
export { runtimeRemove, runtimeRemovePlan, type RuntimeRemoveRequested } from "./pipelines/runtimeRemove.ts"
export { runtimeStatus, type RuntimeStatusRequested } from "./pipelines/runtimeStatus.ts"
export { rollback, rollbackDryRun, type RollbackRequested } from "./pipelines/rollback.ts"
export { path, show } from "./pipelines/show.ts"
export { state } from "./pipelines/state.ts"
export { listFamilies, runFamily, type FamilyRequest } from "./pipelines/runFamily.ts"
export type { CommandListener } from "./pipelines/command/run.ts"
export { sync, syncFrozen, type SyncRequested } from "./pipelines/sync.ts"
export { frozenRequest, type FrozenSpec } from "./pipelines/sync/frozen.ts"
export { trustList, trustRevoke, trustShow, type RevokeRequested } from "./pipelines/trust.ts"
export { trustAdd, trustAddDryRun, type TrustAddRequested } from "./pipelines/trustAdd.ts"
export { update, updateDryRun, type UpdateRequested } from "./pipelines/update.ts"
export { updateAll, updateAllDryRun, updateAuto, type UpdateAllRequested } from "./pipelines/updateAll.ts"
export { validate } from "./pipelines/validate.ts"
export { verify } from "./pipelines/verify.ts"
export { Artifacts, type Artifact, type ArtifactRequest } from "./services/Artifacts.ts"
export { AuditLog } from "./services/AuditLog.ts"
export { CapabilityFiles, type FilesOf } from "./services/CapabilityFiles.ts"
export { CommandModules } from "./services/CommandModules.ts"
export { Config, type ConfigTarget, type ConfigWanted, type ConfigWritten } from "./services/Config.ts"
export { ConsentGate, type ConsentQuestion } from "./services/ConsentGate.ts"
export { ConsentStore } from "./services/ConsentStore.ts"
export { Durable } from "./services/Durable.ts"
export { Environment } from "./services/Environment.ts"
export { FamilyFiles } from "./services/FamilyFiles.ts"
export { FamilySettings, type SettingsEdit, type SettingsFileState } from "./services/FamilySettings.ts"
export { ForeignFiles } from "./services/ForeignFiles.ts"
export { GsdHome } from "./services/GsdHome.ts"
export { Http, type HttpAnswer, type HttpRequest, type Route } from "./services/Http.ts"
export { HostVersion } from "./services/HostVersion.ts"
export { Lanes, type LaneNews, type LaneProbe, type LaneStart } from "./services/Lanes.ts"
export { Ledger } from "./services/Ledger.ts"
export { Lock, type LockRequest } from "./services/Lock.ts"
export { LoopLog, type LoopLogError, type OpenLoopLog } from "./services/LoopLog.ts"
export {
  LoopViews,
  type LoopViewAsked,
  type LoopViewStand,
  type SettledBundle
} from "./services/LoopViews.ts"
export { ManifestFiles } from "./services/ManifestFiles.ts"
export { PackedBundles, type Unpacked } from "./services/PackedBundles.ts"
export { Packing, type Checkout, type PackFolder } from "./services/Packing.ts"
export { PlanningFiles } from "./services/PlanningFiles.ts"
export { ProjectHistory } from "./services/ProjectHistory.ts"
export { ProductFiles } from "./services/ProductFiles.ts"
export { Policies } from "./services/Policies.ts"
export { Progress, type ProgressReport, type ProgressStep } from "./services/Progress.ts"
export { ProjectFiles, type VendoredSeen } from "./services/ProjectFiles.ts"
export { Registries } from "./services/Registries.ts"
export { RegistryIndex, type Offered, type RegistryPlace } from "./services/RegistryIndex.ts"
export { ReviewFiles, type RunBeginning, type RunFolder } from "./services/ReviewFiles.ts"
export { RuntimeFiles } from "./services/RuntimeFiles.ts"
export { RuntimeHomes } from "./services/RuntimeHomes.ts"
export { Repairs, type OpenRebuild, type Rebuilt } from "./services/Repairs.ts"
export {
  SourceResolver,
  type Fetched,
  type ResolvedSource,
  type SourceWish
} from "./services/SourceResolver.ts"
export { Signatures, type Signer } from "./services/Signatures.ts"
export { Spawner } from "./services/Spawner.ts"
export { Store, type Staging } from "./services/Store.ts"
export { Subjects } from "./services/Subjects.ts"
export { Summaries } from "./services/Summaries.ts"
export { Transaction, type Committed, type OpenTransaction } from "./services/Transaction.ts"
export { WorkflowFiles } from "./services/WorkflowFiles.ts"
export { Views } from "./services/Views.ts"
