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
const plainWord = /^[A-Za-z0-9._-]{1,32}$/u

/** Letters and digits in one long run, as in tokens and digests. */
const random = /(?<![A-Za-z0-9])(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{16,}/u

/** A switch without a value. What holds more than letters may be a secret that stands there without a name. */
const plainSwitch = /^[A-Za-z]{1,12}$/u

const isPlain = (word: string): boolean => plainWord.test(word) && !random.test(word)

/** A parameter of a query that may be written into records and messages. */
const mayBeRecorded = (name: string, value: string): boolean =>
  !secretName.test(name) && isPlain(name) && (value === "" ? plainSwitch.test(name) : isPlain(value))

const withoutSecrets = (url: URL): string => {
  const clean = new URL(url.href)
  clean.hash = ""
  if (clean.protocol !== "ssh:") clean.username = ""
  clean.password = ""
  const kept = [...clean.searchParams].filter(([name, value]) => mayBeRecorded(name, value))
  if (kept.length !== [...clean.searchParams].length) clean.search = new URLSearchParams(kept).toString()
  return clean.href
}

/** Names of hosts that programs may be given; for ssh nothing checks them before, and git decodes what is escaped. */
const plainHost = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9._-]*)|\[[0-9a-f:.]+\])$/iu
const plainUser = /^[A-Za-z0-9_][A-Za-z0-9._+-]*$/u

/** What is wrong with a host and user that ssh would get as arguments. */
const sshProblem = (url: URL): string | undefined => {
  if (url.password !== "") return "it holds a password, which ssh never takes from an address"
  if (url.username !== "" && !plainUser.test(url.username))
    return "its user reads like an option, or holds more than letters, digits, `.`, `_`, `+` and `-`"
  return undefined
}

/** Characters of which readers of addresses make different things, as they are or escaped. */
const twofold = /[\\\p{Cc}\p{Z}]|%(?:[01][0-9a-f]|7f|5c)/iu

/** More slashes than two: some take what follows for the host, others for a path. */
const noHost = /^[^/]*\/{3}/u

const addressProblem = (url: URL, scheme: "https" | "ssh"): string | undefined => {
  if (url.hostname === "") return "it names no host"
  if (!plainHost.test(url.hostname)) return "its host reads like an option, or is no name of a host"
  if (/^[a-z0-9+.-]+::/iu.test(url.pathname.slice(1))) return "it names a transport helper"
  return scheme === "ssh" ? sshProblem(url) : undefined
}

/** Reads an absolute address of the scheme given; the failure is a clause, and holds nothing of the address. */
export const readAddress = (text: string, scheme: "https" | "ssh"): Result.Result<Address, string> => {
  const hash = text.indexOf("#")
  const plain = hash === -1 ? text : text.slice(0, hash)
  if (twofold.test(plain)) return Result.fail("its address holds a blank, a backslash or a control character")
  const url = URL.parse(plain)
  if (url === null || url.protocol !== `${scheme}:`) return Result.fail("it is no address that can be read")
  if (noHost.test(plain)) return Result.fail("it names no host")
  // A question mark without a query would stay otherwise.
  if (url.search === "") url.search = ""
  const problem = addressProblem(url, scheme)
  if (problem !== undefined) return Result.fail(problem)
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

/** `user:password@` without `//` before it, unless it is a form of ours or a drive. */
const bareCredentials = /^(?!npm:|[a-z]:[\\/]|[a-z][a-z0-9+.-]*:\/\/)[^@\s:]*:[^@]*@(?:.*@)?/isu

const withoutUser = (spec: string): string => {
  const [slashes, at] = [spec.indexOf("//"), spec.lastIndexOf("@")]
  return slashes === -1 || at < slashes ? spec : `${spec.slice(0, slashes)}//…${spec.slice(at)}`
}

const withoutQuery = (spec: string, start: number): string => {
  const query = spec.indexOf("?", start)
  if (query === -1) return spec
  const hash = spec.indexOf("#", query)
  return `${spec.slice(0, query)}?…${hash === -1 ? "" : spec.slice(hash)}`
}

const withoutNamed = (spec: string, start: number): string => {
  const hash = spec.indexOf("#", start)
  const equals = hash === -1 ? -1 : spec.indexOf("=", hash)
  return equals === -1 ? spec : `${spec.slice(0, equals)}=…`
}

/**
 * A spec as it may stand in a message or file: what may be a user name, password, query or named value of an address is
 * left out, even where the address is none. A password may hold any character, so that everything up to the last `@`
 * goes. The time is linear, whatever the text is.
 */
export const withoutCredentials = (spec: string): string => {
  const plain = withoutUser(spec).replace(bareCredentials, (found) =>
    /^github:/iu.test(found) ? "github:…@" : "…@"
  )
  const start = /^github:/iu.test(plain) ? 0 : plain.indexOf("//")
  return start === -1 ? plain : withoutNamed(withoutQuery(plain, start), start)
}
