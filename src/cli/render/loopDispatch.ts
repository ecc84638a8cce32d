import type { LoopDispatched } from "../../domain/loop/dispatch.ts"
import type { LoopLogReport } from "../../domain/loop/logReport.ts"
import type { HookOutcome, HookRecord } from "../../domain/loop/outcome.ts"
import { padded, paragraph, safe, type Paint, type View } from "./view.ts"

const colours: Record<HookOutcome, keyof Paint> = {
  done: "green",
  passed: "green",
  handed: "cyan",
  blocked: "red",
  failed: "red",
  interrupted: "red",
  skipped: "yellow",
  unrun: "dim"
}

const outcomeWidth = 11

const outcomeLines = (record: HookRecord, view: View): ReadonlyArray<string> => {
  const { bold, dim } = view.paint
  const outcome = view.paint[colours[record.outcome]](padded(record.outcome, outcomeWidth))
  const isAdvisory = record.outcome === "blocked" && record.blocking !== true
  const head = `${outcome} ${bold(safe(record.hook))}${isAdvisory ? dim(" (does not hold the loop)") : ""}`
  return record.message === undefined ? [head] : [head, ...paragraph(safe(record.message), "  ", view)]
}

const sentence = ({ blockedBy, endedBy, point, verdict }: LoopDispatched, view: View): string => {
  const { green, red, yellow } = view.paint
  const names = blockedBy.map(({ hook }) => `\`${safe(hook)}\``).join(", ")
  if (verdict === "blocked") return red(`The loop is held at ${point} by ${names}`)
  return verdict === "halted"
    ? yellow(`\`${safe(endedBy ?? "")}\` ended ${point}; nothing holds the loop`)
    : green(`Nothing holds the loop at ${point}`)
}

/** One hook per paragraph, in their order, then whether the loop is held. */
export const renderDispatched = (dispatched: LoopDispatched, view: View): string =>
  [...dispatched.outcomes.flatMap((record) => outcomeLines(record, view)), sentence(dispatched, view)].join(
    "\n"
  )

/** A record that was written down. */
export const renderRecord = (record: HookRecord, view: View): string => outcomeLines(record, view).join("\n")

const logLines = (record: HookRecord, view: View): ReadonlyArray<string> => {
  const { dim } = view.paint
  const [head = "", ...rest] = outcomeLines(record, view)
  const where = [record.point, ...(record.phase === undefined ? [] : [safe(record.phase)])].join("  ")
  return [`${dim(safe(record.at))}  ${head}  ${dim(where)}`, ...rest]
}

/** One record per paragraph, oldest first. */
export const renderLoopLog = ({ records }: LoopLogReport, view: View): string =>
  records.length === 0
    ? "Nothing is recorded"
    : records.flatMap((record) => logLines(record, view)).join("\n")
