import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { AddressRefused, HttpError, HttpFailed, Offline } from "../domain/network/errors.ts"
import type { PolicyUnreadable } from "../domain/policy/policy.ts"

/** One GET request, with every bound it has. */
export interface HttpRequest {
  /** `https://…`, without credentials: the form that messages name. */
  readonly url: string
  /** The whole address, when there is more to it than may be told. */
  readonly secret?: Redacted.Redacted<string>
  /** Value of the `authorization` header; sent to the first origin alone. */
  readonly authorization?: Redacted.Redacted<string>
  /** Value of the `accept` header; `*\/*` when absent. */
  readonly accept?: string
  /** Longest time in all, redirects and body included; finite and above zero. */
  readonly deadline: Duration.Duration
  /** Longest silence; finite and above zero. */
  readonly idle: Duration.Duration
  /** Longest body, in bytes. */
  readonly maxBytes: number
  /** How many redirects are followed; each hop is checked like the first. */
  readonly redirects: number
}

/** How a host is reached. */
export type Route =
  /** Connect to one of these addresses, which were all checked; the certificate must be the host's all the same. */
  | { readonly _tag: "Direct"; readonly url: string; readonly addresses: ReadonlyArray<string> }
  /** Through a proxy, which resolves the name itself, so that no address could be checked. */
  | { readonly _tag: "Proxy"; readonly url: string; readonly proxy: Redacted.Redacted<string> }
  /** From a mirror on the disk; nothing is connected to. */
  | { readonly _tag: "File"; readonly path: string }

/** A successful answer. */
export interface HttpAnswer {
  /** Where it came from in the end, without credentials and query. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  /** Length of the body, in bytes. */
  readonly bytes: number
  readonly route: Route["_tag"]
}

/**
 * Requests to servers of other people. Before anything is sent, `--offline`, the mirror of the policy, proxies and the
 * policy of addresses are looked at, for every hop: every address of an answer of the name service must pass, and one
 * that was checked is connected to.
 */
export class Http extends Context.Service<
  Http,
  {
    /** Hands the body of a successful answer to a sink, piece by piece and in order; a piece is good until its effect ends. */
    readonly stream: <E, R>(
      request: HttpRequest,
      write: (piece: Uint8Array) => Effect.Effect<void, E, R>
    ) => Effect.Effect<HttpAnswer, HttpError | PolicyUnreadable | E, R>
    /** The body as a whole. */
    readonly read: (
      request: HttpRequest
    ) => Effect.Effect<HttpAnswer & { readonly body: Uint8Array }, HttpError | PolicyUnreadable>
    /** How an address of https or ssh would be reached now, for programs that connect themselves. */
    readonly route: (
      url: string
    ) => Effect.Effect<Route, AddressRefused | HttpFailed | Offline | PolicyUnreadable>
  }
>()("gsd/services/Http") {}
