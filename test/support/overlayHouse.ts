import * as Effect from "effect/Effect"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathsOf } from "../../src/domain/paths.ts"
import { writeHome, type Files } from "./overlayHome.ts"

/** A home with a project beside it that has nothing of its own. */
export interface House {
  readonly home: string
  readonly project: string
  /** Folder of each capability in the store. */
  readonly stored: ReadonlyMap<string, string>
}

/** A home with these overlays, as long as the scope lasts. */
export const houseOf = (overlays: ReadonlyMap<string, Files>) =>
  Effect.acquireRelease(
    Effect.sync((): House => {
      const room = mkdtempSync(join(tmpdir(), "gsd-house-"))
      const [home, project] = [join(room, "home"), join(room, "project")]
      mkdirSync(join(project, ".planning"), { recursive: true })
      const entries = writeHome(home, overlays)
      const stored = [...entries].map(
        ([id, { contentHash }]) => [id, pathsOf(join(home, ".gsd")).stored(contentHash)] as const
      )
      return { home, project, stored: new Map(stored) }
    }),
    ({ home }) => Effect.sync(() => rmSync(join(home, ".."), { recursive: true, force: true }))
  )
