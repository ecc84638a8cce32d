import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { CapabilityFileUnreadable, ProductFileMissing } from "../domain/product/errors.ts"

/** A program to start, and the module that it is told to load. */
export interface ModuleProgram {
  /** The Node that runs us. */
  readonly command: string
  /** Arguments of Node: our runner, which reads what to do from its standard input. */
  readonly args: ReadonlyArray<string>
  /** Real path of the module. */
  readonly module: string
}

/** Which module of whom. */
export interface ModuleWanted {
  readonly capability: string
  /** The capability's real folder, its bytes verified by now. */
  readonly folder: string
  /** Name of the file. */
  readonly module: string
}

/** How a module of a capability is run in a process of its own. */
export class CommandModules extends Context.Service<
  CommandModules,
  {
    /** Fails unless the module is a plain file that lies in the folder itself, no link on the way. Starts nothing. */
    readonly program: (
      wanted: ModuleWanted
    ) => Effect.Effect<ModuleProgram, CapabilityFileUnreadable | ProductFileMissing>
  }
>()("gsd/services/CommandModules") {}
