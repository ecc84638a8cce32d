import * as Result from "effect/Result"
import { isInRange, literalOf, plainHost } from "./address.ts"

type Variables = ReadonlyMap<string, string>

/** The lower-case form wins, as it does in curl. */
const variable = (variables: Variables, name: string): string =>
  (variables.get(name.toLowerCase()) ?? variables.get(name.toUpperCase()) ?? "").trim()

/** One word of `NO_PROXY`: a host with all below it, an address, a range of addresses; a port after it when it is meant. */
const isMatch = (word: string, url: URL): boolean => {
  const [, name = word, port] = /^(.*[^:]):(\d+)$/u.exec(word) ?? []
  if (word !== "" && port !== undefined && port === (url.port || "443") && isMatch(name, url)) return true
  const host = plainHost(url.hostname)
  const literal = literalOf(host)
  if (literal !== undefined && isInRange(literal, word)) return true
  const wanted = plainHost(word.replace(/^\*?\./u, ""))
  return wanted !== "" && (host === wanted || (literal === undefined && host.endsWith(`.${wanted}`)))
}

const isExempt = (variables: Variables, url: URL): boolean =>
  variable(variables, "no_proxy")
    .split(/[\s,]+/u)
    .filter((word) => word !== "")
    .some((word) => word === "*" || isMatch(word, url))

/**
 * The proxy that an address is reached through, by `HTTPS_PROXY` and `NO_PROXY` in either case; undefined when there
 * is none, and for ssh, which knows of none. The failure is a clause that holds nothing of the proxy's address.
 */
export const proxyFor = (variables: Variables, url: URL): Result.Result<URL | undefined, string> => {
  const given = variable(variables, "https_proxy")
  if (url.protocol !== "https:" || given === "" || isExempt(variables, url)) return Result.succeed(undefined)
  const proxy = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(given) ? given : `http://${given}`)
  if (proxy === null || proxy.hostname === "")
    return Result.fail("`HTTPS_PROXY` is no address that can be read")
  return proxy.protocol === "http:" || proxy.protocol === "https:"
    ? Result.succeed(proxy)
    : Result.fail("`HTTPS_PROXY` is no `http://` or `https://` address, and no other proxies are spoken to")
}
