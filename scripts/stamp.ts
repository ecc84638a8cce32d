/**
 * Writes the release version of package.json into every first-party manifest; nothing else of a manifest changes.
 * With `--check` nothing is written, and a manifest that differs is named and fails the run.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { applyEdits, modify } from "jsonc-parser"

const root = join(import.meta.dirname, "..")
const check = process.argv.includes("--check")
const release: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version

const drifted = globSync("capabilities/*/capability.json", { cwd: root })
  .toSorted()
  .filter((name) => {
    const file = join(root, name)
    const before = readFileSync(file, "utf8")
    const after = applyEdits(before, modify(before, ["version"], release, {}))
    if (after === before) return false
    if (!check) writeFileSync(file, after)
    return true
  })

for (const name of drifted) console.log(`${name} ${check ? "differs" : "stamped"}`)
if (check && drifted.length > 0) {
  console.error(`run \`npm run stamp\` for version ${String(release)}`)
  process.exitCode = 1
}
