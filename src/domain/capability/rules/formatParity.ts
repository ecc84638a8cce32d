import type { Rule } from "../Candidate.ts"
import { ownAt, quote } from "../raw.ts"
import { configFormatByInstallSurface, configFormats } from "../runtimeVocabulary.ts"

const known: ReadonlySet<unknown> = new Set(configFormats)

/** Asks that the configuration format fits the install surface. Source: manifest facts 5. */
export const formatParity: Rule = {
  id: "runtime.format-parity",
  severity: "error",
  asks: "`configFormat` fits `installSurface`",
  source: "manifest facts 5",
  judge: ({ root }) => {
    const install = ownAt(root, "runtime", "installSurface")
    const format = ownAt(root, "runtime", "configFormat")
    const formats: Readonly<Record<string, string>> = configFormatByInstallSurface
    if (typeof install !== "string" || !Object.hasOwn(formats, install) || !known.has(format)) return []
    const wanted = formats[install] ?? ""
    if (format === wanted) return []
    return [
      {
        pointer: "/runtime/configFormat",
        message: `The format ${quote(String(format))} does not go with the install surface ${quote(install)}`,
        hint: `That install surface goes with ${quote(wanted)}`
      }
    ]
  }
}
