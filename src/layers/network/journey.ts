import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { HttpFailed, HttpStatus, RedirectRefused, ResponseTooLarge } from "../../domain/network/errors.ts"
import { followed, isRedirect } from "../../domain/network/redirect.ts"
import { isSameOrigin, shownUrl, withoutUser } from "../../domain/network/url.ts"
import type { HttpAnswer, HttpRequest } from "../../services/Http.ts"
import { basicOf } from "./basic.ts"
import { routeTo, type Ways } from "./routing.ts"
import type { Incoming, Wire } from "./wire.ts"

/** Takes the body of an answer, piece by piece. */
export type Write<E, R> = (piece: Uint8Array) => Effect.Effect<void, E, R>

/** One request on its way. */
export interface Journey {
  readonly request: HttpRequest
  readonly ways: Ways
  readonly wire: Wire
}

/** One address of the way, without user name and password, and what may be said there. */
interface Stop {
  readonly url: URL
  readonly authorization: Redacted.Redacted<string> | undefined
}

type Step =
  { readonly _tag: "Arrived"; readonly answer: HttpAnswer } | { readonly _tag: "Sent"; readonly url: URL }

const idling = <A, E, R>(effect: Effect.Effect<A, E, R>, { idle }: HttpRequest, url: URL | string) =>
  Effect.timeoutOrElse(effect, {
    duration: idle,
    orElse: () =>
      Effect.fail(
        new HttpFailed({
          url: shownUrl(url),
          fault: "idle",
          reason: `the server said nothing for ${Duration.format(idle)}`
        })
      )
  })

/** Hands every piece to the sink, and stops at the first byte too much; gives their number. */
export const pump = Effect.fnUntraced(function* <E, R, E2, R2>(
  shown: string,
  { maxBytes, next }: { readonly maxBytes: number; readonly next: Effect.Effect<Uint8Array, E2, R2> },
  write: Write<E, R>
) {
  for (let bytes = 0; ;) {
    const piece = yield* next
    if (piece.length === 0) return bytes
    bytes += piece.length
    if (bytes > maxBytes) return yield* new ResponseTooLarge({ url: shown, maxBytes })
    yield* write(piece)
  }
})

const headersOf = ({ accept = "*/*" }: HttpRequest, { authorization }: Stop) => ({
  accept,
  "accept-encoding": "identity",
  "user-agent": "gsd",
  ...(authorization === undefined ? {} : { authorization: Redacted.value(authorization) })
})

/** The statuses whose body is all of what was asked for. */
const successes = new Set([200, 203])

const announced = ({ headers }: Incoming): number => Number(headers.get("content-length") ?? "0")

/** Asks one server, and either reads its answer to the end or learns where to ask next; a refused answer is not read. */
const visit = Effect.fnUntraced(
  function* <E, R>(
    { request, ways, wire }: Journey,
    stop: Stop & { readonly asked: ReadonlyArray<string> },
    write: Write<E, R>
  ) {
    const { url } = stop
    const shown = shownUrl(url)
    const route = yield* idling(routeTo(url, ways), request, url)
    const outgoing = { url, route, headers: headersOf(request, stop) }
    const incoming = yield* idling(wire.open(outgoing), request, url)
    if (isRedirect(incoming.status)) {
      const way = { asked: stop.asked, redirects: request.redirects, mirror: ways.policy.mirror }
      const next = followed(url, incoming.headers.get("location"), way)
      if (Result.isFailure(next)) return yield* new RedirectRefused({ url: shown, ...next.failure })
      return { _tag: "Sent", url: next.success } satisfies Step
    }
    if (!successes.has(incoming.status)) return yield* new HttpStatus({ url: shown, status: incoming.status })
    const { maxBytes } = request
    if (announced(incoming) > maxBytes) return yield* new ResponseTooLarge({ url: shown, maxBytes })
    const body = { maxBytes, next: idling(incoming.next, request, url) }
    const bytes = yield* pump(shown, body, write)
    const answer = { url: shown, headers: incoming.headers, bytes, route: route._tag }
    return { _tag: "Arrived", answer } satisfies Step
  },
  // Each hop's connection is over before the next one is opened.
  Effect.scoped
)

/**
 * Asks a server and follows its redirects, each judged like the first address. Credentials go to the first origin
 * alone, and never again once another was asked.
 */
export const travel = Effect.fnUntraced(function* <E, R>(journey: Journey, start: URL, write: Write<E, R>) {
  const { authorization = basicOf(start) } = journey.ways.policy.mirror === undefined ? journey.request : {}
  let stop: Stop = { url: withoutUser(start), authorization }
  const asked = [stop.url.href]
  for (;;) {
    const step = yield* visit(journey, { ...stop, asked }, write)
    if (step._tag === "Arrived") return step.answer
    const stays = isSameOrigin(step.url, stop.url)
    stop = { url: step.url, authorization: stays ? stop.authorization : undefined }
    asked.push(step.url.href)
  }
})
