import * as Schema from "effect/Schema"

/** `Visible` for schemas; apart, so that whoever only escapes text loads no Schema. */
export const Visible = Schema.String.pipe(Schema.brand("Visible"))
export type Visible = typeof Visible.Type
