import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import type { ClusterAddress } from "../domain/cluster/address.ts"
import type { ClusterError } from "../domain/cluster/errors.ts"
import type { DiskFailure } from "../domain/disk/errors.ts"
import type { DirectoryUnusable, HomeInsideProject, HomeUnsafe } from "../domain/home/errors.ts"
import type { Artifacts } from "../services/Artifacts.ts"
import type { AuditLog } from "../services/AuditLog.ts"
import type { CapabilityFiles } from "../services/CapabilityFiles.ts"
import type { CommandModules } from "../services/CommandModules.ts"
import type { Config } from "../services/Config.ts"
import type { ConsentStore } from "../services/ConsentStore.ts"
import type { Durable } from "../services/Durable.ts"
import type { Environment } from "../services/Environment.ts"
import type { FamilyFiles } from "../services/FamilyFiles.ts"
import type { FamilySettings } from "../services/FamilySettings.ts"
import type { ForeignFiles } from "../services/ForeignFiles.ts"
import type { GsdHome } from "../services/GsdHome.ts"
import type { HostVersion } from "../services/HostVersion.ts"
import type { Http } from "../services/Http.ts"
import type { LaneCluster } from "../services/LaneCluster.ts"
import type { Lanes } from "../services/Lanes.ts"
import type { Ledger } from "../services/Ledger.ts"
import type { LoopLog } from "../services/LoopLog.ts"
import type { LoopViews } from "../services/LoopViews.ts"
import type { ManifestFiles } from "../services/ManifestFiles.ts"
import type { Packing } from "../services/Packing.ts"
import type { PlanningFiles } from "../services/PlanningFiles.ts"
import type { ProductFiles } from "../services/ProductFiles.ts"
import type { Policies } from "../services/Policies.ts"
import type { PackedBundles } from "../services/PackedBundles.ts"
import type { ProjectFiles } from "../services/ProjectFiles.ts"
import type { ProjectHistory } from "../services/ProjectHistory.ts"
import type { Registries } from "../services/Registries.ts"
import type { RegistryIndex } from "../services/RegistryIndex.ts"
import type { Repairs } from "../services/Repairs.ts"
import type { ReviewFiles } from "../services/ReviewFiles.ts"
import type { RuntimeFiles } from "../services/RuntimeFiles.ts"
import type { RuntimeHomes } from "../services/RuntimeHomes.ts"
import type { Signatures } from "../services/Signatures.ts"
import type { SourceResolver } from "../services/SourceResolver.ts"
import type { Spawner } from "../services/Spawner.ts"
import type { Store } from "../services/Store.ts"
import type { Subjects } from "../services/Subjects.ts"
import type { Summaries } from "../services/Summaries.ts"
import type { Transaction } from "../services/Transaction.ts"
import type { Views } from "../services/Views.ts"
import type { WorkflowFiles } from "../services/WorkflowFiles.ts"

/** What the pipelines need, except the question to a person. */
export type EngineServices =
  | CapabilityFiles
  | CommandModules
  | Config
  | ConsentStore
  | Durable
  | Environment
  | Artifacts
  | AuditLog
  | ForeignFiles
  | GsdHome
  | HostVersion
  | Http
  | Lanes
  | Ledger
  | LoopLog
  | LoopViews
  | Packing
  | Path.Path
  | PlanningFiles
  | Policies
  | ProductFiles
  | ProjectFiles
  | ProjectHistory
  | Registries
  | RegistryIndex
  | ReviewFiles
  | RuntimeFiles
  | RuntimeHomes
  | Signatures
  | SourceResolver
  | Spawner
  | Store
  | Subjects
  | Summaries
  | Transaction
  | Views

/** What the doctor needs. */
export type DoctorServices = EngineServices | Repairs

/** Why there is no engine for a root and a project. */
export type EngineError = DiskFailure | DirectoryUnusable | HomeInsideProject | HomeUnsafe

/** Where the engine works, as the flags said. */
export interface EngineRequest {
  readonly offline?: boolean
  readonly root?: string
  readonly project?: string
}

/** Makes the services of one run; only main knows the layers. */
export class Engine extends Context.Service<
  Engine,
  {
    readonly layer: (request: EngineRequest) => Layer.Layer<EngineServices, EngineError>
  }
>()("gsd/cli/Engine") {}

/** Makes the doctor's services of one run. */
export class DoctorEngine extends Context.Service<
  DoctorEngine,
  {
    readonly layer: (request: EngineRequest) => Layer.Layer<DoctorServices, EngineError>
  }
>()("gsd/cli/DoctorEngine") {}

/** What authors' commands need: no home of a user, no ledger. */
export type WorkshopServices =
  Durable | Environment | ManifestFiles | PackedBundles | Packing | Path.Path | Signatures | WorkflowFiles

/** Makes the services of an author's command. */
export class Workshop extends Context.Service<
  Workshop,
  {
    readonly layer: Layer.Layer<WorkshopServices>
  }
>()("gsd/cli/Workshop") {}

/** What commands of the agent-workflow family need: no home of ours, no ledger. */
export type FamilyServices = Environment | FamilyFiles | FamilySettings

/** Makes the services of a command of the family. */
export class FamilyEngine extends Context.Service<
  FamilyEngine,
  {
    readonly layer: Layer.Layer<FamilyServices>
  }
>()("gsd/cli/FamilyEngine") {}

/** Makes a cluster that lanes are handed to; nothing of it is loaded before. */
export class Clusters extends Context.Service<
  Clusters,
  {
    readonly layer: (address: ClusterAddress) => Layer.Layer<LaneCluster, ClusterError>
  }
>()("gsd/cli/Clusters") {}
