import { formatPoints, methodsWithoutPoint, type Points } from "../../src/layers/fault/points.ts"

/** Calls of a memory disk before which losing power makes a difference; reading changes nothing. */
export const changingMethods = (method: string): boolean =>
  /^(?:File\.(?:sync|write|writeAll|truncate)|FileSystem\.(?:chmod|chown|makeDirectory|remove|rename|symlink|link|truncate)|NativeDisk\.removeDirectory)$/u.test(
    method
  )

/** Methods that a run used and no strike of a kind met; each with the whole table, so that a failure can be read. */
export const strikesOf = (
  points: Points,
  kind: string,
  counts: (method: string) => boolean
): ReadonlyArray<string> =>
  methodsWithoutPoint(points, kind)
    .filter(counts)
    .map((method) => `${method} has no ${kind} point\n${formatPoints(points)}`)
