import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { Json, withoutVersion } from "../globals.ts"
import { schemaText } from "../render/schema.ts"
import { print } from "../verb.ts"
import { load } from "./flags.ts"

const name = Argument.Literals("name", ["capability"]).pipe(
  Argument.withDescription("Which file the schema is of: capability, for capability.json")
)

/** `gsd schema NAME`. */
export const schema = Command.make(
  "schema",
  { name },
  Effect.fnUntraced(function* () {
    yield* withoutVersion
    const json = yield* Json
    const { capabilityJsonSchema } = yield* load(
      () => import("../../domain/capability/jsonSchema/capabilityJsonSchema.ts")
    )
    yield* print({ json }, capabilityJsonSchema(), schemaText)
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
