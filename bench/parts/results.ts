import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const results = join(dirname(import.meta.dirname), "results.md")

/** The middle one of some figures. */
export const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Puts a section, which begins with its heading, where the one of that heading stands in the results, or at their end; prints it. */
export const record = (section: string): void => {
  const [heading = ""] = section.split("\n")
  const known = existsSync(results) ? readFileSync(results, "utf8") : ""
  const parts = known.split(/\n(?=## )/u).filter((part) => part.trim() !== "")
  const at = parts.findIndex((part) => part.startsWith(`${heading}\n`))
  const next = at === -1 ? [...parts, section] : parts.with(at, section)
  writeFileSync(results, `${next.map((part) => part.trim()).join("\n\n")}\n`)
  process.stdout.write(section)
}
