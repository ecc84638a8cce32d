import type * as Duration from "effect/Duration"
import type { SpawnError } from "../../domain/process/errors.ts"
import type { SpawnerCall } from "./SpawnerCalls.ts"

/** One thing a scripted process does. Without an `Exit` or `Die` it hangs after its last step. */
export type ScriptStep =
  | { readonly _tag: "Write"; readonly to: "stdout" | "stderr"; readonly data: string | Uint8Array }
  | { readonly _tag: "Wait"; readonly time: Duration.Duration }
  | { readonly _tag: "CloseOutput" }
  | { readonly _tag: "Exit"; readonly code: number }
  | { readonly _tag: "Die"; readonly signal: string }

/** Answers one kind of call. */
export interface Script {
  /** Shown by the defect of a call that no script answers. */
  readonly name: string
  readonly when: (call: SpawnerCall) => boolean
  readonly steps: (call: SpawnerCall) => ReadonlyArray<ScriptStep>
  /** Refuses the start after the checks that every layer makes. */
  readonly refuse?: (call: SpawnerCall) => SpawnError
  /** Survives TERM, so that ending it takes the whole grace. */
  readonly ignoresTerm?: boolean
  /** Names of processes that outlive the leader, hold its outputs, and are ended with the tree. */
  readonly children?: ReadonlyArray<string>
  /** Answers this many calls, then no more; always when absent. */
  readonly times?: number
}

/** Writes to stdout. */
export const out = (data: string | Uint8Array): ScriptStep => ({ _tag: "Write", to: "stdout", data })

/** Writes to stderr. */
export const err = (data: string | Uint8Array): ScriptStep => ({ _tag: "Write", to: "stderr", data })

/** Does nothing for a time on the Clock. */
export const wait = (time: Duration.Duration): ScriptStep => ({ _tag: "Wait", time })

/** Closes both outputs and goes on. */
export const closeOutput: ScriptStep = { _tag: "CloseOutput" }

/** Ends by itself. */
export const exit = (code: number): ScriptStep => ({ _tag: "Exit", code })

/** Ends by a signal of somebody else. */
export const die = (signal: string): ScriptStep => ({ _tag: "Die", signal })
