import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Durable } from "../services/Durable.ts"
import type { Environment } from "../services/Environment.ts"
import { GsdHome } from "../services/GsdHome.ts"
import type { Lock } from "../services/Lock.ts"
import * as ConsentStoreFile from "./consent/ConsentStoreFile.ts"
import * as DurableNode from "./disk/DurableNode.ts"
import * as ForeignFilesDisk from "./foreign/ForeignFilesDisk.ts"
import * as EnvironmentNode from "./home/EnvironmentNode.ts"
import * as GsdHomeFile from "./home/GsdHomeFile.ts"
import * as HostVersionConstant from "./home/HostVersionConstant.ts"
import * as ViewsFile from "./home/ViewsFile.ts"
import * as LedgerFile from "./ledger/LedgerFile.ts"
import * as LockSqlite from "./lock/LockSqlite.ts"
import * as SummariesFile from "./overlay/SummariesFile.ts"
import * as PoliciesFile from "./policy/PoliciesFile.ts"
import * as ProjectFilesDisk from "./project/ProjectFilesDisk.ts"
import * as StoreFile from "./store/StoreFile.ts"
import * as TransactionLazy from "./transaction/TransactionLazy.ts"

/** Where the engine works. */
export interface Place {
  /** Directory that holds `.gsd`, as given; otherwise GSD_HOME or the home directory. */
  readonly root?: string
  /** The project's root, as given; otherwise looked for from the working directory upwards. */
  readonly project?: string
  /** Version of the application; with it, lists remember what they worked out. */
  readonly productVersion?: string
}

/** An engine on this machine, and on whose behalf. */
export interface EngineOptions extends Place {
  /** The command as typed, for messages about a held lock. */
  readonly command: string
  /** Nothing is fetched from a server; what is in the cache or on a mirror on the disk is used. */
  readonly offline?: boolean
}

/** An engine over a disk and an environment that are given. */
export interface OverOptions extends Place {
  /** May know the home: a lock that waits leaves a word there. */
  readonly lock: Layer.Layer<Lock, never, GsdHome>
  /** Version that `engines.gsd` is judged against; this product's when left out. */
  readonly hostVersion?: string
}

const records = Layer.mergeAll(
  LedgerFile.layer,
  ConsentStoreFile.layer,
  PoliciesFile.layer,
  ViewsFile.layer,
  ForeignFilesDisk.layer,
  ProjectFilesDisk.layer
)

const summaries = ({ productVersion }: Place) =>
  productVersion === undefined ? SummariesFile.layerNone : SummariesFile.layerWith(productVersion)

const hostVersion = ({ hostVersion }: OverOptions) =>
  hostVersion === undefined ? HostVersionConstant.layer : HostVersionConstant.layerWith(hostVersion)

/**
 * The services that reading the recorded state needs. Nothing is written by building it; it fails when the root or the
 * project is not to be used. Transactions load when there is one to recover, so a list starts without them.
 */
export const readersOver = (options: OverOptions) =>
  TransactionLazy.layer.pipe(
    Layer.provideMerge(summaries(options)),
    Layer.provideMerge(StoreFile.layer),
    Layer.provideMerge(Layer.mergeAll(records, hostVersion(options), options.lock)),
    Layer.provideMerge(GsdHomeFile.layerWith(options))
  )

const lock = Layer.unwrap(
  Effect.map(GsdHome, ({ paths }) => LockSqlite.layerWith({ attention: paths.attention }))
)

/** The disk and the environment of this machine. */
const machineOf = ({ command }: EngineOptions): Layer.Layer<Durable | Environment> =>
  Layer.merge(DurableNode.layer, EnvironmentNode.layerWith(command))

/** The same on this machine, or on one that watches what is asked of it. */
export const readerLayer = (options: EngineOptions, machine = machineOf(options)) =>
  readersOver({ ...options, lock }).pipe(Layer.provideMerge(machine))
