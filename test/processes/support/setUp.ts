import { afterAll, afterEach, beforeAll } from "vitest"
import { endChildren } from "./children.ts"
import { prepareTools, removeTools } from "./tools.ts"
import { removeWorlds } from "./world.ts"

/** Prepares the programs before the tests of a file; ends every process and removes every folder after them. */
export const useTools = (): void => {
  beforeAll(prepareTools, 120_000)
  afterEach(endChildren)
  afterAll(async () => {
    await endChildren()
    removeWorlds()
    removeTools()
  })
}
