import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Pinned } from "../domain/install/errors.ts"
import { install, installDryRun } from "./install.ts"
import type { Requested } from "./install/stages.ts"
import { vendoredSource } from "./project/vendor.ts"
import { trustAddRequest } from "./trustAdd.ts"
import { findEntry } from "./overlays/find.ts"

/** What the caller asks for; without a spec the recorded source is read again. */
export interface UpdateRequested extends Omit<Requested, "op" | "spec" | "expectedId" | "replace"> {
  readonly id: string
  readonly spec?: string
}

/** The install that an update is: from the recorded source, or from the given one, which then takes its place. */
export const updateRequest = Effect.fn("update.request")(function* (requested: UpdateRequested) {
  const entry = yield* findEntry(requested.scope, requested.id)
  const { id, spec, ...rest } = requested
  if (spec === undefined && entry.pin !== undefined) return yield* new Pinned({ id, pin: entry.pin })
  // The vendored folder is an input of whoever writes the repository; what the team agreed on binds here too.
  const vendored = spec === undefined ? vendoredSource(requested.scope, id, entry.source) : Option.none()
  if (Option.isSome(vendored))
    return { ...(yield* trustAddRequest(vendored.value, { id, ...rest })), op: "update" } satisfies Requested
  return {
    ...rest,
    op: "update",
    spec: spec ?? entry.source,
    expectedId: id,
    replace: spec !== undefined
  } satisfies Requested
})

/** Updates one installed capability; the consented generation is the baseline of every difference. */
export const update = Effect.fn("update")(function* (requested: UpdateRequested) {
  return yield* install(yield* updateRequest(requested))
})

/** Like `update` up to the question: a receipt with status `planned`. */
export const updateDryRun = Effect.fn("update.dryRun")(function* (requested: UpdateRequested) {
  return yield* installDryRun(yield* updateRequest(requested))
})
