import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { shown, visible, type Visible } from "../text/escape.ts"
import { ClusterAddressInvalid } from "./errors.ts"

/** Variable that holds the password of a cluster's storage, so that it need not stand in a command line. */
export const clusterPasswordVariable = "GSD_CLUSTER_PASSWORD"

/** Where a cluster keeps what it knows. */
export type ClusterAddress =
  | {
      readonly _tag: "Postgres"
      /** With its password, when it has one. */
      readonly url: Redacted.Redacted<string>
      /** Without password and parameters: `postgres://ada@db.example/reviews`. */
      readonly shown: Visible
      /** Its traffic must be encrypted: it leaves the machine, and the address does not say otherwise. */
      readonly encrypt: boolean
    }
  | {
      readonly _tag: "Sqlite"
      /** As it was given. */
      readonly path: string
      readonly shown: Visible
    }

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|)$/iu

/** Without what may be secret or only matters to the driver. */
const withoutSecrets = (url: URL): Visible => {
  const plain = new URL(url.href)
  plain.password = ""
  plain.search = ""
  plain.hash = ""
  return visible(plain.href)
}

const isOn = (url: URL, name: string): boolean => url.searchParams.has(name)

const postgresAt = (url: URL, password: string | undefined): ClusterAddress => {
  const whole = new URL(url.href)
  if (whole.password === "" && password !== undefined) whole.password = encodeURIComponent(password)
  return {
    _tag: "Postgres",
    url: Redacted.make(whole.href),
    shown: withoutSecrets(url),
    encrypt: !loopback.test(url.hostname) && !isOn(url, "sslmode") && !isOn(url, "host")
  }
}

const scheme = /^([a-z][a-z0-9+.-]*):\/\//iu

/**
 * Reads the address of a cluster: `postgres://…` of a PostgreSQL server, or a path of an SQLite file on this machine.
 * `password` counts where the address has none. Fails with `ClusterAddressInvalid`.
 */
export const clusterAddress = (
  text: string,
  password?: string
): Result.Result<ClusterAddress, ClusterAddressInvalid> => {
  const fail = (problem: string) => {
    const url = URL.parse(text)
    return Result.fail(
      new ClusterAddressInvalid({ address: url === null ? text : withoutSecrets(url), problem })
    )
  }
  const named = scheme.exec(text)?.[1]?.toLowerCase()
  if (named === undefined)
    return text.trim() === ""
      ? fail("is empty")
      : Result.succeed({ _tag: "Sqlite", path: text, shown: shown`${text}` })
  if (named !== "postgres" && named !== "postgresql") return fail("is of a kind that is not known")
  const url = URL.parse(text)
  return url === null ? fail("cannot be read") : Result.succeed(postgresAt(url, password))
}
