import * as Effect from "effect/Effect"
import { Durable } from "../../../services/Durable.ts"
import { GsdHome } from "../../../services/GsdHome.ts"
import { unless } from "../../disk/missing.ts"
import { transactionName } from "../../transaction/name.ts"

/** Writes a file for a git to read, under `H/cache/parts`; it is gone with the scope, or with the next sweep there. */
export const partFile = Effect.fnUntraced(function* (text: string) {
  const durable = yield* Durable
  const { ensure, paths } = yield* GsdHome
  yield* ensure
  for (const folder of [paths.cache, paths.parts])
    yield* unless(durable.makeDirectory(folder, { mode: 0o700 }), "exists")
  const path = `${paths.parts}/${yield* transactionName}`
  const bytes = new TextEncoder().encode(text)
  yield* Effect.acquireRelease(durable.createUnsynced(path, bytes, { mode: 0o600 }), () =>
    Effect.ignore(durable.unlink(path))
  )
  return path
})
