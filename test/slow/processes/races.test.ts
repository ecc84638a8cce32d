import { describe, it } from "vitest"
import { raceIds, raceRemoves, raceVersions } from "../../processes/support/races.ts"
import { useTools } from "../../processes/support/setUp.ts"
import { caller, users } from "../../processes/support/users.ts"

useTools()

describe.each(users)("32 processes at once, $name", (user) => {
  it("install distinct ids; then 16 remove some of them while 16 install others", async () => {
    const world = await raceIds(user, 32)
    await raceRemoves(world)
  })
})

describe("8 processes at once", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])("install one id in two versions, round %i", async () => {
    await raceVersions(caller, 8)
  })
})
