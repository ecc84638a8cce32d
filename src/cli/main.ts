import { fastPath } from "./fastPath.ts"

declare const __GSD_VERSION__: string | undefined

const version = typeof __GSD_VERSION__ === "string" ? __GSD_VERSION__ : "0.0.0-source"

/** Runs one command line, without the words of Node and the script, and ends the process. */
export const run = async (argv: ReadonlyArray<string>): Promise<void> => {
  const fast = fastPath(argv)
  if (fast === undefined) {
    const { runProgram } = await import("./mainProgram.ts")
    return runProgram(argv, version)
  }
  const { runFast } = await import("./mainFast.ts")
  runFast(fast, { argv, version })
}
