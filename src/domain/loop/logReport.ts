import * as Schema from "effect/Schema"
import { HookRecord } from "./outcome.ts"

/** JSON of `loop log`. */
export const LoopLogReport = Schema.Struct({
  /** Oldest first. */
  records: Schema.Array(HookRecord),
  notes: Schema.Array(Schema.String)
})
export type LoopLogReport = typeof LoopLogReport.Type
