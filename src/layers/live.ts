import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GsdHome } from "../services/GsdHome.ts"
import * as ConsentStoreFile from "./consent/ConsentStoreFile.ts"
import * as SubjectsFile from "./consent/SubjectsFile.ts"
import * as DurableNode from "./disk/DurableNode.ts"
import * as ForeignFilesDisk from "./foreign/ForeignFilesDisk.ts"
import * as EnvironmentNode from "./home/EnvironmentNode.ts"
import * as GsdHomeFile from "./home/GsdHomeFile.ts"
import * as HostVersionConstant from "./home/HostVersionConstant.ts"
import * as ViewsFile from "./home/ViewsFile.ts"
import * as LedgerFile from "./ledger/LedgerFile.ts"
import * as LockSqlite from "./lock/LockSqlite.ts"
import * as ConfigFile from "./policy/ConfigFile.ts"
import * as PoliciesFile from "./policy/PoliciesFile.ts"
import * as SourceLocal from "./source/SourceLocal.ts"
import * as StoreFile from "./store/StoreFile.ts"
import * as TransactionFile from "./transaction/TransactionFile.ts"

/** Where the engine works, and on whose behalf. */
export interface EngineOptions {
  /** Directory that holds `.gsd`, as given; otherwise GSD_HOME or the home directory. */
  readonly root?: string
  /** The project's root, as given; otherwise looked for from the working directory upwards. */
  readonly project?: string
  /** The command as typed, for messages about a held lock. */
  readonly command: string
}

const lock = Layer.unwrap(
  Effect.map(GsdHome, ({ paths }) => LockSqlite.layerWith({ attention: paths.attention }))
)

const readers = Layer.mergeAll(
  LedgerFile.layer,
  ConsentStoreFile.layer,
  SubjectsFile.layer,
  PoliciesFile.layer,
  ConfigFile.layer,
  ViewsFile.layer,
  HostVersionConstant.layer,
  SourceLocal.layer,
  ForeignFilesDisk.layer,
  lock
)

/**
 * Every service that the pipelines need, on this machine, except the one that asks a person: ConsentGate. Fails
 * when the root or the project is not to be used; nothing is written by building it.
 */
export const engineLayer = (options: EngineOptions) =>
  TransactionFile.layer.pipe(
    Layer.provideMerge(StoreFile.layer),
    Layer.provideMerge(readers),
    Layer.provideMerge(GsdHomeFile.layerWith(options)),
    Layer.provideMerge(Layer.merge(DurableNode.layer, EnvironmentNode.layerWith(options.command)))
  )
