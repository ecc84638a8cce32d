import type * as Effect from "effect/Effect"
import { ArchiveTooLarge } from "../../domain/archive/errors.ts"
import { ClusterUnreachable } from "../../domain/cluster/errors.ts"
import { ConsentDeclined } from "../../domain/consent/errors.ts"
import { DiskFailure } from "../../domain/disk/errors.ts"
import { FamilyFileUnreadable } from "../../domain/family/errors.ts"
import { FamilySettingsUnwritable, FamilySettingsFileRefused } from "../../domain/family/settingsErrors.ts"
import { HostVersionUnknown } from "../../domain/home/errors.ts"
import { LockBusy } from "../../domain/lock/errors.ts"
import { HttpFailed } from "../../domain/network/errors.ts"
import { HistoryUnreadable } from "../../domain/planning/errors.ts"
import { PolicyUnreadable } from "../../domain/policy/policy.ts"
import { BinaryNotFound, SpawnFailed } from "../../domain/process/errors.ts"
import { CapabilityFileUnreadable, ProductFileMissing } from "../../domain/product/errors.ts"
import { SignatureCheckFailed } from "../../domain/registryIndex/errors.ts"
import { KeyUnusable } from "../../domain/registryIndex/signingErrors.ts"
import { RuntimeHomeRefused } from "../../domain/runtime/errors.ts"
import { SourceUnreachable } from "../../domain/source/errors.ts"
import type { Artifacts } from "../../services/Artifacts.ts"
import type { AuditLog } from "../../services/AuditLog.ts"
import type { CapabilityFiles } from "../../services/CapabilityFiles.ts"
import type { CommandModules } from "../../services/CommandModules.ts"
import type { Config } from "../../services/Config.ts"
import type { ConsentGate } from "../../services/ConsentGate.ts"
import type { ConsentStore } from "../../services/ConsentStore.ts"
import type { Durable } from "../../services/Durable.ts"
import type { FamilyFiles } from "../../services/FamilyFiles.ts"
import type { FamilySettings } from "../../services/FamilySettings.ts"
import type { ForeignFiles } from "../../services/ForeignFiles.ts"
import type { GsdHome } from "../../services/GsdHome.ts"
import type { HostVersion } from "../../services/HostVersion.ts"
import type { Http } from "../../services/Http.ts"
import type { LaneCluster } from "../../services/LaneCluster.ts"
import type { Ledger } from "../../services/Ledger.ts"
import type { Lock } from "../../services/Lock.ts"
import type { LoopLog, OpenLoopLog } from "../../services/LoopLog.ts"
import type { ManifestFiles } from "../../services/ManifestFiles.ts"
import type { PackedBundles } from "../../services/PackedBundles.ts"
import type { Packing } from "../../services/Packing.ts"
import type { PlanningFiles } from "../../services/PlanningFiles.ts"
import type { Policies } from "../../services/Policies.ts"
import type { ProductFiles } from "../../services/ProductFiles.ts"
import type { ProjectFiles } from "../../services/ProjectFiles.ts"
import type { ProjectHistory } from "../../services/ProjectHistory.ts"
import type { Registries } from "../../services/Registries.ts"
import type { RegistryIndex } from "../../services/RegistryIndex.ts"
import type { OpenRebuild, Repairs } from "../../services/Repairs.ts"
import type { ReviewFiles } from "../../services/ReviewFiles.ts"
import type { RuntimeFiles } from "../../services/RuntimeFiles.ts"
import type { RuntimeHomes } from "../../services/RuntimeHomes.ts"
import type { Signatures, Signer } from "../../services/Signatures.ts"
import type { SourceResolver } from "../../services/SourceResolver.ts"
import type { Spawner } from "../../services/Spawner.ts"
import type { Staging, Store } from "../../services/Store.ts"
import type { OpenTransaction, Transaction } from "../../services/Transaction.ts"
import type { Views } from "../../services/Views.ts"
import type { WorkflowFiles } from "../../services/WorkflowFiles.ts"
import type { FaultCall } from "./Faults.ts"

/** What a member that is, or returns, an Effect fails with. */
type FailureOf<Member> = Member extends (...given: never) => infer Result
  ? FailureOf<Result>
  : Member extends Effect.Effect<infer _A, infer E, infer _R>
    ? E
    : never

