import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { readFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import * as TestClock from "effect/testing/TestClock"
import { Http } from "../../../src/services/Http.ts"
import { netDisk, runNet } from "../../support/https.ts"
import { read, requestTo } from "../../support/requests.ts"
import { authority, serveTls } from "../../support/tls.ts"

const hello = (_request: unknown, response: ServerResponse) => response.end("hello")

const textOf = ({ body }: { readonly body: Uint8Array }) => Buffer.from(body).toString()

describe("HttpNode: certificates", () => {
  it.effect("reads from a server whose certificate is of an authority in SSL_CERT_FILE", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, hello)
      const answer = yield* runNet(netDisk(by))(read(`${server.url}/a?b=1`))
      assert.strictEqual(textOf(answer), "hello")
      assert.include(answer, { bytes: 5, route: "Direct", url: `${server.url}/a` })
      assert.strictEqual(answer.headers.get("content-length"), "5")
      const [{ headers, line } = { headers: {}, line: "" }] = server.requests
      assert.strictEqual(line, "GET /a?b=1")
      assert.include(headers, { "accept-encoding": "identity", accept: "*/*" })
      assert.notProperty(headers, "authorization")
    })
  )
  it.effect("takes NODE_EXTRA_CA_CERTS too, from the working directory, through a link", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, hello)
      const disk = netDisk(by, { allow: ["localhost"] }, { "/home/ada/own/ca.pem": readFileSync(by.caFile) })
      const variables = { SSL_CERT_FILE: "", NODE_EXTRA_CA_CERTS: "own/ca.pem" }
      assert.strictEqual(textOf(yield* runNet(disk, { variables })(read(server.url))), "hello")
    })
  )
  it.effect("trusts nobody else, and says how to", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, hello)
      const disk = netDisk(by, { allow: ["localhost"] }, { "/empty.pem": "nothing" })
      for (const file of ["", "/empty.pem", "/missing.pem"]) {
        const failure = yield* Effect.flip(
          runNet(disk, { variables: { SSL_CERT_FILE: file } })(read(server.url))
        )
        assert.include(failure, { _tag: "HttpFailed", fault: "tls" }, file)
        assert.include(failure.hints.join(), "SSL_CERT_FILE")
      }
      assert.isEmpty(server.requests)
    })
  )
  it.effect("trusts nobody else whatever `NODE_TLS_REJECT_UNAUTHORIZED` says", () =>
    Effect.gen(function* () {
      const name = "NODE_TLS_REJECT_UNAUTHORIZED"
      yield* Effect.acquireRelease(
        Effect.sync(() => (process.env[name] = "0")),
        () => Effect.sync(() => delete process.env[name])
      )
      const by = yield* authority()
      const server = yield* serveTls(by, (_request, response) => response.end("never"))
      const failure = yield* Effect.flip(
        runNet(netDisk(by), { variables: { SSL_CERT_FILE: "" } })(read(server.url))
      )
      assert.include(failure, { _tag: "HttpFailed", fault: "tls" })
      assert.deepStrictEqual(server.requests, [])
    })
  )
  it.effect("wants the certificate of the name, whatever address is connected to", () =>
    Effect.gen(function* () {
      const [right, wrong] = [yield* authority(["host.example"]), yield* authority()]
      const resolve = () => Effect.succeed(["127.0.0.1"])
      const policy = { allow: ["host.example"] }
      const good = yield* serveTls(right, hello)
      const answer = yield* runNet(netDisk(right, policy), { resolve })(
        read(`https://host.example:${good.port}/`)
      )
      assert.strictEqual(textOf(answer), "hello")
      assert.strictEqual(good.requests[0]?.headers.host, `host.example:${good.port}`)
      const bad = yield* serveTls(wrong, hello)
      const failure = yield* Effect.flip(
        runNet(netDisk(wrong, policy), { resolve })(read(`https://host.example:${bad.port}/`))
      )
      assert.include(failure, { _tag: "HttpFailed", fault: "tls" })
      assert.isEmpty(bad.requests)
    })
  )
  it.effect("wants it of a literal address too", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, hello)
      const disk = netDisk(by, { allow: ["127.0.0.1"] })
      assert.strictEqual(textOf(yield* runNet(disk)(read(`https://127.0.0.1:${server.port}/`))), "hello")
    })
  )
})

