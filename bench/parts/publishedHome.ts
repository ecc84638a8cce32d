import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Files } from "../../test/support/overlayHome.ts"

/**
 * Writes a home of the published package in which these are installed, by id, as its installs leave them: a folder for
 * each and one ledger.
 */
export const writePublishedHome = (home: string, overlays: ReadonlyMap<string, Files>): void => {
  for (const [id, files] of overlays)
    for (const [path, text] of Object.entries(files)) {
      const file = join(home, ".gsd", "capabilities", id, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  const entries = [...overlays.keys()].map((id) => [
    id,
    {
      id,
      version: "1.0.0",
      source: `/home/ada/capabilities/${id}`,
      integrity: "",
      files: [`.gsd/capabilities/${id}`],
      sharedEdits: []
    }
  ])
  const ledger = { version: "1", updatedAt: "2026-08-01T00:00:00.000Z", entries: Object.fromEntries(entries) }
  writeFileSync(join(home, ".gsd-capabilities.json"), JSON.stringify(ledger))
}
