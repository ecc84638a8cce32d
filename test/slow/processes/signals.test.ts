import { describe, it } from "vitest"
import { useTools } from "../../processes/support/setUp.ts"
import { proveSignals } from "../../processes/support/signals.ts"
import { caller } from "../../processes/support/users.ts"
import { walks } from "../../processes/support/walks.ts"

useTools()

describe("a signal", () => {
  it.each(walks)(
    "at 36 moments of %s leaves the old or the new state and nothing beside it",
    async (walk) => {
      await proveSignals(caller, walk, 36)
    }
  )
})
