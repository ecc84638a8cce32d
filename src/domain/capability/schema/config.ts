import * as Schema from "effect/Schema"
import { about, Text } from "./primitives.ts"

const description = Text.pipe(about("What the key is for"))

const initial = about("Value when nobody sets the key")

/** One federated configuration key. An enum's default is checked against its values by a rule. Source: seed 000, config. */
export const ConfigEntry = Schema.Union([
  Schema.Struct({
    type: Schema.tag("boolean").pipe(about("true or false")),
    default: Schema.Boolean.pipe(initial),
    description
  }),
  Schema.Struct({
    type: Schema.tag("string").pipe(about("Text")),
    default: Schema.String.pipe(initial),
    description
  }),
  Schema.Struct({
    type: Schema.tag("number").pipe(about("A finite number")),
    default: Schema.Finite.pipe(initial),
    description
  }),
  Schema.Struct({
    type: Schema.tag("enum").pipe(about("One of `values`")),
    values: Schema.NonEmptyArray(Schema.String).pipe(about("The values it may have")),
    default: Schema.String.pipe(initial),
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
