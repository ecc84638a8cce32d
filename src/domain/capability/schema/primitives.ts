import * as Schema from "effect/Schema"

/** Says what a member is for, in editors too: the text reaches the JSON Schema. */
export const about =
  (description: string) =>
  <S extends Schema.Top>(self: S): S["Rebuild"] =>
    self.annotateKey({ description })

/** Non-empty text; one blank passes. */
export const Text = Schema.String.check(Schema.isNonEmpty({ message: "must not be empty" }))

/** Lower-case letter, then lower-case letters, digits, hyphens; none of the reserved names. */
export const kebabPattern = /^(?!(?:constructor|prototype)$)[a-z][a-z0-9-]*$/u

/** Id of a capability, equal to its folder's name. Source: seed 000, envelope. */
export const CapabilityId = Schema.String.check(
  Schema.isPattern(kebabPattern, {
    message: "must be a lower-case letter, then lower-case letters, digits or hyphens, and no reserved name"
  })
)
  .pipe(Schema.brand("CapabilityId"))
  .annotate({ identifier: "CapabilityId", description: "Id of a capability, equal to its folder's name" })

/** Id of a capability, equal to its folder's name. */
export type CapabilityId = typeof CapabilityId.Type

/** Prefix of a task tracker; the grammar of an id. Source: seed 000, taskContentResolver. */
export const TrackerPrefix = Schema.String.check(
  Schema.isPattern(kebabPattern, {
    message: "must be a lower-case letter, then lower-case letters, digits or hyphens, and no reserved name"
  })
).annotate({ identifier: "TrackerPrefix", description: "What stands before the first colon of a tracker id" })

/** Stem of a skill or an agent. Source: decisions 16. */
export const Stem = Schema.String.check(
  Schema.isPattern(/^(?!(?:constructor|prototype)$)[a-z0-9][a-z0-9-]*$/u, {
    message: "must hold lower-case letters, digits and hyphens only, and be no reserved name"
  })
).annotate({ identifier: "Stem", description: "Name of a skill or an agent, without folder and ending" })

/** Name that is not one every object inherits. Source: decisions 3. */
export const FreeName = Text.check(
  Schema.isPattern(/^(?!(?:__proto__|constructor|prototype)$)/u, {
    message: "must not be `__proto__`, `constructor` or `prototype`"
  })
).annotate({ identifier: "FreeName", description: "Non-empty text that is no reserved name" })

const pathBelow = (root: string) =>
  Text.check(
    Schema.isPattern(/^[^\u0000-\u001f\u007f]+$/u, { message: "must not hold control characters" }),
    Schema.isPattern(/^(?![/\\]|[A-Za-z]:)/u, { message: `must be relative to ${root}` }),
    Schema.isPattern(/^(?![\s\S]*(?:^|[/\\])\.\.(?:[/\\]|$))/u, {
      message: `must stay inside ${root}: no \`..\` segment`
    })
  )

/** Path inside the bundle: relative, no `..` segment under either slash, no control characters, no drive. Source: decisions 5. */
export const BundlePath = pathBelow("the capability's folder").annotate({
  identifier: "BundlePath",
  description: "Path relative to the capability's folder"
})

/** Path inside a runtime's home, as `BundlePath` is inside the bundle. Source: decisions 5. */
export const HomePath = pathBelow("the runtime's home").annotate({
  identifier: "HomePath",
  description: "Path relative to the runtime's home"
})

/** List of plain strings, as argv and artefact names are. */
export const Strings = Schema.Array(Schema.String)

/** Positive whole number of milliseconds. */
export const PositiveMilliseconds = Schema.Int.check(Schema.isGreaterThan(0)).annotate({
  identifier: "PositiveMilliseconds",
  description: "Whole number of milliseconds above 0"
})
