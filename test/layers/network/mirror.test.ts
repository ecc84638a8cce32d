import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Durable } from "../../../src/services/Durable.ts"
import { Http } from "../../../src/services/Http.ts"
import { netDisk, runNet } from "../../support/https.ts"
import { read, wordsOf } from "../../support/requests.ts"
import { authority, serveTls, type Authority } from "../../support/tls.ts"

const lookedUp = () => Effect.die(new Error("a name was looked up"))

const route = (url: string) => Effect.flatMap(Http, (http) => http.route(url))

const textOf = ({ body }: { readonly body: Uint8Array }) => Buffer.from(body).toString()

const files = {
  "/m/a.example/x.tgz": "archive",
  "/m/a.example/x.tgz?v=1": "version 1",
  "/m/a.example:8443/x": "port",
  "/m/a.example/@s/name/index.json": "{}",
  "/m/git.example/r.git/HEAD": "ref",
  "/secret": "outside"
}

const folderWorld = (by: Authority) => {
  const disk = netDisk(by, { mirror: "file:///m" }, files)
  return { disk, run: runNet(disk, { resolve: lookedUp }) }
}

describe("U37: a mirror in a folder", () => {
  it.effect("is all that is read, online and offline", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const { disk, run } = folderWorld(by)
      for (const each of [run, runNet(disk, { offline: true, resolve: lookedUp })]) {
        const answer = yield* each(read("https://a.example/x.tgz"))
        assert.strictEqual(textOf(answer), "archive")
        assert.include(answer, { route: "File", url: "https://a.example/x.tgz", bytes: 7 })
        assert.strictEqual(textOf(yield* each(read("https://a.example/x.tgz?v=1"))), "version 1")
        assert.strictEqual(textOf(yield* each(read("https://a.example:8443/x"))), "port")
        assert.strictEqual(textOf(yield* each(read("https://a.example/@s%2fname"))), "{}")
        assert.strictEqual(textOf(yield* each(read("https://a.example/@s/name/"))), "{}")
      }
    })
  )
  it.effect("has what is recorded of an address, not what is secret of it", () =>
    Effect.gen(function* () {
      const { run } = folderWorld(yield* authority())
      const secret = Redacted.make("https://ada:s3cret@a.example/x.tgz?token=s3cret")
      assert.strictEqual(textOf(yield* run(read("https://a.example/x.tgz", { secret }))), "archive")
    })
  )
  it.effect("says what it does not hold", () =>
    Effect.gen(function* () {
      const { run } = folderWorld(yield* authority())
      for (const path of ["no.tgz", "x.tgz/deeper", "", "x.tgz?v=2"]) {
        const failure = yield* Effect.flip(run(read(`https://a.example/${path}`)))
        assert.include(failure, { _tag: "HttpFailed", fault: "missing" }, path)
        assert.include(failure.hints.join(), "mirror")
      }
    })
  )
  it.effect("is never left: by dots, encoded slashes or links", () =>
    Effect.gen(function* () {
      const { run } = folderWorld(yield* authority())
      const links = Effect.gen(function* () {
        const durable = yield* Durable
        yield* durable.link("/secret", "/m/a.example/link")
        yield* durable.link("/", "/m/a.example/root")
        yield* durable.link("x.tgz", "/m/a.example/inner")
        yield* durable.link("loop", "/m/a.example/loop")
      })
      yield* run(links)
      for (const path of [
        "..%2f..%2fsecret",
        "..%2f..%2fm/a.example/x.tgz",
        "link",
        "root/secret",
        "loop",
        "..%5csecret"
      ]) {
        const failure = yield* Effect.flip(run(read(`https://a.example/${path}`)))
        assert.include(failure, { _tag: "HttpFailed", fault: "missing" }, path)
        assert.notInclude(wordsOf(failure), "outside")
      }
      assert.strictEqual(textOf(yield* run(read("https://a.example/inner"))), "archive")
    })
  )
  it.effect("keeps the bound of bytes", () =>
    Effect.gen(function* () {
      const { run } = folderWorld(yield* authority())
      const failure = yield* Effect.flip(run(read("https://a.example/x.tgz", { maxBytes: 6 })))
      assert.include(failure, { _tag: "ResponseTooLarge" })
    })
  )
  it.effect("is where programs that connect themselves are led", () =>
    Effect.gen(function* () {
      const { run } = folderWorld(yield* authority())
      for (const url of [
        "https://git.example/r.git",
        "ssh://git@git.example/r.git",
        "ssh://git@git.example:22/r.git"
      ])
        assert.deepStrictEqual(yield* run(route(url)), { _tag: "File", path: "/m/git.example/r.git" })
      assert.include(yield* Effect.flip(run(route("https://git.example/no.git"))), { fault: "missing" })
    })
  )
})

describe("U37: a mirror on a server", () => {
  it.effect("is asked for everything, and nothing else is", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (request, response) => {
        if (request.url === "/m/a.example/away") response.writeHead(302, { location: "https://a.example/x" })
        if (request.url === "/m/a.example/within") response.writeHead(302, { location: "/m/a.example/x" })
        response.end("mirrored")
      })
      const asked: Array<string> = []
      const resolve = (host: string) =>
        Effect.sync(() => {
          asked.push(host)
          return ["127.0.0.1"]
        })
      const disk = netDisk(by, {
        allow: ["localhost"],
        mirror: `${server.url.replace("https://", "https://me:pass@")}/m`
      })
      const run = runNet(disk, { resolve })
      const secret = Redacted.make("https://ada:s3cret@a.example/x?token=s3cret")
      const authorization = Redacted.make("Bearer s3cret")
      const answer = yield* run(read("https://a.example/x", { secret, authorization }))
      assert.strictEqual(textOf(answer), "mirrored")
      yield* run(read("https://a.example/within"))
      const failure = yield* Effect.flip(run(read("https://a.example/away")))
      assert.include(failure, { _tag: "RedirectRefused" })
      const basic = `Basic ${Buffer.from("me:pass").toString("base64")}`
      assert.deepStrictEqual(
        server.requests.map(({ headers, line }) => [line, headers.authorization]),
        ["/x", "/within", "/x", "/away"].map((path) => [`GET /m/a.example${path}`, basic])
      )
      assert.deepStrictEqual([...new Set(asked)], ["localhost"])
    })
  )
  it.effect("is judged like every host, and not asked offline", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const disk = netDisk(by, { mirror: "https://localhost/m" })
      const failure = yield* Effect.flip(runNet(disk, { resolve: lookedUp })(read("https://a.example/x")))
      assert.include(failure, { _tag: "AddressRefused", host: "localhost" })
      const offline = yield* Effect.flip(
        runNet(disk, { resolve: lookedUp, offline: true })(read("https://a.example/x"))
      )
      assert.include(offline, { _tag: "Offline" })
    })
  )
  it.effect("that cannot be read as an address is a refusal of everything", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const disk = netDisk(by, { mirror: "http://m.example" })
      const run = runNet(disk, { resolve: lookedUp })
      assert.include((yield* Effect.flip(run(read("https://a.example/x")))).message, "network.mirror")
      assert.include((yield* Effect.flip(run(route("ssh://a.example/x")))).message, "network.mirror")
    })
  )
})
