/** Fetches the archive that is named, in a room of its own, and prints how it ended and what it took. */
import * as Effect from "effect/Effect"
import { onNode } from "../../../support/home.ts"
import { fetched, layerOn, stagings } from "../support.ts"

const path = process.argv[2] ?? ""

const before = performance.now()

const outcome = fetched(path).pipe(
  Effect.map(({ files }) => ({ files: files.length })),
  Effect.catch((failure) =>
    Effect.succeed({ tag: failure._tag, limit: "limit" in failure ? failure.limit : undefined })
  )
)

const ended = await Effect.gen(function* () {
  const end = yield* outcome
  return { ...end, left: yield* stagings }
}).pipe(Effect.provide(layerOn(onNode)), Effect.runPromise)

const millis = Math.round(performance.now() - before)

process.stdout.write(JSON.stringify({ ...ended, millis, peakKibi: process.resourceUsage().maxRSS }))
