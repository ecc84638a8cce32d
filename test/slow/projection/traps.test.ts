import { describe, it } from "@effect/vitest"
import { plants, proveLaterTraps, proveTraps } from "../../pipelines/projection/traps.ts"

describe("a repository that lays traps", () => {
  it.effect.each(plants.slice(5))("has none of them followed or touched: %s", ([, plant]) =>
    proveTraps(plant)
  )

  it.effect.each(plants.slice(1))("has none of them followed that come later: %s", ([, plant]) =>
    proveLaterTraps(plant)
  )
})
