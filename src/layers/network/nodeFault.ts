import { HttpFailed, type HttpFault } from "../../domain/network/errors.ts"

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

/** What Node and OpenSSL call the ends of a request; the first that matches counts. */
const kinds: ReadonlyArray<readonly [RegExp, HttpFault, string]> = [
  [/^(?:ENOTFOUND|EAI_)/u, "dns", "nobody knows its host"],
  [
    /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|EACCES)$/u,
    "refused",
    "no connection could be made"
  ],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/u, "reset", "the server cut the connection"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/u, "tls", "its certificate is not for that host"],
  [
    /^(?:CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|ERR_SSL_|ERR_OSSL|EPROTO$|INVALID_|ERROR_IN_CERT|HOSTNAME_MISMATCH)/u,
    "tls",
    "its certificate or encryption is not to be trusted"
  ],
  [/^HPE_/u, "protocol", "what it answered is not HTTP"]
]

/** Translates what Node says of a request; its own text may hold addresses with credentials, and is not told. */
export const nodeFault = (shown: string, error: unknown): HttpFailed => {
  const code = codeOf(error)
  const [, fault, reason] = kinds.find(([pattern]) => pattern.test(code)) ?? [
    undefined,
    "protocol" as const,
    "the request failed"
  ]
  return new HttpFailed({ url: shown, fault, reason: code === "" ? reason : `${reason} (${code})` })
}
