import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { IncomingMessage, ServerResponse } from "node:http"
import { netDisk, runNet, type NetOptions } from "../../support/https.ts"
import { read, wordsOf } from "../../support/requests.ts"
import { authority, serveTls } from "../../support/tls.ts"

/** Sends elsewhere with a body that never ends: whoever reads it would never be done. */
const redirecting =
  (to: (request: IncomingMessage) => string | undefined) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const location = to(request)
    if (location === undefined) return response.end("here")
    response.writeHead(302, { location })
    return response.write("never read")
  }

const leadsTo: ReadonlyArray<readonly [string, string, string]> = [
  ["http", "http://host.example/x.tgz?token=t", "RedirectRefused"],
  ["http on the same host", "http://localhost/x.tgz", "RedirectRefused"],
  ["a metadata address", "https://169.254.169.254/latest", "AddressRefused"],
  ["loopback in IPv6", "https://[::ffff:127.0.0.1]/x.tgz", "AddressRefused"],
  ["loopback as a number", "https://2130706433/x.tgz", "AddressRefused"],
  ["a private address", "https://10.0.0.1/x.tgz", "AddressRefused"],
  ["the cloud's own name", "https://metadata.google.internal./x", "AddressRefused"],
  ["a file", "file:///etc/passwd", "RedirectRefused"],
  ["what cannot be read", "https://[::", "RedirectRefused"],
  ["itself", "/start", "RedirectRefused"]
]

describe("U35: a redirect", () => {
  for (const [what, location, tag] of leadsTo) {
    it.effect(`to ${what} is refused at the hop, and its body is not read`, () =>
      Effect.gen(function* () {
        const by = yield* authority()
        const server = yield* serveTls(
          by,
          redirecting(() => location)
        )
        const failure = yield* Effect.flip(runNet(netDisk(by))(read(`${server.url}/start`)))
        assert.strictEqual<string>(failure._tag, tag)
        assert.notInclude(wordsOf(failure), "token")
        assert.strictEqual(server.requests.length, 1)
      })
    )
  }
  it.effect("to a name that leads to a bad address is refused", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(
        by,
        redirecting(() => "https://evil.example/x.tgz")
      )
      const resolve = (host: string) =>
        Effect.succeed(host === "localhost" ? ["127.0.0.1"] : ["8.8.8.8", "127.0.0.1"])
      const failure = yield* Effect.flip(runNet(netDisk(by), { resolve })(read(server.url)))
      assert.include(failure, { _tag: "AddressRefused", host: "evil.example", address: "127.0.0.1" })
    })
  )
  it.effect("is followed five times, and no sixth", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const last = { at: 5 }
      const server = yield* serveTls(
        by,
        redirecting(({ url = "/0" }) =>
          Number(url.slice(1)) < last.at ? `/${Number(url.slice(1)) + 1}` : undefined
        )
      )
      const run = runNet(netDisk(by))
      const answer = yield* run(read(`${server.url}/0`))
      assert.strictEqual(answer.url, `${server.url}/5`)
      for (const many of [6, 21]) {
        last.at = many
        const before = server.requests.length
        const failure = yield* Effect.flip(run(read(`${server.url}/0`)))
        assert.include(failure, { _tag: "RedirectRefused", to: `${server.url}/6` })
        assert.strictEqual(server.requests.length - before, 6)
      }
    })
  )
  it.effect("keeps credentials on the same origin, and drops them for good on another", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const places = { first: "", second: "" }
      const second = yield* serveTls(
        by,
        redirecting(() => `${places.first}/back`)
      )
      const first = yield* serveTls(
        by,
        redirecting(
          ({ url }) => ({ "/start?token=s3cret": "/same", "/same": `${places.second}/away` })[url ?? ""]
        )
      )
      places.first = first.url
      places.second = second.url.replace("https://", "https://other:w0rd@")
      const secret = Redacted.make(
        `${first.url.replace("https://", "https://ada:pa%20ss@")}/start?token=s3cret`
      )
      const answer = yield* runNet(netDisk(by))(read(`${first.url}/start`, { secret }))
      assert.strictEqual(answer.url, `${first.url}/back`)
      const basic = `Basic ${Buffer.from("ada:pa ss").toString("base64")}`
      assert.deepStrictEqual(
        first.requests.map(({ headers, line }) => [line, headers.authorization]),
        [
          ["GET /start?token=s3cret", basic],
          ["GET /same", basic],
          ["GET /back", undefined]
        ]
      )
      assert.deepStrictEqual(
        second.requests.map(({ headers, line }) => [line, headers.authorization, headers.referer]),
        [["GET /away", undefined, undefined]]
      )
    })
  )
  it.effect("drops a token that was given beside the address, too", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const second = yield* serveTls(
        by,
        redirecting(() => undefined)
      )
      const first = yield* serveTls(
        by,
        redirecting(() => `${second.url}/away`)
      )
      const authorization = Redacted.make("Bearer s3cret")
      yield* runNet(netDisk(by))(read(first.url, { authorization }))
      assert.strictEqual(first.requests[0]?.headers.authorization, "Bearer s3cret")
      assert.notProperty(second.requests[0]?.headers, "authorization")
    })
  )
})

describe("credentials", () => {
  it.effect("are in no error, whatever goes wrong", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (request, response) => {
        if (request.url?.startsWith("/cut")) return request.socket.destroy()
        if (request.url?.startsWith("/long")) response.write("x".repeat(100))
        if (request.url?.startsWith("/loop")) response.writeHead(302, { location: request.url })
        else response.statusCode = 403
        return response.end("s3cret")
      })
      const host = server.url.slice("https://".length)
      const tags = new Set<string>()
      const attempt = Effect.fnUntraced(function* (whole: string, options: NetOptions = {}) {
        const url = whole.replace("ada:s3cret@", "").replace(/\?.*/u, "")
        const failure = yield* Effect.flip(
          runNet(
            netDisk(by),
            options
          )(read(url, { secret: Redacted.make(whole), authorization: Redacted.make("s3cret"), maxBytes: 50 }))
        )
        tags.add(failure._tag)
        assert.notInclude(wordsOf(failure), "s3cret")
      })
      for (const path of ["/cut", "/long", "/loop", "/403"])
        yield* attempt(`https://ada:s3cret@${host}${path}?t=s3cret`)
      yield* attempt("https://ada:s3cret@10.0.0.1/x?t=s3cret")
      yield* attempt("http://ada:s3cret@a.example/x?t=s3cret")
      yield* attempt("https://ada:s3cret@a.example/x?t=s3cret", { offline: true })
      yield* attempt("https://ada:s3cret@a.example/x?t=s3cret", { resolve: () => Effect.succeed([]) })
      yield* attempt("https://ada:s3cret@a.example/x?t=s3cret", {
        variables: { HTTPS_PROXY: "http://u:s3cret@127.0.0.1:1" }
      })
      assert.deepStrictEqual(
        [...tags].toSorted(),
        [
          "AddressRefused",
          "HttpFailed",
          "HttpStatus",
          "Offline",
          "RedirectRefused",
          "ResponseTooLarge"
        ].toSorted()
      )
    })
  )
})
