import { assert, describe, it } from "vitest"
import { useTools } from "../../processes/support/setUp.ts"
import { durationOf, killAfter } from "../../processes/support/strikes.ts"
import { caller } from "../../processes/support/users.ts"
import { again, groundFor, places, walks } from "../../processes/support/walks.ts"
import { program, serve } from "../../processes/support/world.ts"

useTools()

const instants = 60

const cases = walks.flatMap((walk) => places.map((place) => [walk, place] as const))

describe.each(cases)("SIGKILL in a wired %s (%s)", (walk, place) => {
  it(`at ${instants} instants leaves the old or the new state`, async () => {
    const ground = await groundFor(caller, walk, { place })
    const server = serve(caller)
    const durations = []
    for (let run = 0; run < 3; run += 1) {
      again(ground)
      durations.push(await durationOf(ground))
    }
    const duration = durations.toSorted((a, b) => a - b)[1] ?? 0
    const ends = new Set<string>()
    for (let index = 0; index < instants; index += 1)
      ends.add(
        await killAfter(
          ground,
          ((index + 0.5) / instants) * duration,
          index % 10 === 0 && place === "home" ? program : server
        )
      )
    assert.isTrue(ends.has("before"), "every kill came too late")
  })
})
