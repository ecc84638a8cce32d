import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** The policy of addresses does not let us connect there. Nothing was sent. Exit 4. */
export class AddressRefused
  extends Schema.TaggedError<AddressRefused>()("AddressRefused", {
    /** Without credentials and query. */
    url: Schema.String,
    host: Schema.String,
    /** The address that is refused, when the host is a name. */
    address: Schema.optionalKey(Schema.String),
    /** A clause: `is a loopback address`. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const leads = this.address === undefined ? "" : ` leads to \`${visible(this.address)}\`, which`
    return `\`${visible(this.url)}\` is not asked: \`${visible(this.host)}\`${leads} ${this.reason}`
  }
  get hints() {
    return ["If it is a server of your own, add its host to `network.allow` in `policy.json`"]
  }
}

/** A server sent us somewhere we do not go. Its answer was not read. Exit 4. */
export class RedirectRefused
  extends Schema.TaggedError<RedirectRefused>()("RedirectRefused", {
    /** Without credentials and query. */
    url: Schema.String,
    /** Without credentials and query. */
    to: Schema.String,
    /** A clause: `it is not https`. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    const to = this.to === "" ? "elsewhere" : `to \`${visible(this.to)}\``
    return `\`${visible(this.url)}\` leads ${to}, which is not followed: ${this.reason}`
  }
  get hints() {
    return ["Give the address where the file really is, if you trust it"]
  }
}

/** How a request came to nothing. */
export const HttpFault = Schema.Literals([
  "dns",
  "refused",
  "reset",
  "tls",
  "deadline",
  "idle",
  "proxy",
  "protocol",
  "missing"
])
export type HttpFault = typeof HttpFault.Type

/** A request came to nothing. Exit 1. */
export class HttpFailed
  extends Schema.TaggedError<HttpFailed>()("HttpFailed", {
    /** Without credentials and query. */
    url: Schema.String,
    fault: HttpFault,
    /** A clause, to follow `because`. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${visible(this.url)}\` could not be fetched: ${visible(this.reason)}`
  }
  get hints() {
    const byFault: Partial<Record<HttpFault, string>> = {
      tls: "A certificate of your own authority is trusted through `NODE_EXTRA_CA_CERTS` or `SSL_CERT_FILE`",
      proxy: "Check `HTTPS_PROXY` and `NO_PROXY`",
      dns: "Check the spelling of the host, and the network",
      missing: "Put it into the mirror, or correct `network.mirror` in `policy.json`",
      protocol: "Check the address; nothing was changed"
    }
    return [byFault[this.fault] ?? "Try again; nothing was changed"]
  }
}

/** A server answered with another status than success. Exit 1. */
export class HttpStatus
  extends Schema.TaggedError<HttpStatus>()("HttpStatus", {
    /** Without credentials and query. */
    url: Schema.String,
    status: Schema.Int,
    /** The next step, where whoever asked knows it. */
    hint: Schema.optionalKey(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${visible(this.url)}\` answered with status ${this.status}`
  }
  get hints() {
    if (this.hint !== undefined) return [this.hint]
    if (this.status === 401 || this.status === 403)
      return [
        "It wants credentials, and none that it takes were given; what is recorded of a source never holds any"
      ]
    if (this.status === 404) return ["Check the address; nothing is there"]
    return ["Try again later; nothing was changed"]
  }
}

/** A server sent more than may be read. Exit 4. */
export class ResponseTooLarge
  extends Schema.TaggedError<ResponseTooLarge>()("ResponseTooLarge", {
    /** Without credentials and query. */
    url: Schema.String,
    maxBytes: Schema.Int
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `\`${visible(this.url)}\` sent more than ${this.maxBytes} bytes, and was read no further`
  }
  get hints() {
    return ["A capability is small; do not trust one that is not"]
  }
}

/** The network was needed, and `--offline` forbids it. Nothing was asked. Exit 1. */
export class Offline
  extends Schema.TaggedError<Offline>()("Offline", {
    /** Without credentials and query. */
    url: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `\`${visible(this.url)}\` is needed, and \`--offline\` forbids the network`
  }
  get hints() {
    return [
      "Run it without `--offline`, set `network.mirror` in `policy.json`, or bring the bytes with `gsd capability export` and `import`"
    ]
  }
}

/** Why a request gave nothing. */
export type HttpError =
  AddressRefused | RedirectRefused | HttpFailed | HttpStatus | ResponseTooLarge | Offline
