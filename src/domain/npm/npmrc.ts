import * as Base64 from "effect/encoding/Base64"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { readAddress } from "../source/address.ts"
import { publicRegistry } from "./registry.ts"

/** What a user's `.npmrc` sets, by name, `${VARIABLE}` put in where the variable is set. Only text counts. */
export type Settings = ReadonlyMap<string, string>

type Variables = ReadonlyMap<string, string>

/** Path of the user's configuration as a variable names it, `~` written out; undefined when none does. A case of its own makes no other variable, as for npm. */
export const namedUserConfig = (variables: Variables, home: string): string | undefined => {
  const [, path = ""] =
    [...variables].find(([name, value]) => /^npm_config_userconfig$/iu.test(name) && value !== "") ?? []
  return path === "" ? undefined : path.replace(/^~(?=[/\\])/u, home)
}

/** Backslashes before a reference count in pairs; an odd one makes it plain text. A `?` makes an unset variable empty. */
const reference = /(?<!\\)(\\*)\$\{([^${}?]+)(\?)?\}/gu

const expand = (text: string, variables: Variables): string =>
  text.replace(reference, (whole: string, ...groups: ReadonlyArray<string | undefined>) => {
    const [slashes = "", name = "", mark] = groups
    if (slashes.length % 2 === 1) return whole.slice((slashes.length + 1) / 2)
    const value = variables.get(name) ?? (mark === undefined ? `\${${name}}` : "")
    return `${slashes.slice(slashes.length / 2)}${value}`
  })

/** Takes what was read of an ini file for settings; sections and lists hold none that we know. */
export const settingsOf = (read: Readonly<Record<string, unknown>>, variables: Variables): Settings =>
  new Map(
    Object.entries(read).flatMap(([name, value]) =>
      typeof value === "string" ? [[expand(name, variables), expand(value, variables)] as const] : []
    )
  )

/** Registry of a package, ending in `/`, and the setting that names it; the failure is a clause on that setting. */
export interface NamedRegistry {
  readonly url: string
  /** Host and port. */
  readonly host: string
}

/** A setting that names no registry that is asked. */
export interface RegistryProblem {
  readonly setting: string
  /** A clause, to follow the setting. */
  readonly reason: string
}

const readRegistry = (text: string): Result.Result<NamedRegistry, string> => {
  if (/^http:/iu.test(text))
    return Result.fail("is plain http, which lets anybody on the way change what comes")
  const address = Result.mapError(readAddress(text, "https"), () => "is no https address that can be read")
  return Result.flatMap(address, ({ fragment, recorded, secret, url }) => {
    if (secret !== undefined)
      return Result.fail("holds credentials, which belong into `//host/:_authToken=…`")
    if (fragment !== undefined || url.search !== "") return Result.fail("has a query or a fragment")
    return Result.succeed({ url: recorded.endsWith("/") ? recorded : `${recorded}/`, host: url.host })
  })
}

/** The registry that a package comes from: that of its scope, else the one for all, else the public one. */
export const registryOf = (
  settings: Settings,
  name: string
): Result.Result<NamedRegistry, RegistryProblem> => {
  const scoped = name.startsWith("@") ? `${name.slice(0, name.indexOf("/"))}:registry` : "registry"
  const setting = (settings.get(scoped) ?? "") === "" ? "registry" : scoped
  const text = settings.get(setting) ?? ""
  return Result.mapError(readRegistry(text === "" ? publicRegistry : text.trim()), (reason) => ({
    setting,
    reason
  }))
}

/** What a user's configuration holds for an address. */
export type Credentials =
  | { readonly _tag: "None" }
  /** Value of an `authorization` header. */
  | { readonly _tag: "Header"; readonly value: Redacted.Redacted<string> }
  /** There are some that cannot be sent; a clause says why, and holds nothing of them. */
  | { readonly _tag: "Unusable"; readonly reason: string }

const credentialKey = /^(\/\/.+?):(?:_authToken|_auth|username|_password)$/u

/** Where a key's credentials may go: host, port and path, with a `/` at its end; undefined when it names no place. */
const placeOf = (prefix: string): { readonly host: string; readonly path: string } | undefined => {
  const url = URL.parse(`https:${prefix}`)
  if (url === null || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return undefined
  return { host: url.host, path: url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/` }
}

const header = (scheme: "Bearer" | "Basic", value: string): Credentials => {
  const unset = /\$\{([^${}]+)\}/u.exec(value)
  if (unset !== null) return { _tag: "Unusable", reason: `the variable \`${unset[1]}\`, which is not set` }
  if (!/^[\u0021-\u007e]+$/u.test(value))
    return { _tag: "Unusable", reason: "a character that no request can carry" }
  return { _tag: "Header", value: Redacted.make(`${scheme} ${value}`, { label: "authorization" }) }
}

const fromPassword = (username: string, password: string): Credentials => {
  const plain = Base64.decodeString(password)
  return Result.isFailure(plain)
    ? { _tag: "Unusable", reason: "a `_password` that is no base64" }
    : header("Basic", Base64.encode(`${username}:${plain.success}`))
}

/** Credentials of one prefix; a token goes before `_auth`, and that before user name and password. */
const credentialsAt = (settings: Settings, prefix: string): Credentials => {
  const [token = "", auth = "", username = "", password = ""] = [
    "_authToken",
    "_auth",
    "username",
    "_password"
  ].map((name) => settings.get(`${prefix}:${name}`))
  if (token !== "") return header("Bearer", token)
  if (auth !== "") return header("Basic", auth)
  return username === "" || password === "" ? { _tag: "None" } : fromPassword(username, password)
}

/**
 * Credentials for an address: those of the longest `//host[:port]/path/` that it lies at or below, whole parts of the
 * path alone. No other host, port or path gets them, whatever a registry says. Source: npm's nerf dart.
 */
export const credentialsFor = (settings: Settings, address: string): Credentials => {
  const url = new URL(address)
  const prefixes = [...new Set([...settings.keys()].flatMap((key) => credentialKey.exec(key)?.[1] ?? []))]
  const found = prefixes
    .flatMap((prefix) => {
      const place = placeOf(prefix)
      const isFor = place?.host === url.host && `${url.pathname}/`.startsWith(place.path)
      return isFor ? [{ length: place.path.length, credentials: credentialsAt(settings, prefix) }] : []
    })
    .filter(({ credentials }) => credentials._tag !== "None")
    .toSorted((left, right) => right.length - left.length)
  return found[0]?.credentials ?? { _tag: "None" }
}
