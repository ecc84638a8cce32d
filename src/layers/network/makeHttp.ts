import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { HttpFailed } from "../../domain/network/errors.ts"
import { shownUrl } from "../../domain/network/url.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { Http, type HttpAnswer, type HttpRequest, type Route } from "../../services/Http.ts"
import { Policies } from "../../services/Policies.ts"
import { pump, travel, type Write } from "./journey.ts"
import { filePlace, realPlace, type InFolder } from "./mirrorFile.ts"
import { placeIn, readUrl, routeTo } from "./routing.ts"
import type { Wire } from "./wire.ts"

/** What every Http stands on. */
export type HttpNeeds = Durable | Environment | Policies

/** What every Http is told. */
export interface HttpOptions {
  /** Nothing is connected to; a mirror on the disk is still read. */
  readonly offline?: boolean
}

const failedAt = (shown: string, reason: string) => new HttpFailed({ url: shown, fault: "missing", reason })

const fromFolder = Effect.fnUntraced(function* <E, R>(
  request: HttpRequest,
  place: InFolder,
  write: Write<E, R>
) {
  const durable = yield* Durable
  const path = yield* filePlace(place)
  const unreadable = Effect.mapError(() =>
    failedAt(place.shown, `\`${path}\` of the mirror cannot be read as a file`)
  )
  const next = yield* unreadable(durable.pieces(path, { pieceBytes: limits.archivePieceBytes }))
  const body = { maxBytes: request.maxBytes, next: unreadable(next) }
  const bytes = yield* pump(place.shown, body, write)
  return { url: place.shown, headers: new Map(), bytes, route: "File" } satisfies HttpAnswer
}, Effect.scoped)

const waysOf = Effect.fnUntraced(function* (wire: Wire, { offline = false }: HttpOptions) {
  const policy = yield* (yield* Policies).read
  const { variables } = yield* Environment
  return { policy, variables, offline, resolve: wire.resolve }
})

const inTime = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { deadline, url }: Pick<HttpRequest, "deadline" | "url">
) =>
  Effect.timeoutOrElse(effect, {
    duration: deadline,
    orElse: () =>
      Effect.fail(
        new HttpFailed({
          url: shownUrl(url),
          fault: "deadline",
          reason: `it took longer than ${Duration.format(deadline)}`
        })
      )
  })

/** The mirror is asked for the address that is recorded: what is secret of it is nobody else's. */
const send = Effect.fnUntraced(function* <E, R>(
  { options, wire }: Made,
  request: HttpRequest,
  write: Write<E, R>
) {
  const ways = yield* waysOf(wire, options)
  const { mirror } = ways.policy
  const whole =
    mirror === undefined && request.secret !== undefined ? Redacted.value(request.secret) : request.url
  const place = yield* Effect.fromResult(
    placeIn(ways.policy, yield* Effect.fromResult(readUrl(whole, ["https:"])))
  )
  if (place._tag === "Folder")
    return yield* fromFolder(request, { ...place, shown: shownUrl(request.url) }, write)
  return yield* travel({ request, ways, wire }, place.url, write)
})

interface Made {
  readonly wire: Wire
  readonly options: HttpOptions
}

const routeOf = Effect.fnUntraced(function* ({ options, wire }: Made, text: string) {
  const ways = yield* waysOf(wire, options)
  const url = yield* Effect.fromResult(readUrl(text, ["https:", "ssh:"]))
  const place = yield* Effect.fromResult(placeIn(ways.policy, url))
  if (place._tag === "Server") return (yield* routeTo(place.url, ways)) satisfies Route
  return { _tag: "File", path: yield* realPlace({ ...place, shown: shownUrl(url) }) } satisfies Route
})

const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(pieces))

/** Http over a wire: what is asked, refused, followed and counted is the same over every one. */
export const makeHttp = Effect.fnUntraced(function* (wire: Wire, options: HttpOptions) {
  const services = Context.pick(Durable, Environment, Policies)(yield* Effect.context<HttpNeeds>())
  const made = { wire, options }
  const stream = <E, R>(request: HttpRequest, write: Write<E, R>) =>
    // The sink keeps the services of its caller.
    Effect.contextWith((context: Context.Context<R>) =>
      send(made, request, (piece) => Effect.provideContext(write(piece), context)).pipe(
        (sent) => inTime(sent, request),
        Effect.provideContext(services),
        Effect.withSpan("Http.stream")
      )
    )
  const peek = Duration.millis(limits.peekMillis)
  return Http.of({
    stream,
    read: Effect.fn("Http.read")(function* (request: HttpRequest) {
      const pieces: Array<Uint8Array> = []
      const answer = yield* stream(request, (piece) => Effect.sync(() => pieces.push(piece)))
      return { ...answer, body: joined(pieces) }
    }),
    route: Effect.fn("Http.route")(
      (url: string) => inTime(routeOf(made, url), { url, deadline: peek }),
      Effect.provideContext(services)
    )
  })
})
