import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { pathToFileURL } from "node:url"
import type { GitRepository } from "../../../domain/source/source.ts"
import { HttpFailed } from "../../../domain/network/errors.ts"
import { withoutUser } from "../../../domain/network/url.ts"
import { Http, type Route } from "../../../services/Http.ts"
import { trustedTexts } from "../../network/certificates.ts"
import { basicAuthorization, type Way } from "./command.ts"
import { partFile } from "./partFile.ts"

/** How a repository is reached now, and through what. */
export interface Found {
  readonly way: Way
  readonly route: Route["_tag"]
}

/** Credentials of the source, for the server that they were given for and no mirror of it. */
const ownHeader = ({ secret, url }: GitRepository, asked: URL) =>
  secret === undefined || new URL(url).origin !== asked.origin
    ? undefined
    : basicAuthorization(new URL(Redacted.value(secret)))

/** What the server that is asked gets: a mirror its own credentials, of the policy's address. */
const authorization = (source: GitRepository, asked: URL): Way["secrets"] => {
  const header = basicAuthorization(asked) ?? ownHeader(source, asked)
  return header === undefined ? [] : [[`http.${asked.origin}/.extraHeader`, header]]
}

const portOf = (url: URL): string => (url.port === "" ? "443" : url.port)

const isLiteral = (host: string): boolean => host.startsWith("[") || /^[0-9.]+$/u.test(host)

const bracketed = (address: string): string => (address.includes(":") ? `[${address}]` : address)

/** Pins the host to the addresses that were checked; a literal is one already. Source: git-config, `http.curloptResolve`. */
const pinned = (url: URL, addresses: ReadonlyArray<string>): ReadonlyArray<string> =>
  isLiteral(url.hostname)
    ? []
    : [`http.curloptResolve=${url.hostname}:${portOf(url)}:${addresses.map(bracketed).join(",")}`]

/** Certificates that are trusted beside the usual ones have to be in one file with those. */
const authorities = Effect.fnUntraced(function* (source: GitRepository) {
  const texts = yield* Effect.mapError(
    trustedTexts,
    (reason) => new HttpFailed({ url: source.url, fault: "tls", reason })
  )
  if (texts === undefined) return {}
  const path = yield* partFile(texts.map((text) => `${text.trimEnd()}\n`).join(""))
  return { GIT_SSL_CAINFO: path, GIT_PROXY_SSL_CAINFO: path }
})

const overHttps = Effect.fnUntraced(function* (
  source: GitRepository,
  route: Exclude<Route, { readonly _tag: "File" }>
) {
  const url = new URL(route.url)
  const isDirect = route._tag === "Direct"
  return {
    protocol: "https",
    url: withoutUser(url).href,
    settings: isDirect ? ["http.proxy=", ...pinned(url, route.addresses)] : [],
    secrets: [...(isDirect ? [] : [["http.proxy", route.proxy] as const]), ...authorization(source, url)],
    variables: yield* authorities(source)
  } satisfies Way
})

const overSsh = (url: string): Way => ({ protocol: "ssh", url, settings: [], secrets: [], variables: {} })

/** A mirror may belong to somebody else, whom the user's policy trusts by naming it; git wants to be told. */
const overFile = Effect.fnUntraced(function* (path: string) {
  const config = yield* partFile("[safe]\n\tdirectory = *\n")
  return {
    protocol: "file",
    url: pathToFileURL(path).href,
    settings: [],
    secrets: [],
    variables: { GIT_CONFIG_GLOBAL: config }
  } satisfies Way
})

/** Asks how the repository's address is reached; what that way needs on the disk goes with the scope. */
export const findWay = Effect.fnUntraced(function* (source: GitRepository) {
  const http = yield* Http
  const route = yield* http.route(source.url)
  if (route._tag === "File") return { way: yield* overFile(route.path), route: route._tag } satisfies Found
  const isSsh = route.url.startsWith("ssh:")
  const way = isSsh ? overSsh(route.url) : yield* overHttps(source, route)
  return { way, route: isSsh ? "Direct" : route._tag } satisfies Found
})
