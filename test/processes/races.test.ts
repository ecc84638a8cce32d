import { describe, it } from "vitest"
import { raceIds, raceVersions } from "./support/races.ts"
import { useTools } from "./support/setUp.ts"
import { caller, users } from "./support/users.ts"

useTools()

describe.each(users)("processes at once, $name", (user) => {
  it("install distinct ids: all of them, and readers see only whole states", async () => {
    await raceIds(user, user === caller ? 12 : 6)
  })
})

describe("processes at once", () => {
  it("install one id in two versions: some order explains the result", async () => {
    await raceVersions(caller, 8)
  })
})
