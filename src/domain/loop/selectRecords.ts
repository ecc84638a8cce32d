import type { LoopPoint } from "../capability/loopContract.ts"
import { phasesMeant } from "../planning/choosePhase.ts"
import type { HookRecord } from "./outcome.ts"

/** Which records of the log are wanted. */
export interface RecordsWanted {
  readonly point?: LoopPoint
  /** Number of a phase, or the name of its folder; the folder may be gone by now. */
  readonly phase?: string
  /** So many of the newest. */
  readonly last: number
}

/** The newest records that are meant, oldest first. */
export const selectRecords = (
  records: ReadonlyArray<HookRecord>,
  { last, phase, point }: RecordsWanted
): ReadonlyArray<HookRecord> => {
  const isMeant = (record: HookRecord): boolean =>
    (point === undefined || record.point === point) &&
    (phase === undefined || phasesMeant([record.phase ?? ""], phase).length > 0)
  return last <= 0 ? [] : records.filter(isMeant).slice(-last)
}
