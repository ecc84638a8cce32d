import * as Schema from "effect/Schema"

const label = String.raw`[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?`

const hostName = new RegExp(`^${label}(?:\\.${label})*\\.?$`, "u")

/** Hex digits, colons, an IPv4 address at the end; two colons at least tell it from a host with a port. */
const addressV6 = /^\[?(?=[^:]*:[^:]*:)[0-9A-Fa-f:]+(?::[0-9.]+)?\]?$/u

const longestHost = 253

const isHost = (text: string): boolean =>
  text.length <= longestHost && (hostName.test(text) || addressV6.test(text))

const hostProblem =
  "`network.allow` holds host names and addresses only, such as `mirror.example`: no scheme, port, path or `*`"

/** A host name, or a literal address, and nothing else of a URL. */
export const AllowedHost = Schema.String.check(
  Schema.makeFilter((text: string) => (isHost(text) ? undefined : hostProblem))
)

const isMirror = (text: string): boolean => {
  const url = URL.parse(text)
  if (url === null || url.search !== "" || url.hash !== "") return false
  if (url.protocol === "https:") return url.hostname !== ""
  return url.protocol === "file:" && url.host === "" && text.startsWith("file:///")
}

const mirrorProblem =
  "`network.mirror` must be an `https:` address or a folder as `file:///path`, without a query"

/** Where everything is fetched from instead. */
export const Mirror = Schema.String.check(
  Schema.makeFilter((text: string) => (isMirror(text) ? undefined : mirrorProblem))
)
