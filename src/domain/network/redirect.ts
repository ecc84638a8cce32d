import * as Result from "effect/Result"
import { isSameOrigin, shownUrl, withoutUser } from "./url.ts"

/** Where a server sends us, and why not. */
export interface Misled {
  readonly to: string
  readonly reason: string
}

/** What was asked so far of one request. */
export interface Way {
  /** Every address asked, the last one last. */
  readonly asked: ReadonlyArray<string>
  /** How many redirects may be followed in all. */
  readonly redirects: number
  /** The mirror that everything comes from; nothing outside it is followed. */
  readonly mirror: string | undefined
}

const statuses = new Set([301, 302, 303, 307, 308])

/** Whether a status sends us elsewhere. */
export const isRedirect = (status: number): boolean => statuses.has(status)

const isInMirror = (url: URL, mirror: string): boolean => {
  const base = URL.parse(mirror)
  if (base === null || !isSameOrigin(url, base)) return false
  const folder = base.pathname.replace(/\/*$/u, "/")
  return url.pathname.startsWith(folder) && !/%2e|%2f|%5c/iu.test(url.pathname.slice(folder.length))
}

const problemOf = (url: URL, way: Way): string | undefined => {
  if (url.protocol !== "https:") return "it is not https"
  if (way.asked.includes(url.href)) return "it was asked already, so that they lead in a circle"
  if (way.asked.length > way.redirects) return `there are more than ${way.redirects} redirects`
  if (way.mirror !== undefined && !isInMirror(url, way.mirror))
    return "it is outside the mirror, and nothing else is asked"
  return undefined
}

/** The next address of a request that was answered with a redirect; user names and passwords in it are never used. */
export const followed = (from: URL, location: string | undefined, way: Way): Result.Result<URL, Misled> => {
  const found = location === undefined || location === "" ? null : URL.parse(location, from.href)
  if (found === null) return Result.fail({ to: "", reason: "it names no address that can be read" })
  const url = withoutUser(found)
  url.hash = ""
  const reason = problemOf(url, way)
  return reason === undefined ? Result.succeed(url) : Result.fail({ to: shownUrl(url), reason })
}
