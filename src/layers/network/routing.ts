import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { isAllowedHost, judgeAddress, judgeHost, literalOf } from "../../domain/network/address.ts"
import { AddressRefused, HttpFailed, Offline } from "../../domain/network/errors.ts"
import { mirrorPlace, type MirrorPlace } from "../../domain/network/mirror.ts"
import { proxyFor } from "../../domain/network/proxy.ts"
import { shownUrl } from "../../domain/network/url.ts"
import type { Policy } from "../../domain/policy/policy.ts"
import type { NetworkRoute, Wire } from "./wire.ts"

/** What decides how a host is reached. */
export interface Ways {
  readonly policy: Policy
  readonly variables: ReadonlyMap<string, string>
  readonly offline: boolean
  readonly resolve: Wire["resolve"]
}

/** Reads an address that is to be asked; only `https:` and, for programs that connect themselves, `ssh:`. */
export const readUrl = (text: string, schemes: ReadonlyArray<string>): Result.Result<URL, HttpFailed> => {
  const url = URL.parse(text)
  if (url !== null && schemes.includes(url.protocol)) return Result.succeed(url)
  const reason = url === null ? "it is no address that can be read" : "it is not https"
  return Result.fail(new HttpFailed({ url: shownUrl(text), fault: "protocol", reason }))
}

/** Where the policy's mirror has it; the address itself when there is no mirror. */
export const placeIn = ({ mirror }: Policy, url: URL): Result.Result<MirrorPlace, HttpFailed> =>
  mirror === undefined
    ? Result.succeed({ _tag: "Server", url })
    : Result.mapError(
        mirrorPlace(mirror, url),
        (reason) => new HttpFailed({ url: shownUrl(url), fault: "missing", reason })
      )

const refuse = (url: URL, rest: { readonly reason: string; readonly address?: string }) =>
  new AddressRefused({ url: shownUrl(url), host: url.hostname, ...rest })

const checked = Effect.fnUntraced(function* (url: URL, isFree: boolean, ways: Ways) {
  const literal = literalOf(url.hostname)
  const addresses = literal === undefined ? yield* ways.resolve(url.hostname) : [literal]
  if (addresses.length === 0)
    return yield* new HttpFailed({
      url: shownUrl(url),
      fault: "dns",
      reason: `nobody knows the host \`${url.hostname}\``
    })
  // One bad address among good ones is how a name is made to lead elsewhere at the second look.
  for (const address of isFree ? [] : addresses) {
    const reason = judgeAddress(address)
    if (reason !== undefined) return yield* refuse(url, { address, reason })
  }
  return addresses
})

/**
 * Decides how a server is reached: through the proxy of the environment, or at addresses that were all checked. With a
 * proxy, names and literal addresses are judged all the same; what a name leads to is then the proxy's to know.
 */
export const routeTo = Effect.fnUntraced(function* (url: URL, ways: Ways) {
  if (ways.offline) return yield* new Offline({ url: shownUrl(url) })
  const isFree = isAllowedHost(url.hostname, ways.policy.allowHosts)
  const reason = isFree ? undefined : judgeHost(url.hostname)
  if (reason !== undefined) return yield* refuse(url, { reason })
  const proxy = yield* Effect.fromResult(
    Result.mapError(
      proxyFor(ways.variables, url),
      (reason) => new HttpFailed({ url: shownUrl(url), fault: "proxy", reason })
    )
  )
  if (proxy !== undefined)
    return {
      _tag: "Proxy",
      url: url.href,
      proxy: Redacted.make(proxy.href, { label: "proxy" })
    } satisfies NetworkRoute
  return {
    _tag: "Direct",
    url: url.href,
    addresses: yield* checked(url, isFree, ways)
  } satisfies NetworkRoute
})
