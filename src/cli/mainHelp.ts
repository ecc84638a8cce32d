import { exitCode } from "../domain/hinted.ts"
import { helpFor, type FastHelp, type HelpPages } from "./helpPages.ts"
import { viewOf } from "./mainView.ts"
import { finalCode, writeOut } from "./mainWrite.ts"
import { renderHelpText, type HelpText } from "./render/helpText.ts"
import { jsonText } from "./render/json.ts"
import { plainView, type View } from "./render/view.ts"

/** What is printed of a command's help: the same as the whole program's, which a test compares. */
export const helpOutput = (help: HelpText, json: boolean, view: () => View): string =>
  json ? jsonText({ help: renderHelpText(help, plainView) }) : renderHelpText(help, view())

/** Made by the build beside the program. */
const pagesHere = (): HelpPages | undefined => {
  const file = new URL("help.json", import.meta.url)
  try {
    return JSON.parse(process.getBuiltinModule("node:fs").readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/** Shows help without the parser and without Effect; false, with nothing written, when the command line is none of help. */
export const runHelp = (wanted: FastHelp): boolean => {
  const pages = pagesHere()
  const help = pages === undefined ? undefined : helpFor(pages, wanted)
  if (help === undefined) return false
  writeOut(helpOutput(help, wanted.json, () => viewOf(1)))
  process.exit(finalCode(exitCode.ok))
}
