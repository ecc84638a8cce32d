import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { Json, withoutVersion } from "../globals.ts"
import { schemaText } from "../render/schema.ts"
import { print } from "../verb.ts"
import { load } from "./flags.ts"

const name = Argument.Literals("name", ["capability", "family"]).pipe(
  Argument.withDescription(
    "Which file the schema is of: capability, for capability.json; family, for that of an agent-workflow member"
  )
)

const schemaOf = Effect.fnUntraced(function* (of: "capability" | "family") {
  if (of === "family") {
    const { familyJsonSchema } = yield* load(() => import("../../domain/family/jsonSchema.ts"))
    return familyJsonSchema()
  }
  const { capabilityJsonSchema } = yield* load(
    () => import("../../domain/capability/jsonSchema/capabilityJsonSchema.ts")
  )
  return capabilityJsonSchema()
})

/** `gsd schema NAME`. */
export const schema = Command.make(
  "schema",
  { name },
  Effect.fnUntraced(function* (input) {
    yield* withoutVersion
    const json = yield* Json
    yield* print({ json }, yield* schemaOf(input.name), schemaText)
  })
).pipe(
  Command.withDescription("Print the JSON Schema of a file, for editors"),
  Command.withExamples([
    {
      command: "gsd schema capability > capability.schema.json",
      description: "For completion and checks while you write capability.json"
    }
  ])
)
