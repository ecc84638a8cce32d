import { exitCode } from "../domain/hinted.ts"
import type { SchemaName } from "./fastPath.ts"
import { helpFor, type FastHelp, type HelpPages } from "./helpPages.ts"
import { viewOf } from "./mainView.ts"
import { finalCode, writeOut } from "./mainWrite.ts"
import { renderHelpText, type HelpText } from "./render/helpText.ts"
import { jsonText } from "./render/json.ts"
import { plainView, type View } from "./render/view.ts"

/** What is printed of a command's help: the same as the whole program's, which a test compares. */
export const helpOutput = (help: HelpText, json: boolean, view: () => View): string =>
  json ? jsonText({ help: renderHelpText(help, plainView) }) : renderHelpText(help, view())

/** A file of the package, by its path from the folder of the built program. */
const readHere = (path: string): string | undefined => {
  try {
    return process.getBuiltinModule("node:fs").readFileSync(new URL(path, import.meta.url), "utf8")
  } catch {
    return undefined
  }
}

/** Made by the build beside the program. */
const pagesHere = (): HelpPages | undefined => {
  const text = readHere("help.json")
  return text === undefined ? undefined : JSON.parse(text)
}

/** Shows help without the parser and without Effect; false, with nothing written, when the command line is none of help. */
export const runHelp = (wanted: FastHelp): boolean => {
  const pages = pagesHere()
  const help = pages === undefined ? undefined : helpFor(pages, wanted)
  if (help === undefined) return false
  writeOut(helpOutput(help, wanted.json, () => viewOf(1)))
  process.exit(finalCode(exitCode.ok))
}

/** Prints the schema of a file as it is in the package, where a check compares it with the declarations; false when it is not there. */
export const runSchema = (name: SchemaName): boolean => {
  const text = readHere(`../../schema/${name}.schema.json`)
  if (text === undefined) return false
  writeOut(text.trimEnd())
  process.exit(finalCode(exitCode.ok))
}
