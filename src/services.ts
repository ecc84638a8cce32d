/**
 * What the pipelines ask of the world: one promise each, for layers to keep and tests to replace.
 */
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
export { HostVersion } from "./services/HostVersion.ts"
export { Http, type HttpAnswer, type HttpRequest, type Route } from "./services/Http.ts"
export {
  LaneCluster,
  type Handing,
  type LaneRefusal,
  type LaneServed,
  type Serving
} from "./services/LaneCluster.ts"
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
export { Policies } from "./services/Policies.ts"
export { ProductFiles } from "./services/ProductFiles.ts"
export { Progress, type ProgressReport, type ProgressStep } from "./services/Progress.ts"
export { ProjectFiles, type VendoredSeen } from "./services/ProjectFiles.ts"
export { ProjectHistory } from "./services/ProjectHistory.ts"
export { Registries } from "./services/Registries.ts"
export { RegistryIndex, type Offered, type RegistryPlace } from "./services/RegistryIndex.ts"
export { Repairs, type OpenRebuild, type Rebuilt } from "./services/Repairs.ts"
export { ReviewFiles, type RunBeginning, type RunFolder } from "./services/ReviewFiles.ts"
export { RuntimeFiles } from "./services/RuntimeFiles.ts"
export { RuntimeHomes } from "./services/RuntimeHomes.ts"
export { Signatures, type Signer } from "./services/Signatures.ts"
export {
  SourceResolver,
  type Fetched,
  type ResolvedSource,
  type SourceWish
} from "./services/SourceResolver.ts"
export { Spawner } from "./services/Spawner.ts"
export { Store, type Staging } from "./services/Store.ts"
export { Subjects } from "./services/Subjects.ts"
export { Summaries } from "./services/Summaries.ts"
export { Transaction, type Committed, type OpenTransaction } from "./services/Transaction.ts"
export { Views } from "./services/Views.ts"
export { WorkflowFiles } from "./services/WorkflowFiles.ts"
