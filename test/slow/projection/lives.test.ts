import { describe, it } from "@effect/vitest"
import { grounds, proveLife } from "../../pipelines/projection/lives.ts"
import { moves, proveEdits, proveMove } from "../../pipelines/projection/persons.ts"

describe("the life of a capability in every host", () => {
  it.effect.each(grounds.slice(3))("leaves it byte for byte as it was: $name", proveLife)

  it.effect.each([0, 2, 3, 4])("leaves the edits of a person, made at step %i", proveEdits)

  it.effect.each(moves.slice(3))("goes on where a person moved %s to", proveMove)
})
