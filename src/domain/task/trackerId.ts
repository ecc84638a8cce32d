import { kebabPattern } from "../capability/schema/primitives.ts"

/** What the `tracker-id` of a task names. */
export interface TrackerId {
  /** What stands before the first colon: whose id it is. */
  readonly prefix: string
  /** Everything behind that colon, as it is written: further colons, blanks and quotes are part of it. */
  readonly id: string
}

/** Splits a `tracker-id`; undefined when it names no tracker or nothing in it. Source: seed 000, taskContentResolver. */
export const trackerIdOf = (text: string): TrackerId | undefined => {
  const colon = text.indexOf(":")
  if (colon < 0) return undefined
  const [prefix, id] = [text.slice(0, colon), text.slice(colon + 1)]
  return prefix.trim() === "" || id.trim() === "" ? undefined : { prefix, id }
}

/** Whether a task's content may stand in a tracker: a resolver's prefix has the grammar of an id. */
export const isTracked = (trackerId: string | undefined): boolean => {
  const named = trackerId === undefined ? undefined : trackerIdOf(trackerId)
  return named !== undefined && kebabPattern.test(named.prefix)
}
