import type { ProgressReport, ProgressStep } from "../services/Progress.ts"
import { live, writeError, writeLive } from "./mainWrite.ts"
import { renderProgress } from "./render/progress.ts"

/** A step that is over sooner is not worth a word. */
const patienceMillis = { terminal: 300, other: 1000 }

const repaintMillis = 100

/** What progress is written with. */
export interface ProgressOutput {
  readonly live: typeof live
  readonly writeError: (text: string) => void
  readonly writeLive: (line: string) => void
}

const stderr: ProgressOutput = { live, writeError, writeLive }

/** Tells on stderr what takes long: on a terminal as one line that changes, elsewhere as one line per step. */
export const progressOn = (isTerminal: boolean, output = stderr): ProgressReport => {
  const { live } = output
  let now: ProgressStep | undefined
  let bytes = 0
  let shown = ""
  let timer: NodeJS.Timeout | undefined
  const later = (millis: number) => {
    clearTimeout(timer)
    timer = setTimeout(tell, millis).unref()
  }
  const tell = () => {
    if (now === undefined) return
    const line = renderProgress(now, bytes)
    if (!isTerminal) return output.writeError(line)
    if (line !== shown || !live.isShown) output.writeLive(line)
    shown = line
    later(repaintMillis)
  }
  live.stop = () => {
    clearTimeout(timer)
    now = undefined
  }
  return {
    step: (step) => {
      now = step
      bytes = 0
      later(live.isShown ? repaintMillis : patienceMillis[isTerminal ? "terminal" : "other"])
    },
    bytes: (count) => {
      bytes += count
    }
  }
}
