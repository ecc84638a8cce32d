import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HttpFailed, type HttpFault } from "../../domain/network/errors.ts"
import { shownUrl } from "../../domain/network/url.ts"
import { Http } from "../../services/Http.ts"
import { HttpCalls, type HttpCall } from "./HttpCalls.ts"
import type { HttpNeeds, HttpOptions } from "./makeHttp.ts"
import type { Incoming, Outgoing, Wire } from "./wire.ts"

/** What a scripted server answers. */
export interface ScriptedAnswer {
  /** 200 when absent. */
  readonly status?: number
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  /** Empty when absent; in pieces when it is a list. */
  readonly body?: string | Uint8Array | ReadonlyArray<string | Uint8Array>
  /** How it ends other than well: instead of any answer, or after the body when there is one. `silence` never ends. */
  readonly fault?: HttpFault | "silence"
}

/** A network of the caller's choice. */
export interface ScriptedOptions extends HttpOptions {
  /** By whole address, `https://host/path?query`. Of a list each is used once, and the last one from then on. */
  readonly answers: Readonly<Record<string, ScriptedAnswer | ReadonlyArray<ScriptedAnswer>>>
  /** Addresses by host name. A host that is only in `answers` has a public one; any other is not known. */
  readonly hosts?: Readonly<Record<string, ReadonlyArray<string>>>
}

/** An answer that sends elsewhere. */
export const redirectTo = (location: string, status = 302): ScriptedAnswer => ({
  status,
  headers: { location }
})

/** Stands for any public address; nothing is ever connected to. */
const somewhere = "8.8.8.8"

const bytesOf = (piece: string | Uint8Array): Uint8Array =>
  typeof piece === "string" ? new TextEncoder().encode(piece) : piece

const piecesOf = (body: ScriptedAnswer["body"] = []): ReadonlyArray<Uint8Array> =>
  (typeof body === "string" || body instanceof Uint8Array ? [body] : body)
    .map(bytesOf)
    .filter((piece) => piece.length > 0)

const ending = (shown: string, fault: ScriptedAnswer["fault"]) => {
  if (fault === undefined) return Effect.succeed(new Uint8Array())
  return fault === "silence"
    ? Effect.never
    : Effect.fail(new HttpFailed({ url: shown, fault, reason: `the script says \`${fault}\`` }))
}

const play = (shown: string, answer: ScriptedAnswer): Effect.Effect<Incoming, HttpFailed> => {
  const end = ending(shown, answer.fault)
  if (answer.fault !== undefined && answer.body === undefined && answer.status === undefined)
    return Effect.andThen(end, Effect.never)
  const pieces = [...piecesOf(answer.body)]
  return Effect.succeed({
    status: answer.status ?? 200,
    headers: new Map(Object.entries(answer.headers ?? {})),
    next: Effect.suspend(() => {
      const piece = pieces.shift()
      return piece === undefined ? end : Effect.succeed(piece)
    })
  })
}

const missing: ScriptedAnswer = { status: 404 }

const makeChooser = ({ answers }: ScriptedOptions) => {
  const used = new Map<string, number>()
  return (url: string): ScriptedAnswer => {
    const found = new Map(Object.entries(answers)).get(url) ?? missing
    if (!Array.isArray(found)) return found as ScriptedAnswer
    const list: ReadonlyArray<ScriptedAnswer> = found
    const at = used.get(url) ?? 0
    used.set(url, at + 1)
    return list[Math.min(at, list.length - 1)] ?? missing
  }
}

const makeWire = (options: ScriptedOptions, calls: Array<HttpCall>, names: Array<string>): Wire => {
  const choose = makeChooser(options)
  const hosts = new Map(Object.entries(options.hosts ?? {}))
  const answering = new Set(Object.keys(options.answers).map((url) => URL.parse(url)?.hostname))
  return {
    resolve: (host) =>
      Effect.sync(() => {
        names.push(host)
        return hosts.get(host) ?? (answering.has(host) ? [somewhere] : [])
      }),
    open: ({ headers, route, url }: Outgoing) =>
      Effect.suspend(() => {
        calls.push({ url: url.href, headers, route: route._tag })
        return play(shownUrl(url), choose(url.href))
      })
  }
}

/**
 * A network that connects to nothing and answers from a script, for tests. What is refused, followed, counted and timed
 * is decided by the code that the live layer uses; every wait is on the Clock, so a TestClock drives it.
 */
export const layerWith = (options: ScriptedOptions): Layer.Layer<Http | HttpCalls, never, HttpNeeds> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const calls: Array<HttpCall> = []
      const names: Array<string> = []
      // An engine that is never asked for a network need not load one.
      const { makeHttp } = yield* Effect.promise(() => import("./makeHttp.ts"))
      const http = yield* makeHttp(makeWire(options, calls, names), options)
      return Context.make(Http, http).pipe(
        Context.add(
          HttpCalls,
          HttpCalls.of({ all: Effect.sync(() => [...calls]), names: Effect.sync(() => [...names]) })
        )
      )
    })
  )

const nobody = (url: string) =>
  Effect.fail(new HttpFailed({ url: shownUrl(url), fault: "dns", reason: "no server answers here" }))

/** A network in which nobody answers. */
export const layerNone = Layer.succeed(
  Http,
  Http.of({ stream: ({ url }) => nobody(url), read: ({ url }) => nobody(url), route: nobody })
)
