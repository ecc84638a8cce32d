import { describe, it } from "vitest"
import { useTools } from "../../processes/support/setUp.ts"
import { proveSignals } from "../../processes/support/signals.ts"
import { caller, users } from "../../processes/support/users.ts"
import type { Walk } from "../../processes/support/walks.ts"

useTools()

const walks: ReadonlyArray<Walk> = ["install", "update", "remove"]

describe.each(users)("a signal, $name", (user) => {
  it.each(walks)("at any stage of %s leaves the old or the new state and nothing beside it", async (walk) => {
    await proveSignals(user, walk, user === caller ? 6 : 5)
  })
})
