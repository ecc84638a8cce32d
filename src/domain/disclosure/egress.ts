import type { Egress } from "../consent/record.ts"
import { isJsonObject, member, type JsonValue } from "../json/value.ts"
import { declaredList } from "./powers.ts"

const text = (value: JsonValue | undefined): string => (typeof value === "string" ? value.trim() : "")

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" }

/**
 * An http or https address as `scheme://host:port`, always with the port and without path or credentials;
 * undefined when it is no such address. Example: `HTTPS://A.example/x` is `https://a.example:443`.
 */
export const normalisedHost = (address: string): string | undefined => {
  const url = URL.parse(address.trim())
  const port = url === null ? undefined : defaultPorts[url.protocol]
  if (url === null || port === undefined || url.hostname === "") return undefined
  return `${url.protocol}//${url.hostname.replace(/\.$/u, "")}:${url.port === "" ? port : url.port}`
}

/** The address as far as it can be told: normalised, or without path and credentials, or as it was written. */
const hostOf = (address: string): string => {
  const url = URL.parse(address)
  return normalisedHost(address) ?? (url === null ? address : `${url.protocol}//${url.host}`)
}

/** Tells whether a normalised host is this machine: `localhost`, a name below it, 127.0.0.0/8 or ::1. */
export const isLoopback = (host: string): boolean => {
  const name = URL.parse(host)?.hostname ?? ""
  return (
    /^(?:.+\.)?localhost$/u.test(name) ||
    /^127\.\d+\.\d+\.\d+$/u.test(name) ||
    name === "[::1]" ||
    /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/u.test(name)
  )
}

/** Tells whether an egress names an address a request can go to; else its host is the odd text, or empty. */
export const isResolved = (egress: Egress): boolean => normalisedHost(egress.host) !== undefined

const reaches = (lane: JsonValue): boolean => {
  const invoke = member(lane, "invoke")
  return (
    member(lane, "transport") === "openai-http" ||
    member(invoke, "hostConfigKey") !== undefined ||
    member(invoke, "defaultHost") !== undefined
  )
}

/**
 * Where each HTTP lane of a raw manifest sends its prompt now: the configured value of its `hostConfigKey`, found
 * with `lookup`, else its `defaultHost`. In declared order; empty for a capability without such a lane. A value
 * that is no address stands as it was written (trimmed), and nothing at all as the empty text.
 * Source: consent.md "Egress", issue 2 item 4 (configuration of the project only, no federated defaults).
 */
export const egressOf = (
  raw: JsonValue,
  lookup: (key: string) => string | undefined
): ReadonlyArray<Egress> =>
  declaredList(member(raw, "reviewer"))
    .filter((lane) => isJsonObject(lane) && reaches(lane))
    .map((lane) => {
      const invoke = member(lane, "invoke")
      const key = text(member(invoke, "hostConfigKey"))
      const configured = key === "" ? "" : (lookup(key) ?? "").trim()
      const address = configured === "" ? text(member(invoke, "defaultHost")) : configured
      const host = hostOf(address)
      return { slug: text(member(lane, "slug")), key, host, loopback: isLoopback(host) }
    })
