import { limits } from "../limits.ts"
import type { RunPlaces, RunPrompt } from "./stages.ts"

/**
 * One sentence that sends a program to the file of its prompt: what to read, where the repository is, what to answer and
 * what to leave alone. Paths stand as they are, without quotation marks.
 * Source: lanes.md 1.6.
 */
export const promptReference = (prompt: RunPrompt, { repository }: RunPlaces): string =>
  `Carry out the review that the file \`${prompt.path}\` asks for, on the repository at \`${repository}\`: answer ` +
  "with the review as Markdown and nothing else, and do not create, change or delete any file."

/**
 * Why a prompt cannot be an argument itself, as a clause; undefined when it can. It is longer than the system carries,
 * or holds NUL, or, on Windows, a line break: the program may be a shim there, which ends at the first line (U58).
 */
export const promptArgumentProblem = (text: string, isWindows: boolean): string | undefined => {
  const most = isWindows ? limits.promptArgumentWindowsBytes : limits.promptArgumentBytes
  if (new TextEncoder().encode(text).length > most) return `is longer than the ${most} bytes of an argument`
  if (text.includes("\0")) return "holds a NUL byte"
  return isWindows && /[\r\n]/u.test(text) ? "holds line breaks, which a shim does not carry" : undefined
}
