import { afterAll, afterEach, beforeAll, vi } from "vitest"
import { endChildren } from "./children.ts"
import { prepareTools, removeTools } from "./tools.ts"
import { removeRooms } from "../../support/rooms.ts"

/** Prepares the programs before the tests of a file; ends every process and removes every folder after them. */
export const useTools = (): void => {
  // Watchdogs only: on a busy machine a process may take seconds to come to its first word.
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })
  beforeAll(prepareTools)
  afterEach(endChildren)
  afterAll(async () => {
    await endChildren()
    removeRooms()
    removeTools()
    vi.resetConfig()
  })
}
