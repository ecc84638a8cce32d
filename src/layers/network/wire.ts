import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { HttpFailed } from "../../domain/network/errors.ts"
import type { Route } from "../../services/Http.ts"

/** A way over the network that was decided. */
export type NetworkRoute = Exclude<Route, { readonly _tag: "File" }>

/** One request to one server. */
export interface Outgoing {
  readonly url: URL
  readonly route: NetworkRoute
  readonly headers: Readonly<Record<string, string>>
}

/** What one server answered. */
export interface Incoming {
  readonly status: number
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  /** The next piece of the body, empty at its end; a body that is cut off fails. */
  readonly next: Effect.Effect<Uint8Array, HttpFailed>
}

/** What requests are made of. It decides nothing: it asks whom it is told to, and follows no redirect. */
export interface Wire {
  /** Addresses of a name, in the order in which they are to be tried; empty when the name is not known. */
  readonly resolve: (host: string) => Effect.Effect<ReadonlyArray<string>, HttpFailed>
  /** Sends a request and waits for the headers; the connection is cut at the end of the scope, unless the body was read whole. */
  readonly open: (outgoing: Outgoing) => Effect.Effect<Incoming, HttpFailed, Scope.Scope>
}