describe("HttpNode: addresses", () => {
  it.effect("refuses an answer with one bad address among good ones, and connects to none", () =>
    Effect.gen(function* () {
      const by = yield* authority(["host.example"])
      const server = yield* serveTls(by, hello)
      const url = `https://host.example:${server.port}/x?token=t`
      for (const bad of ["127.0.0.1", "10.0.0.1", "::ffff:127.0.0.1", "169.254.169.254", "fe80::1%lo"]) {
        const resolve = () => Effect.succeed(["8.8.8.8", bad, "1.1.1.1"])
        const failure = yield* Effect.flip(runNet(netDisk(by), { resolve })(read(url)))
        assert.include(failure, { _tag: "AddressRefused", address: bad, host: "host.example" })
        assert.notInclude(failure.message, "token")
      }
      assert.isEmpty(server.requests)
    })
  )
  it.effect("refuses localhost and literal addresses without the policy's word, and looks nothing up", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, hello)
      const resolve = () => Effect.die(new Error("a name was looked up"))
      for (const host of ["localhost", "127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "0"]) {
        const failure = yield* Effect.flip(
          runNet(netDisk(by, {}), { resolve })(read(`https://${host}:${server.port}/x.tgz`))
        )
        assert.include(failure, { _tag: "AddressRefused" }, host)
        assert.include(failure.hints.join(), "network.allow")
      }
      assert.isEmpty(server.requests)
    })
  )
  it.effect("says when nobody knows a host", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const resolve = () => Effect.succeed([])
      const failure = yield* Effect.flip(runNet(netDisk(by), { resolve })(read("https://host.example/")))
      assert.include(failure, { _tag: "HttpFailed", fault: "dns" })
    })
  )
  it.effect("says when nobody listens", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const { port } = yield* Effect.scoped(serveTls(by, hello))
      const failure = yield* Effect.flip(runNet(netDisk(by))(read(`https://localhost:${port}/`)))
      assert.include(failure, { _tag: "HttpFailed", fault: "refused" })
    })
  )
  it.effect("asks nobody offline", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const resolve = () => Effect.die(new Error("a name was looked up"))
      const failure = yield* Effect.flip(
        runNet(netDisk(by), { resolve, offline: true })(read("https://host.example/a?token=t"))
      )
      assert.include(failure, { _tag: "Offline", url: "https://host.example/a" })
    })
  )
})

