import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isKeptView, type KeptBundle } from "../../domain/loop/keptView.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { LoopViewStand } from "../../services/LoopViews.ts"
import { checksumOf } from "./checksum.ts"

/** Beside the files of a bundle, that which says what they are. */
export const listName = "../files.json"

const lineEnd = 0x0a

const decoder = new TextDecoder()

/** First line of the file: what it counts for, and the sum of the rest, so that a torn one is none. */
export const headOf = (key: string, body: Uint8Array): string => JSON.stringify([key, checksumOf(body)])

const parse = (bytes: Uint8Array) =>
  Effect.try({ try: (): unknown => JSON.parse(decoder.decode(bytes)), catch: () => "no JSON" as const })

/** Whether every file that was compared looks as it did. */
const isUnchanged = Effect.fnUntraced(function* (bundles: ReadonlyArray<KeptBundle>) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const places: Array<string> = []
  const before: Array<string> = []
  for (const [key, files] of bundles) {
    const folder = `${paths.store}/${key}`
    for (const path in files) {
      places.push(path === listName ? `${folder}/files.json` : `${folder}/bundle/${path}`)
      before.push(files[path] ?? "")
    }
  }
  const now = yield* durable.lookAll(places)
  return now.every((look, at) => look === before[at])
})

/** What is kept for where things stand; none when it was kept for something else, is no such file, or a bundle changed. */
export const readKept = Effect.fnUntraced(function* ({ key, name }: LoopViewStand) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const bytes = yield* durable.read(`${paths.cache}/${name}`, { maxBytes: limits.loopViewBytes })
  const end = bytes.indexOf(lineEnd)
  const body = bytes.subarray(end + 1)
  if (decoder.decode(bytes.subarray(0, Math.max(0, end))) !== headOf(key, body)) return Option.none()
  const kept = yield* parse(body)
  return isKeptView(kept) && (yield* isUnchanged(kept.bundles)) ? Option.some(kept.view) : Option.none()
})
