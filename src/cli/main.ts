import { wantsExport } from "../domain/telemetry/wanted.ts"
import { exitCode } from "../domain/hinted.ts"
import { gsdApiVersion } from "../domain/version/gsdApiVersion.ts"
import { built } from "./built.ts"
import { fastPath, type Fast } from "./fastPath.ts"
import { fastHelp } from "./helpPages.ts"
import { finalCode, writeOut } from "./mainWrite.ts"

const version = built.productVersion ?? "0.0.0-source"

/** The same as the command's `renderVersion` and JSON, which a test compares. */
const printVersion = (json: boolean): void => {
  writeOut(json ? JSON.stringify({ version, gsdApiVersion }) : version)
  process.exitCode = finalCode(exitCode.ok)
}

/** A run that somebody is told of goes through the whole program. */
const isExported = () => wantsExport({ get: (name) => process.env[name] })

/** Answers what the fast path takes; false, with nothing written, for the whole program. */
const runFast = async (fast: Fast, argv: ReadonlyArray<string>): Promise<boolean> => {
  switch (fast._tag) {
    case "Version":
      printVersion(fast.json)
      return true
    case "List": {
      const { runList } = await import("./mainList.ts")
      await runList(fast.common, argv)
      return true
    }
    case "Schema": {
      if (built.productVersion === undefined) return false
      const { runSchema } = await import("./mainHelp.ts")
      return runSchema(fast.name)
    }
    case "Validate": {
      const { runValidate } = await import("./mainFamily.ts")
      await runValidate(fast, argv)
      return true
    }
    case "Render": {
      if (built.productVersion === undefined) return false
      const { runRender } = await import("./mainLoop.ts")
      return await runRender(fast, argv)
    }
  }
}

/** Shows help from what the build kept of it. */
const runHelp = async (argv: ReadonlyArray<string>): Promise<boolean> => {
  const help = built.productVersion === undefined ? undefined : fastHelp(argv)
  if (help === undefined) return false
  const fast = await import("./mainHelp.ts")
  return fast.runHelp(help)
}

/** Runs one command line, given without the words of Node and the script, and ends the process. */
export const run = async (argv: ReadonlyArray<string>): Promise<void> => {
  if (!isExported()) {
    const fast = fastPath(argv)
    if (fast === undefined ? await runHelp(argv) : await runFast(fast, argv)) return
  }
  const { runProgram } = await import("./mainProgram.ts")
  return runProgram(argv, version)
}
