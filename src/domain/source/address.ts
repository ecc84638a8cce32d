import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/** An address of https or ssh, with and without what must not be recorded. */
export interface Address {
  /** Lower-case host name or address, brackets of IPv6 kept, no port. */
  readonly host: string
  readonly url: URL
  /** Without user name and password (https), query secrets and fragment. */
  readonly recorded: string
  /** The whole address without the fragment, when it holds more than the recorded one. */
  readonly secret: Redacted.Redacted<string> | undefined
  /** What follows the first `#`; undefined when there is none. */
  readonly fragment: string | undefined
}

const secretName =
  /(?:^|[-_.])(?:auth|key|token|sig|signature|secret|password|passwd|pwd|pass|credential|credentials|jwt|session|code|sas|st|se|sp)(?:$|[-_.])|token|secret|passw|signature|credential|apikey|accesskey/iu

/** A short plain word, such as a version or a switch; anything else may be a secret whatever its name is. */
const plainValue = /^[A-Za-z0-9._-]{0,32}$/u

/** A parameter of a query that may be written into records and messages. */
const mayBeRecorded = (name: string, value: string): boolean =>
  !secretName.test(name) && plainValue.test(value)

const withoutSecrets = (url: URL): string => {
  const clean = new URL(url.href)
  clean.hash = ""
  if (clean.protocol !== "ssh:") clean.username = ""
  clean.password = ""
  const kept = [...clean.searchParams].filter(([name, value]) => mayBeRecorded(name, value))
  if (kept.length !== [...clean.searchParams].length) clean.search = new URLSearchParams(kept).toString()
  return clean.href
}

/** Reads an absolute address of the scheme given; the failure is a clause, and holds nothing of the address. */
export const readAddress = (text: string, scheme: "https" | "ssh"): Result.Result<Address, string> => {
  const hash = text.indexOf("#")
  const plain = hash === -1 ? text : text.slice(0, hash)
  const url = URL.parse(plain)
  if (url === null || url.protocol !== `${scheme}:`) return Result.fail("it is no address that can be read")
  if (url.hostname === "") return Result.fail("it names no host")
  if (url.hostname.startsWith("-") || decodeURIComponentOr(url.username).startsWith("-"))
    return Result.fail("its host reads like an option")
  if (scheme === "ssh" && url.password !== "")
    return Result.fail("it holds a password, which ssh never takes from an address")
  if (/^[a-z0-9+.-]+::/iu.test(url.pathname.slice(1))) return Result.fail("it names a transport helper")
  const whole = new URL(url.href)
  whole.hash = ""
  const recorded = withoutSecrets(url)
  return Result.succeed({
    host: url.hostname.toLowerCase(),
    url,
    recorded,
    secret: recorded === whole.href ? undefined : Redacted.make(whole.href, { label: "address" }),
    fragment: hash === -1 ? undefined : text.slice(hash + 1)
  })
}

const decodeURIComponentOr = (text: string): string => text.replace(/%2d/giu, "-")

/** A spec as it may stand in a message: user names, passwords and queries of addresses are left out. */
export const withoutCredentials = (spec: string): string =>
  spec.replace(/(:\/\/)[^/?#\s]*@/gu, "$1…@").replace(/(\/\/[^?#\s]*)\?[^#\s]*/gu, "$1?…")
