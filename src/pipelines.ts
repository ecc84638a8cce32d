/**
 * What can be done, each an Effect that says in its type which services it needs and how it can fail.
 */
export { adopt, adoptable, type AdoptRequested } from "./pipelines/adopt.ts"
export type { RunnerEvent } from "./pipelines/cluster/events.ts"
export { clusterReview } from "./pipelines/clusterReview.ts"
export { serveLanes, type RunnerRequested } from "./pipelines/clusterRunner.ts"
export { clusterRunners, type RunnersListed } from "./pipelines/clusterRunners.ts"
export type { CommandListener } from "./pipelines/command/run.ts"
export { configExplain } from "./pipelines/config/explain.ts"
export { capabilitySet, type CapabilitySet, type CapabilitySetRequested } from "./pipelines/config/gates.ts"
export { configGet, configValues } from "./pipelines/config/get.ts"
export { configSet, configUnset, type ConfigChange, type ConfigChanged } from "./pipelines/config/set.ts"
export { doctor } from "./pipelines/doctor.ts"
export { doctorFix, type FixRequested } from "./pipelines/doctorFix.ts"
export { doctorFixHere, doctorHere } from "./pipelines/doctorHere.ts"
export { doctorRebuild, type RebuildRequested } from "./pipelines/doctorRebuild.ts"
export { disable, enable, type SwitchRequested } from "./pipelines/enable.ts"
export { exportBundles, type ExportRequested } from "./pipelines/exportBundles.ts"
export { familyDetect } from "./pipelines/familyDetect.ts"
export { familyDirs, familyHosts } from "./pipelines/familyHosts.ts"
export { familyLane } from "./pipelines/familyLane.ts"
export { familyModes } from "./pipelines/familyModes.ts"
export { familyProcedures } from "./pipelines/familyProcedures.ts"
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
export { familyValidate } from "./pipelines/familyValidate.ts"
export { gc, gcDryRun, type GcRequested } from "./pipelines/gc.ts"
export { history } from "./pipelines/history.ts"
export { importBundles, type ImportRequested } from "./pipelines/importBundles.ts"
export { init, type InitRequest } from "./pipelines/init.ts"
export { install, installDryRun } from "./pipelines/install.ts"
export type { Requested, SourceRequest, Supplied, Takeover } from "./pipelines/install/stages.ts"
export { list } from "./pipelines/list.ts"
export { loadRegistry, type LoadRequest } from "./pipelines/loadRegistry.ts"
export { lock, lockCheck, type LockRequested } from "./pipelines/lock.ts"
export { log, type LogRequested } from "./pipelines/log.ts"
export { loopDispatch, type DispatchRequested } from "./pipelines/loopDispatch.ts"
export { loopGraph, type LoopGraphRequested } from "./pipelines/loopGraph.ts"
export { loopLog } from "./pipelines/loopLog.ts"
export { loopPoints } from "./pipelines/loopPoints.ts"
export { loopRecall } from "./pipelines/loopRecall.ts"
export { loopRecord, type RecordRequested } from "./pipelines/loopRecord.ts"
export { loopRender, type LoopRenderRequested } from "./pipelines/loopRender.ts"
export { outdated } from "./pipelines/outdated.ts"
export { pack, packCheck, type PackCheckRequested, type PackRequested } from "./pipelines/pack.ts"
export { pin, unpin, type PinRequested } from "./pipelines/pin.ts"
export { plan } from "./pipelines/plan.ts"
export { planLint, type LintRequest } from "./pipelines/planLint.ts"
export { currentProject, scopeNamed } from "./pipelines/project/scope.ts"
export type { RuntimesAsked } from "./pipelines/projection/asked.ts"
export { answerQuery, query, type QueryRequest } from "./pipelines/query.ts"
export type { QueryContext } from "./pipelines/query/context.ts"
export { findArtifact, phaseOf, type PhaseWanted } from "./pipelines/query/phase.ts"
export { registryAdd, type RegistryAddRequested } from "./pipelines/registryAdd.ts"
export { registryCheck, type CheckRequest } from "./pipelines/registryCheck.ts"
export { registryIndex, type RegistryIndexRequested } from "./pipelines/registryIndex.ts"
export { registryInfo } from "./pipelines/registryInfo.ts"
export { registryList, registryRemove } from "./pipelines/registryList.ts"
export { registryMatrix, type MatrixRequest } from "./pipelines/registryMatrix.ts"
export { registrySearch, type RegistrySearchRequested } from "./pipelines/registrySearch.ts"
export { remove, removeDryRun, type RemoveRequested } from "./pipelines/remove.ts"
export {
  resolveCapabilitySource,
  type SourceOptions,
  type StagedBundle
} from "./pipelines/resolveCapabilitySource.ts"
export { resolveAllContent, resolveContent, type ResolveRequest } from "./pipelines/resolveContent.ts"
export { review } from "./pipelines/review.ts"
export { reviewPlan, type PlanRequested } from "./pipelines/review/dryRun.ts"
export { reviewHistory } from "./pipelines/review/history.ts"
export { lookAtLanes } from "./pipelines/review/looked.ts"
export type { PromptFiles, ReviewEvent, ReviewRequested } from "./pipelines/review/stages.ts"
export { rollback, rollbackDryRun, type RollbackRequested } from "./pipelines/rollback.ts"
export { listFamilies, runFamily, type FamilyRequest } from "./pipelines/runFamily.ts"
export { runtimeApply, type RuntimeApplyRequested } from "./pipelines/runtimeApply.ts"
export { runtimeHome, type RuntimeHomeRequest } from "./pipelines/runtimeHome.ts"
export { runtimeList } from "./pipelines/runtimeList.ts"
export { runtimePlan } from "./pipelines/runtimePlan.ts"
export { runtimeRemove, runtimeRemovePlan, type RuntimeRemoveRequested } from "./pipelines/runtimeRemove.ts"
export { runtimeStatus, type RuntimeStatusRequested } from "./pipelines/runtimeStatus.ts"
export { path, show } from "./pipelines/show.ts"
export { state } from "./pipelines/state.ts"
export { sync, syncFrozen, type SyncRequested } from "./pipelines/sync.ts"
export { frozenRequest, type FrozenSpec } from "./pipelines/sync/frozen.ts"
export {
  installs,
  laneDuration,
  laneOutcomes,
  measured,
  pipelineDuration
} from "./pipelines/telemetry/metrics.ts"
export { trustList, trustRevoke, trustShow, type RevokeRequested } from "./pipelines/trust.ts"
export { trustAdd, trustAddDryRun, type TrustAddRequested } from "./pipelines/trustAdd.ts"
export { update, updateDryRun, type UpdateRequested } from "./pipelines/update.ts"
export { updateAll, updateAllDryRun, updateAuto, type UpdateAllRequested } from "./pipelines/updateAll.ts"
export { validate } from "./pipelines/validate.ts"
export { verify } from "./pipelines/verify.ts"
