import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** One request that was sent, in plain text. For assertions only. */
export interface HttpCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly route: "Direct" | "Proxy"
}

/** What was asked of a scripted network. */
export class HttpCalls extends Context.Service<
  HttpCalls,
  {
    /** Every request that was sent, in order, each hop its own; what was refused before is not among them. */
    readonly all: Effect.Effect<ReadonlyArray<HttpCall>>
    /** Every name whose addresses were asked for, in order. */
    readonly names: Effect.Effect<ReadonlyArray<string>>
  }
>()("gsd/layers/network/HttpCalls") {}
