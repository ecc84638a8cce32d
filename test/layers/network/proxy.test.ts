import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { Http } from "../../../src/services/Http.ts"
import { netDisk, runNet } from "../../support/https.ts"
import { serveProxy } from "../../support/proxy.ts"
import { read, wordsOf } from "../../support/requests.ts"
import { authority, serveTls } from "../../support/tls.ts"

const lookedUp = () => Effect.die(new Error("a name was looked up"))

const proxyVariable = (port: number, user = "") => ({ HTTPS_PROXY: `http://${user}127.0.0.1:${port}` })

const route = (url: string) => Effect.flatMap(Http, (http) => http.route(url))

describe("a proxy of the environment", () => {
  it.effect("connects to the host, whose name is not looked up here and whose certificate is checked", () =>
    Effect.gen(function* () {
      const by = yield* authority(["host.example"])
      const server = yield* serveTls(by, (_request, response) => response.end("hello"))
      const proxy = yield* serveProxy({ to: server.port })
      const run = runNet(netDisk(by), {
        resolve: lookedUp,
        variables: proxyVariable(proxy.port, "ada:w%20d@")
      })
      const answer = yield* run(read("https://host.example/x"))
      assert.strictEqual(Buffer.from(answer.body).toString(), "hello")
      assert.strictEqual(answer.route, "Proxy")
      assert.deepStrictEqual(proxy.asked, [
        { target: "host.example:443", authorization: `Basic ${Buffer.from("ada:w d").toString("base64")}` }
      ])
      assert.isEmpty(proxy.others)
      assert.notProperty(server.requests[0]?.headers, "proxy-authorization")
      const wrong = yield* Effect.flip(run(read("https://other.example/x")))
      assert.include(wrong, { _tag: "HttpFailed", fault: "tls" })
    })
  )
  it.effect(
    "is told by the route, without a look at the name; ssh goes past it, and its addresses are checked",
    () =>
      Effect.gen(function* () {
        const by = yield* authority()
        const run = runNet(netDisk(by), { resolve: lookedUp, variables: proxyVariable(1) })
        assert.include(yield* run(route("https://host.example/x")), { _tag: "Proxy" })
        const resolve = (host: string) => Effect.succeed(host === "bad.example" ? ["127.0.0.1"] : ["8.8.8.8"])
        const ssh = runNet(netDisk(by), { resolve, variables: proxyVariable(1) })
        assert.deepStrictEqual(yield* ssh(route("ssh://git@host.example/r.git")), {
          _tag: "Direct",
          url: "ssh://git@host.example/r.git",
          addresses: ["8.8.8.8"]
        })
        const failure = yield* Effect.flip(ssh(route("ssh://git@bad.example/r.git")))
        assert.include(failure, { _tag: "AddressRefused", address: "127.0.0.1" })
      })
  )
  it.effect("is no way around the judgement of names and literal addresses", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (_request, response) => response.end("hello"))
      const proxy = yield* serveProxy({ to: server.port })
      const run = runNet(netDisk(by, {}), { resolve: lookedUp, variables: proxyVariable(proxy.port) })
      for (const host of ["localhost", "10.0.0.1", "[::1]", "169.254.169.254", "metadata.google.internal"])
        assert.include(yield* Effect.flip(run(read(`https://${host}/`))), { _tag: "AddressRefused" }, host)
      assert.isEmpty(proxy.asked)
    })
  )
  it.effect("is gone past where NO_PROXY says so", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (_request, response) => response.end("hello"))
      const proxy = yield* serveProxy({ to: server.port })
      const variables = { ...proxyVariable(proxy.port), no_proxy: "localhost" }
      const answer = yield* runNet(netDisk(by), { variables })(read(server.url))
      assert.strictEqual(answer.route, "Direct")
      assert.isEmpty(proxy.asked)
    })
  )
  it.effect("that refuses, is not there, or is of another kind, is what is complained of", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const wants = yield* serveProxy({ to: 1, status: 407 })
      const broken = yield* serveProxy({ to: 1, status: 502 })
      for (const [address, word] of [
        [`http://ada:s3cret@127.0.0.1:${wants.port}`, "407"],
        [`http://ada:s3cret@127.0.0.1:${broken.port}`, "502"],
        ["http://ada:s3cret@127.0.0.1:1", "ECONNREFUSED"],
        ["socks5://ada:s3cret@127.0.0.1:1", "HTTPS_PROXY"]
      ] as const) {
        const run = runNet(netDisk(by), { variables: { https_proxy: address } })
        const failure = yield* Effect.flip(run(read("https://host.example/x")))
        assert.include(failure, { _tag: "HttpFailed", fault: "proxy" }, address)
        assert.include(failure.message, word)
        assert.include(failure.hints.join(), "HTTPS_PROXY")
        assert.notInclude(wordsOf(failure), "s3cret")
      }
    })
  )
  it.effect("that never answers is let go on interruption", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const isAsked = yield* Deferred.make<void>()
      const proxy = yield* serveProxy({
        to: 1,
        isSilent: true,
        onAsked: () => Deferred.doneUnsafe(isAsked, Effect.void)
      })
      const run = runNet(netDisk(by), { variables: proxyVariable(proxy.port) })
      const fiber = yield* Effect.forkChild(run(read("https://host.example/x")))
      yield* Deferred.await(isAsked)
      yield* Fiber.interrupt(fiber)
      yield* proxy.idle
      assert.strictEqual(proxy.asked.length, 1)
    })
  )
})
