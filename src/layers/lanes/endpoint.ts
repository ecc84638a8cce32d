import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { HttpEnd } from "../../domain/lane/judgeHttp.ts"
import type { HttpFailed } from "../../domain/network/errors.ts"
import { isRedirect } from "../../domain/network/redirect.ts"
import { shownUrl } from "../../domain/network/url.ts"
import type { Incoming } from "../network/wire.ts"

/** One request to a model endpoint, with every bound it has. */
export interface EndpointRequest {
  /** Address of http or https. */
  readonly url: string
  /** JSON that is posted; without it the address is read. */
  readonly body?: string
  /** Longest time in all, the answer included. */
  readonly deadline: Duration.Duration
  /** Longest silence; undefined when only the deadline limits it. */
  readonly idle?: Duration.Duration
  /** Longest answer, in bytes. */
  readonly maxBytes: number
  /** Sees every piece of the answer, in order; a piece is good until its effect ends. */
  readonly saw?: (piece: Uint8Array) => Effect.Effect<void>
}

/** How an answer ended, and how long it was as far as is known. */
export interface EndpointEnd {
  readonly end: HttpEnd
  readonly bytes: number
  /** Of the answer's first line; undefined when it did not come so far. */
  readonly status: number | undefined
}

/** What is sent. */
export interface EndpointCall {
  readonly url: URL
  readonly method: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
}

/** The side that touches the network: it asks whom it is told to, follows no redirect, and decodes nothing. */
export class EndpointWire extends Context.Service<
  EndpointWire,
  {
    /** Sends a request and waits for the headers; the connection is cut at the end of the scope. */
    readonly open: (call: EndpointCall) => Effect.Effect<Incoming, HttpFailed, Scope.Scope>
  }
>()("gsd/layers/lanes/EndpointWire") {}

const callOf = (url: URL, { body }: EndpointRequest): EndpointCall => {
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body)
  return {
    url,
    method: bytes === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      "accept-encoding": "identity",
      "user-agent": "gsd",
      ...(bytes === undefined
        ? {}
        : { "content-type": "application/json", "content-length": String(bytes.byteLength) })
    },
    body: bytes
  }
}

/** Faults after which nothing of the prompt has arrived anywhere. */
const unreachable: ReadonlySet<HttpFailed["fault"]> = new Set(["dns", "refused", "tls", "proxy"])

const faultEnd = ({ fault, reason }: HttpFailed): HttpEnd => ({
  _tag: unreachable.has(fault) ? "Unreachable" : "Lost",
  problem: reason
})

/** Whether and where an answer sends us elsewhere. */
const redirectOf = (url: URL, { status, headers }: Incoming): HttpEnd | undefined => {
  if (!isRedirect(status)) return undefined
  const location = headers.get("location")
  const to = location === undefined ? null : URL.parse(location, url.href)
  return { _tag: "Redirected", to: to === null ? "nowhere that can be read" : shownUrl(to) }
}

const announcedOf = ({ headers }: Incoming): number => {
  const bytes = Number(headers.get("content-length") ?? "0")
  return Number.isFinite(bytes) ? bytes : 0
}

interface Idling {
  readonly idle: Duration.Duration | undefined
}

const idling = <A, R>(
  effect: Effect.Effect<A, HttpFailed, R>,
  { idle }: Idling
): Effect.Effect<A, HttpFailed | HttpEnd, R> =>
  idle === undefined
    ? effect
    : Effect.timeoutOrElse(effect, {
        duration: idle,
        orElse: () => Effect.fail<HttpEnd>({ _tag: "TimedOut", kind: "idle", limit: idle })
      })

interface Reading {
  readonly request: EndpointRequest
  readonly counted: { bytes: number; status: number | undefined }
}

/** Reads an answer until its end or the first byte too much. */
const readBody = Effect.fnUntraced(function* (incoming: Incoming, { request, counted }: Reading) {
  const { maxBytes, saw } = request
  const pieces: Array<Uint8Array> = []
  for (;;) {
    const piece = yield* idling(incoming.next, { idle: request.idle })
    if (piece.byteLength === 0) break
    counted.bytes += piece.byteLength
    if (saw !== undefined) yield* saw(piece)
    if (counted.bytes > maxBytes) {
      counted.bytes = Math.max(counted.bytes, announcedOf(incoming))
      return { _tag: "TooLong", status: incoming.status } satisfies HttpEnd
    }
    pieces.push(piece)
  }
  const body = new TextDecoder().decode(Buffer.concat(pieces))
  return { _tag: "Answered", status: incoming.status, body } satisfies HttpEnd
})

const exchange = Effect.fnUntraced(function* (url: URL, reading: Reading) {
  const { request } = reading
  const { open } = yield* EndpointWire
  const incoming = yield* idling(open(callOf(url, request)), { idle: request.idle })
  reading.counted.status = incoming.status
  return redirectOf(url, incoming) ?? (yield* readBody(incoming, reading))
}, Effect.scoped)

/** Asks an endpoint once. Never fails: how it ended is the answer. Every wait is on the Clock. */
export const askEndpoint = Effect.fnUntraced(function* (request: EndpointRequest) {
  const url = URL.parse(request.url)
  const counted: Reading["counted"] = { bytes: 0, status: undefined }
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    const end: HttpEnd = { _tag: "Unreachable", problem: "its address is none of http or https" }
    return { end, ...counted } satisfies EndpointEnd
  }
  const late: HttpEnd = { _tag: "TimedOut", kind: "wall", limit: request.deadline }
  const end = yield* exchange(url, { request, counted }).pipe(
    Effect.timeoutOrElse({ duration: request.deadline, orElse: () => Effect.fail<HttpEnd>(late) }),
    Effect.catch((failed: HttpFailed | HttpEnd) =>
      Effect.succeed<HttpEnd>(failed._tag === "HttpFailed" ? faultEnd(failed) : failed)
    )
  )
  return { end, ...counted } satisfies EndpointEnd
})
