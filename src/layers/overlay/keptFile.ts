import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { loopPoints, pointRank, type LoopPoint } from "../../domain/capability/loopContract.ts"
import { isKeptPoint, isKeptView, type KeptBundle } from "../../domain/loop/keptView.ts"
import type { LoopView } from "../../domain/loop/view.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { LoopViewStand } from "../../services/LoopViews.ts"
import { headOf } from "./headOf.ts"

/** Beside the files of a bundle, that which says what they are. */
export const listName = "../files.json"

const lineEnd = 0x0a

const decoder = new TextDecoder()

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

/** Each line of some bytes. */
const linesOf = (bytes: Uint8Array): ReadonlyArray<Uint8Array> => {
  const lines: Array<Uint8Array> = []
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(lineEnd, start)
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end))
    start = end === -1 ? bytes.length : end + 1
  }
  return lines
}

/** Points up to one, which are those that say what is in force there; undefined when one of them is none. */
const pointsUpTo = Effect.fnUntraced(function* (lines: ReadonlyArray<Uint8Array>, point: LoopPoint) {
  const wanted = lines.slice(0, pointRank(point) + 1)
  const points = yield* Effect.forEach(wanted, parse)
  const isWhole =
    points.length === pointRank(point) + 1 &&
    points.every((one, at) => isKeptPoint(one) && one[0] === loopPoints[at])
  return isWhole ? points.filter(isKeptPoint) : undefined
})

/**
 * What is kept for where things stand, of the points up to one; none when it was kept for something else, is no such
 * file, or a bundle changed.
 */
export const readKept = Effect.fnUntraced(function* ({ key, name }: LoopViewStand, point: LoopPoint) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const bytes = yield* durable.read(`${paths.cache}/${name}`, { maxBytes: limits.keptBytes })
  const end = bytes.indexOf(lineEnd)
  const body = bytes.subarray(end + 1)
  if (decoder.decode(bytes.subarray(0, Math.max(0, end))) !== headOf(key, body)) return Option.none()
  const [first = new Uint8Array(), ...lines] = linesOf(body)
  const kept = yield* parse(first)
  if (!isKeptView(kept) || !(yield* isUnchanged(kept.bundles))) return Option.none()
  const points = yield* pointsUpTo(lines, point)
  const { members, skipped } = kept
  return points === undefined ? Option.none() : Option.some<LoopView>({ members, skipped, points })
})
