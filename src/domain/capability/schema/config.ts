import * as Schema from "effect/Schema"
import { Text } from "./primitives.ts"

const description = Text

/** One federated configuration key. An enum's default is checked against its values by a rule. Source: seed 000, config. */
export const ConfigEntry = Schema.Union([
  Schema.Struct({ type: Schema.tag("boolean"), default: Schema.Boolean, description }),
  Schema.Struct({ type: Schema.tag("string"), default: Schema.String, description }),
  Schema.Struct({ type: Schema.tag("number"), default: Schema.Finite, description }),
  Schema.Struct({
    type: Schema.tag("enum"),
    values: Schema.NonEmptyArray(Schema.String),
    default: Schema.String,
    description
  })
])
  .pipe(Schema.toTaggedUnion("type"))
  .annotate({ identifier: "ConfigEntry", description: "Type, default and meaning of one configuration key" })

/** One federated configuration key. */
export type ConfigEntry = typeof ConfigEntry.Type

/** Configuration keys a capability contributes, by dotted key. Source: seed 000, config. */
export const ConfigSlice = Schema.Record(Schema.String, ConfigEntry).annotate({
  identifier: "ConfigSlice",
  description: "Configuration keys this capability contributes"
})