describe("HttpNode: bounds", () => {
  const endless = (sent: { bytes: number }) => (_request: unknown, response: ServerResponse) => {
    const piece = Buffer.alloc(64 * 1024)
    const write = () => {
      for (; !response.destroyed && sent.bytes < 2 ** 30; sent.bytes += piece.length)
        if (!response.write(piece)) return response.once("drain", write)
      return response.end()
    }
    write()
  }
  it.effect("stops at the byte too much of a body of a gigabyte that says no length", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const sent = { bytes: 0 }
      const server = yield* serveTls(by, endless(sent))
      let taken = 0
      const failure = yield* Effect.flip(
        runNet(netDisk(by))(
          Effect.flatMap(Http, (http) =>
            http.stream(requestTo(server.url, { maxBytes: 1_000_000 }), (piece) =>
              Effect.sync(() => {
                taken += piece.length
              })
            )
          )
        )
      )
      assert.include(failure, { _tag: "ResponseTooLarge", maxBytes: 1_000_000 })
      assert.isAtMost(taken, 1_000_000)
      assert.isBelow(sent.bytes, 64 * 1024 * 1024)
    })
  )
  it.effect("reads nothing of a body whose length is too much", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (_request, response) => {
        response.setHeader("content-length", String(2 ** 30))
        response.write("x")
      })
      const failure = yield* Effect.flip(
        runNet(netDisk(by))(
          Effect.flatMap(Http, (http) =>
            http.stream(requestTo(server.url), () => Effect.die(new Error("the body was read")))
          )
        )
      )
      assert.include(failure, { _tag: "ResponseTooLarge" })
    })
  )
  it.effect("takes exactly as much as is allowed", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (_request, response) => response.end(Buffer.alloc(100_000, 7)))
      const answer = yield* runNet(netDisk(by))(read(server.url, { maxBytes: 100_000 }))
      assert.deepStrictEqual(Buffer.from(answer.body), Buffer.alloc(100_000, 7))
    })
  )
  it.effect("fails when a body is cut off, with or without a length", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (request, response) => {
        if (request.url === "/length") response.setHeader("content-length", "1000")
        response.write("half")
        setTimeout(() => request.socket.destroy(), 5)
      })
      for (const path of ["/length", "/chunked"]) {
        const failure = yield* Effect.flip(runNet(netDisk(by))(read(server.url + path)))
        assert.include(failure, { _tag: "HttpFailed", fault: "reset" }, path)
      }
    })
  )
  it.live("ends at once when the server changes to another protocol", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (_request, response) => {
        response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")
      })
      const failure = yield* Effect.flip(runNet(netDisk(by))(read(server.url)))
      assert.include(failure, { _tag: "HttpFailed", fault: "reset" })
    })
  )
  it.effect("ends a drip at the deadline, though it is never silent for long", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const drips: Array<ServerResponse> = []
      const server = yield* serveTls(by, (_request, response) => {
        drips.push(response)
        response.write(".")
      })
      const request = requestTo(server.url, { deadline: Duration.minutes(2), idle: Duration.seconds(30) })
      let pieces = 0
      const failure = yield* Effect.flip(
        runNet(netDisk(by))(
          Effect.flatMap(Http, (http) =>
            http.stream(request, () =>
              Effect.gen(function* () {
                pieces += 1
                yield* TestClock.adjust("20 seconds")
                drips[0]?.write(".")
              })
            )
          )
        )
      )
      assert.include(failure, { _tag: "HttpFailed", fault: "deadline" })
      assert.strictEqual(pieces, 6)
    })
  )
  for (const stage of ["headers", "body"] as const) {
    it.effect(`ends a silence in place of the ${stage}`, () =>
      Effect.gen(function* () {
        const by = yield* authority()
        const isAsked = yield* Deferred.make<void>()
        const server = yield* serveTls(by, (_request, response) => {
          if (stage === "body") response.write("x")
          Deferred.doneUnsafe(isAsked, Effect.void)
        })
        const fiber = yield* Effect.forkChild(Effect.flip(runNet(netDisk(by))(read(server.url))))
        yield* Deferred.await(isAsked)
        if (stage === "body") yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 50)))
        yield* TestClock.adjust("31 seconds")
        assert.include(yield* Fiber.join(fiber), { _tag: "HttpFailed", fault: "idle" })
      })
    )
  }
  it.effect("cuts the connection when it is interrupted", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const [isOpen, isCut] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const server = yield* serveTls(by, (_request, response) => {
        response.on("close", () => Deferred.doneUnsafe(isCut, Effect.void))
        response.write("x")
      })
      const fiber = yield* Effect.forkChild(
        runNet(netDisk(by))(
          Effect.flatMap(Http, (http) =>
            http.stream(requestTo(server.url), () => Deferred.succeed(isOpen, undefined))
          )
        )
      )
      yield* Deferred.await(isOpen)
      yield* Fiber.interrupt(fiber)
      yield* Deferred.await(isCut)
    })
  )
  it.effect("tells every other status", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (request, response) => {
        response.statusCode = Number(request.url?.slice(1))
        response.end("no")
      })
      for (const status of [204, 206, 300, 304, 400, 401, 404, 500]) {
        const failure = yield* Effect.flip(runNet(netDisk(by))(read(`${server.url}/${status}`)))
        assert.include(failure, { _tag: "HttpStatus", status })
      }
    })
  )
})

describe("HttpNode: connections", () => {
  it.effect("uses one connection again for the same host, and asks anew where it was just closed", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const ports: Array<number | undefined> = []
      const server = yield* serveTls(by, (request, response) => {
        const isUsed = ports.includes(request.socket.remotePort)
        ports.push(request.socket.remotePort)
        if (request.url === "/cut" && isUsed) request.socket.destroy()
        else response.end("hello")
      })
      yield* runNet(netDisk(by))(
        Effect.gen(function* () {
          yield* read(`${server.url}/a`)
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          yield* read(`${server.url}/b`)
          yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
          assert.strictEqual(textOf(yield* read(`${server.url}/cut`)), "hello")
        })
      )
      assert.strictEqual(ports.length, 4)
      assert.strictEqual(new Set(ports).size, 2)
    })
  )
})
