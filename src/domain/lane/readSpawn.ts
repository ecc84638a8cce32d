import { visible, type Visible } from "../text/escape.ts"
import { readOpencode } from "./handlers/opencode.ts"
import type { SpawnAnswer } from "./judgeSpawn.ts"
import type { Lane } from "./lane.ts"

/** What a program's output says, once its handler read it. */
export type ReadOutput = Pick<SpawnAnswer, "text" | "error" | "stoppedAtLimit"> & {
  /** What else the handler read, each a sentence without a final period. */
  readonly notes: ReadonlyArray<Visible>
}

const readEvents = (output: string): ReadOutput => {
  const { text, error, finish, outputTokens } = readOpencode(output)
  const tokens = outputTokens === undefined ? "" : `, ${outputTokens} tokens written`
  return {
    text,
    stoppedAtLimit: finish === "length",
    ...(error === undefined ? {} : { error }),
    notes: finish === "" ? [] : [visible(`Its last step ended with ${finish}${tokens}`)]
  }
}

/** Reads a program's output as its handler says; without one the output is the answer. Undefined output is a file that is not there. */
export const readOutput = ({ reviewer }: Lane, output: string | undefined): ReadOutput =>
  output !== undefined && reviewer.handler === "opencode" ? readEvents(output) : { text: output, notes: [] }