/** An error for each method that can fail, and for no other. */
export type Errors<Shape> = {
  readonly [Method in keyof Shape as [FailureOf<Shape[Method]>] extends [never] ? never : Method]: (
    call: FaultCall
  ) => FailureOf<Shape[Method]>
}

/** Services that can fail, and what they lend. */
export type EngineErrors = {
  readonly Artifacts: Errors<Artifacts["Service"]>
  readonly AuditLog: Errors<AuditLog["Service"]>
  readonly CapabilityFiles: Errors<CapabilityFiles["Service"]>
  readonly CommandModules: Errors<CommandModules["Service"]>
  readonly Config: Errors<Config["Service"]>
  readonly ConsentGate: Errors<ConsentGate["Service"]>
  readonly ConsentStore: Errors<ConsentStore["Service"]>
  readonly Durable: Errors<Durable["Service"]>
  readonly FamilyFiles: Errors<FamilyFiles["Service"]>
  readonly FamilySettings: Errors<FamilySettings["Service"]>
  readonly ForeignFiles: Errors<ForeignFiles["Service"]>
  readonly GsdHome: Errors<GsdHome["Service"]>
  readonly HostVersion: Errors<HostVersion["Service"]>
  readonly Http: Errors<Http["Service"]>
  readonly LaneCluster: Errors<LaneCluster["Service"]>
  readonly Ledger: Errors<Ledger["Service"]>
  readonly Lock: Errors<Lock["Service"]>
  readonly LoopLog: Errors<LoopLog["Service"]>
  readonly ManifestFiles: Errors<ManifestFiles["Service"]>
  readonly OpenLoopLog: Errors<OpenLoopLog>
  readonly OpenRebuild: Errors<OpenRebuild>
  readonly OpenTransaction: Errors<OpenTransaction>
  readonly PackedBundles: Errors<PackedBundles["Service"]>
  readonly Packing: Errors<Packing["Service"]>
  readonly PlanningFiles: Errors<PlanningFiles["Service"]>
  readonly Policies: Errors<Policies["Service"]>
  readonly ProductFiles: Errors<ProductFiles["Service"]>
  readonly ProjectFiles: Errors<ProjectFiles["Service"]>
  readonly ProjectHistory: Errors<ProjectHistory["Service"]>
  readonly Registries: Errors<Registries["Service"]>
  readonly RegistryIndex: Errors<RegistryIndex["Service"]>
  readonly Repairs: Errors<Repairs["Service"]>
  readonly ReviewFiles: Errors<ReviewFiles["Service"]>
  readonly RuntimeFiles: Errors<RuntimeFiles["Service"]>
  readonly RuntimeHomes: Errors<RuntimeHomes["Service"]>
  readonly Signatures: Errors<Signatures["Service"]>
  readonly Signer: Errors<Signer>
  readonly SourceResolver: Errors<SourceResolver["Service"]>
  readonly Spawner: Errors<Spawner["Service"]>
  readonly Staging: Errors<Staging>
  readonly Store: Errors<Store["Service"]>
  readonly Transaction: Errors<Transaction["Service"]>
  readonly Views: Errors<Views["Service"]>
  readonly WorkflowFiles: Errors<WorkflowFiles["Service"]>
}

const firstText = ({ arguments: [first] }: FaultCall): string => (typeof first === "string" ? first : "")

const problem = "the test spoilt it"

const disk = (call: FaultCall) =>
  new DiskFailure({ operation: call.name, path: firstText(call), reason: "io", code: "EIO" })

const http = () => new HttpFailed({ url: "https://fault.example", fault: "reset", reason: "the test cut it" })

const policy = () => new PolicyUnreadable({ path: "/policy.json", problem })

const capabilityFile = (call: FaultCall) =>
  new CapabilityFileUnreadable({ capability: "fault", path: firstText(call), problem })

const familyFile = (call: FaultCall) => new FamilyFileUnreadable({ path: firstText(call), problem })

const productFile = (call: FaultCall) => new ProductFileMissing({ path: firstText(call), problem })

const history = ({ name }: FaultCall) => new HistoryUnreadable({ asked: name, reason: problem })

const cluster = () => new ClusterUnreachable({ address: "fault.example", problem })

const source = () =>
  new SourceUnreachable({ source: "fault", reason: "was cut off by the test", hint: "Try again" })

const signature = () => new SignatureCheckFailed({ reason: problem })

