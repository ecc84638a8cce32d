import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Durable } from "../../services/Durable.ts"
import { whenMissing } from "./missing.ts"

/** Bytes of a regular file; undefined where nothing stands. Looks first: making the failure costs more than the look, and most files that are asked for are not there. */
export const readIfThere = Effect.fnUntraced(function* (path: string, maxBytes: number) {
  const durable = yield* Durable
  const found = yield* Effect.orElseSucceed(durable.identify(path), () => undefined)
  if (found !== undefined && Option.isNone(found)) return undefined
  return yield* whenMissing(durable.read(path, { maxBytes }), undefined)
})
