import { wantsExport } from "../domain/telemetry/wanted.ts"
import { gsdApiVersion } from "../domain/version/gsdApiVersion.ts"
import { built } from "./built.ts"
import { fastPath } from "./fastPath.ts"
import { stdout, writeOut } from "./mainWrite.ts"

const version = built.productVersion ?? "0.0.0-source"

/** The same as the command's `renderVersion` and JSON, which a test compares. */
const printVersion = (json: boolean): void => {
  writeOut(json ? JSON.stringify({ version, gsdApiVersion }) : version)
  if (stdout.trouble !== undefined) process.exitCode = 1
}

/** A run that somebody is told of goes through the whole program. */
const isExported = () => wantsExport({ get: (name) => process.env[name] })

/** Runs one command line, given without the words of Node and the script, and ends the process. */
export const run = async (argv: ReadonlyArray<string>): Promise<void> => {
  const fast = isExported() ? undefined : fastPath(argv)
  if (fast?._tag === "Version") return printVersion(fast.json)
  if (fast?._tag === "List") {
    const { runList } = await import("./mainFast.ts")
    return runList(fast.common, argv)
  }
  if (fast?._tag === "Validate") {
    const { runValidate } = await import("./mainFamily.ts")
    return runValidate(fast, argv)
  }
  if (fast?._tag === "Render" && built.productVersion !== undefined) {
    const { runRender } = await import("./mainLoop.ts")
    if (await runRender(fast, argv)) return
  }
  const { runProgram } = await import("./mainProgram.ts")
  return runProgram(argv, version)
}