const errors: EngineErrors = {
  Artifacts: { fetch: disk, keep: disk },
  AuditLog: { read: disk, recordEgress: disk },
  CapabilityFiles: { read: capabilityFile, paths: capabilityFile, folder: capabilityFile },
  CommandModules: { program: capabilityFile },
  Config: { texts: policy, layers: policy, edit: disk },
  ConsentGate: { ask: () => new ConsentDeclined({ id: "fault" }) },
  ConsentStore: { read: disk },
  Durable: {
    read: disk,
    readTail: disk,
    pieces: disk,
    identify: disk,
    entries: disk,
    readLink: disk,
    realPath: disk,
    create: disk,
    createUnsynced: disk,
    extendUnsynced: disk,
    append: disk,
    truncate: disk,
    rename: disk,
    syncFile: disk,
    syncDirectory: disk,
    makeDirectory: disk,
    link: disk,
    chmod: disk,
    chown: disk,
    unlink: disk,
    removeDirectory: disk,
    removeTree: disk,
    replace: disk
  },
  FamilyFiles: { bytes: familyFile, look: familyFile, expand: familyFile, folders: familyFile },
  FamilySettings: {
    editable: (call) => new FamilySettingsFileRefused({ path: firstText(call), problem }),
    edit: (call) => new FamilySettingsUnwritable({ path: firstText(call), problem })
  },
  ForeignFiles: { resolve: disk, read: disk },
  GsdHome: { ensure: disk, ensureProject: disk },
  HostVersion: { read: () => new HostVersionUnknown({ reason: problem }) },
  Http: { stream: http, read: http, route: http },
  LaneCluster: { runners: cluster, hand: cluster, serve: cluster },
  Ledger: { read: disk, projects: disk },
  Lock: { acquire: (call) => new LockBusy({ path: firstText(call), waitedMillis: 0 }) },
  LoopLog: { open: disk, recent: disk },
  ManifestFiles: { read: disk },
  OpenLoopLog: { append: disk },
  OpenRebuild: { commit: disk },
  OpenTransaction: { commit: disk },
  PackedBundles: { read: disk },
  Packing: {
    read: disk,
    compress: (call) => new ArchiveTooLarge({ archive: firstText(call), limit: "size", reason: problem }),
    output: disk,
    write: disk
  },
  PlanningFiles: { names: disk, text: disk },
  Policies: { read: policy },
  ProductFiles: { place: productFile, read: productFile, below: productFile },
  ProjectFiles: { look: disk, names: disk, bundle: disk },
  ProjectHistory: {
    head: history,
    commit: history,
    began: history,
    changedLast: history,
    changedSince: history,
    filesAt: history,
    files: history,
    uncommitted: history,
    textAt: history,
    told: history
  },
  Registries: { read: disk, add: disk, remove: disk, seen: disk },
  RegistryIndex: { look: http, root: http, capability: http },
  Repairs: {
    interrupted: disk,
    deadStagings: disk,
    sweep: disk,
    surplus: disk,
    discard: disk,
    beginRebuild: disk
  },
  ReviewFiles: {
    begin: disk,
    put: disk,
    runs: disk,
    ready: disk,
    publish: disk,
    remember: disk,
    history: disk
  },
  RuntimeFiles: { places: disk, resolve: disk, look: disk, locked: disk, read: disk },
  RuntimeHomes: {
    find: () => new RuntimeHomeRefused({ runtime: "fault", subject: "home", name: "/fault", problem })
  },
  Signatures: {
    verify: signature,
    open: (call) => new KeyUnusable({ key: firstText(call), reason: problem })
  },
  Signer: { sign: signature },
  SourceResolver: { resolve: source, fetch: source },
  Spawner: {
    run: () => new SpawnFailed({ command: "fault", reason: "out-of-resources", code: "EAGAIN" }),
    which: (call) => new BinaryNotFound({ command: firstText(call), tried: [] })
  },
  Staging: { put: disk, putPieces: disk, read: disk, seal: disk },
  Store: { stage: disk, files: disk, read: disk, verify: disk, glance: disk },
  Transaction: { begin: disk },
  Views: { strays: disk },
  WorkflowFiles: { shipped: disk, below: disk }
}

/** By `Service.method`. */
export const engineErrors: ReadonlyMap<string, (call: FaultCall) => unknown> = new Map(
  Object.entries(errors).flatMap(([service, methods]) =>
    Object.entries(methods).map(([method, error]) => [`${service}.${method}`, error] as const)
  )
)
