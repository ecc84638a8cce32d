import type { ConsentRecord } from "../consent/record.ts"
import { isLoopback, normalisedHost } from "../disclosure/egress.ts"
import { shown, type Visible } from "../text/escape.ts"
import type { Lane } from "./lane.ts"
import { settingAt, type Settings } from "./settings.ts"

/** Why nothing is sent; closed. */
export const egressRefusals = ["no-consent", "host-changed", "redirected"] as const
export type EgressRefusal = (typeof egressRefusals)[number]

/** Whether a prompt may go where a lane would send it now. */
export type EgressDecision =
  | {
      readonly _tag: "Allowed"
      /** `scheme://host:port` of a model endpoint; undefined for a program. */
      readonly host: string | undefined
      readonly isLoopback: boolean
    }
  | { readonly _tag: "Refused"; readonly reason: EgressRefusal; readonly detail: Visible }
  /** There is nowhere to send it. */
  | {
      readonly _tag: "Nowhere"
      readonly reason: "host-not-set" | "host-malformed"
      readonly detail: Visible
    }

/** The address of a lane's endpoint as configured now, and which key would change it. */
interface Address {
  readonly key: string
  readonly text: string
}

const addressOf = ({ reviewer }: Lane, settings: Settings): Address | undefined => {
  if (reviewer.transport !== "openai-http") return undefined
  const { hostConfigKey: key, defaultHost } = reviewer.invoke
  const value = settingAt(settings, key)?.value
  // Text alone is a host; anything else is shown as it is and is malformed.
  const text = value === undefined || typeof value === "string" ? (value ?? "").trim() : JSON.stringify(value)
  return { key, text: text === "" ? (defaultHost?.trim() ?? "") : text }
}

const refused = (reason: EgressRefusal, detail: Visible): EgressDecision => ({
  _tag: "Refused",
  reason,
  detail
})

/**
 * Holds a lane against the consent: the record is the capability's, and the host is the one of its slug there. Only a
 * capability id and a slug that are both equal count; they are never worked out from each other.
 */
const judgeRecord = (
  lane: Lane,
  record: ConsentRecord | undefined,
  host: string | undefined
): EgressDecision | undefined => {
  if (record === undefined || record.id !== lane.capabilityId || record.revoked !== undefined)
    return refused(
      "no-consent",
      shown`Nobody consented to what \`${lane.capabilityId}\` sends out, so \`${lane.slug}\` is sent nothing`
    )
  if (host === undefined) return undefined
  const consented = record.egress.filter(({ slug }) => slug === lane.slug).map((one) => one.host)
  if (consented.length === 0)
    return refused(
      "no-consent",
      shown`The consent to \`${lane.capabilityId}\` names no host for \`${lane.slug}\``
    )
  return consented.some((one) => normalisedHost(one) === host)
    ? undefined
    : refused(
        "host-changed",
        shown`Consent was given for \`${consented.join("`, `")}\`, and \`${lane.slug}\` would be sent to \`${host}\` now`
      )
}

/** The base of an endpoint's address without a slash at its end; undefined when it is no http or https address. */
const baseOf = (text: string): string | undefined => {
  const host = normalisedHost(text)
  const url = URL.parse(text)
  return host === undefined || url === null ? undefined : `${host}${url.pathname.replace(/\/+$/u, "")}`
}

const joined = (address: string, path: string): string | undefined => {
  const base = baseOf(address)
  return base === undefined ? undefined : `${base}${path.startsWith("/") ? "" : "/"}${path}`
}

/** Address of a request to a lane's endpoint: what its host key holds, a path of its own included, and `path`. */
export const endpointUrl = (lane: Lane, settings: Settings, path: string): string | undefined =>
  joined(addressOf(lane, settings)?.text ?? "", path)

/**
 * Address that the probe of a lane asks, undefined when there is none. A lane that asks an endpoint is probed at that
 * endpoint, whatever key its probe names: a probe may not reach a host that nobody consented to.
 */
export const probeUrl = (lane: Lane, settings: Settings): string | undefined => {
  const { probe, transport } = lane.reviewer
  if (probe.kind !== "http-reachable") return undefined
  if (transport === "openai-http") return endpointUrl(lane, settings, probe.path)
  const value = settingAt(settings, probe.hostConfigKey)?.value
  return joined(typeof value === "string" ? value.trim() : "", probe.path)
}

/**
 * Decides whether a lane may be sent a prompt. First-party lanes need no record; a lane of an overlay needs a consent
 * that stands, in the scope it is active in, and an endpoint must be the consented one. Source: consent.md "Egress".
 */
export const decideEgress = (
  lane: Lane,
  settings: Settings,
  record: ConsentRecord | undefined
): EgressDecision => {
  const address = addressOf(lane, settings)
  const host = address === undefined ? undefined : normalisedHost(address.text)
  if (address !== undefined && host === undefined) {
    const { key, text } = address
    return text === ""
      ? {
          _tag: "Nowhere",
          reason: "host-not-set",
          detail: shown`\`${key}\` is not set, and the lane has no default host`
        }
      : {
          _tag: "Nowhere",
          reason: "host-malformed",
          detail: shown`\`${key}\` is \`${text}\`, which is no http or https address`
        }
  }
  const refusal = lane.origin === "first-party" ? undefined : judgeRecord(lane, record, host)
  return refusal ?? { _tag: "Allowed", host, isLoopback: host !== undefined && isLoopback(host) }
}
