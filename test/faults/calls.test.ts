import { describe, it } from "@effect/vitest"
import { everyFault } from "./everyFault.ts"
import type { Walk } from "./walks.ts"

/** The slow suite takes the others. */
const chosen: ReadonlyArray<Walk> = ["install", "update", "remove, wired"]

describe("a fault at any call", () => {
  it.effect.each(chosen)("leaves %s before or after", (walk) => everyFault(walk))
})
