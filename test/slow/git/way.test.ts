import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { connect, type AddressInfo, type Socket } from "node:net"
import { fetched, resolved } from "../../support/gitEngine.ts"
import { Forge, onEngine, refusal } from "../../support/gitForge.ts"
import { makeRepository, serveGit, shelf } from "../../support/gitServer.ts"
import { authority } from "../../support/tls.ts"

const files = { "capability.json": "{}", n: "1" }

const basic = (plain: string) => `Basic ${Buffer.from(plain).toString("base64")}`

/** A proxy on loopback that lets one user through, and notes what was asked for. */
const serveProxy = (to: number) =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    const sockets = new Set<Socket>()
    const server = createServer()
    server.on("connection", (socket: Socket) => sockets.add(socket))
    server.on("connect", (request, socket: Socket) => {
      if (request.headers["proxy-authorization"] !== basic("ada:hush"))
        return void socket.end(
          `HTTP/1.1 407 Who\r\nConnection: close\r\nProxy-Authenticate: Basic realm="p"\r\nContent-Length: 0\r\n\r\n`
        )
      asked.push(request.url ?? "")
      const upstream = connect(to, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n")
        socket.pipe(upstream).pipe(socket)
      })
      sockets.add(upstream)
      for (const one of [socket, upstream]) one.on("error", () => undefined)
    })
    yield* Effect.addFinalizer(() =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of sockets) socket.destroy()
      })
    )
    const port = yield* Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))
    })
    return { port, asked }
  })

layer(Forge.layer, { excludeTestServices: true })("the way to a repository", (it) => {
  it.effect("leads to the address that was checked, whatever the name says to git", () =>
    Effect.gen(function* () {
      const { make, port } = yield* Forge
      make("pinned").commit(files)
      const options = { addresses: ["127.0.0.1"], network: { allow: ["git.example"] } }
      const got = yield* onEngine(fetched(`https://git.example:${port}/pinned.git`), options)
      assert.strictEqual(got.texts["n"], "1")
      const closed = { addresses: ["127.0.0.1"], network: {} }
      const refused = yield* refusal(fetched(`https://git.example:${port}/pinned.git`), closed)
      assert.deepInclude(refused, { tag: "AddressRefused", exit: 4 })
    })
  )

  it.effect("needs a certificate of the host by an authority that is trusted", () =>
    Effect.gen(function* () {
      const { by, make, port, url } = yield* Forge
      make("trust").commit(files)
      const other = { addresses: ["127.0.0.1"], network: { allow: ["other.example"] } }
      for (const [spec, options] of [
        [`https://other.example:${port}/trust.git`, other],
        [`${url}/trust.git`, { caFile: (yield* authority()).caFile }]
      ] as const) {
        const refused = yield* refusal(resolved(spec), options)
        assert.deepInclude(refused, { tag: "SourceUnreachable", exit: 1 }, refused.message)
        assert.include(refused.hint, "NODE_EXTRA_CA_CERTS")
      }
      const variables = { NODE_EXTRA_CA_CERTS: by.caFile, SSL_CERT_FILE: "" }
      assert.strictEqual((yield* onEngine(fetched(`${url}/trust.git`), { variables })).texts["n"], "1")
    }).pipe(Effect.scoped)
  )

  it.effect("is not walked on by a redirect", () =>
    Effect.gen(function* () {
      const { by, url } = yield* Forge
      const server = yield* serveGit(by, yield* shelf, {
        intercept: (request, response) => {
          response.writeHead(302, { location: `${url}${request.url}` }).end()
          return true
        }
      })
      const refused = yield* refusal(resolved(`${server.url}/trust.git`))
      assert.deepInclude(refused, { tag: "SourceUnreachable", exit: 1 }, refused.message)
      assert.include(refused.hint, "moved")
    }).pipe(Effect.scoped)
  )

  it.effect("takes credentials along to their server, and records none", () =>
    Effect.gen(function* () {
      const { by } = yield* Forge
      const root = yield* shelf
      const seen: Array<string | undefined> = []
      const { url } = yield* serveGit(by, root, {
        intercept: ({ headers }, response) => {
          seen.push(headers.authorization)
          if (headers.authorization === basic("ada:hush hush")) return false
          response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end()
          return true
        }
      })
      makeRepository(`${root}/private.git`).commit(files)
      const got = yield* onEngine(fetched(`${url.replace("//", "//ada:hush%20hush@")}/private.git`))
      assert.strictEqual(got.texts["n"], "1")
      assert.notInclude(JSON.stringify(got), "hush")
      const without = yield* refusal(resolved(`${url}/private.git`))
      assert.deepInclude(without, { tag: "SourceUnreachable", exit: 1 })
      assert.match(without.hint, /credentials.*never holds any/u)
      const wrong = yield* refusal(resolved(`${url.replace("//", "//ada:hash@")}/private.git`))
      assert.notInclude(`${wrong.message}${wrong.hint}`, "hash")
      assert.isNotEmpty(seen)
    }).pipe(Effect.scoped)
  )

  it.effect("leads through the proxy of the environment, which is told in the plan", () =>
    Effect.gen(function* () {
      const { make, port } = yield* Forge
      make("proxied").commit(files)
      const proxy = yield* serveProxy(port)
      const variables = { HTTPS_PROXY: `http://ada:hush@127.0.0.1:${proxy.port}` }
      const got = yield* onEngine(fetched("https://git.example/proxied.git"), { variables })
      assert.strictEqual(got.texts["n"], "1")
      assert.match(got.resolved.notes?.[0] ?? "", /^via proxy/u)
      assert.notInclude(JSON.stringify(got), "hush")
      assert.deepStrictEqual([...new Set(proxy.asked)], ["git.example:443"])
    }).pipe(Effect.scoped)
  )

  it.effect(
    "leads to a mirror on the disk, offline too and whoever owns it, and to one on a server without credentials",
    () =>
      Effect.gen(function* () {
        const { by } = yield* Forge
        const root = yield* shelf
        const repo = makeRepository(`${root}/mirror/git.example/o/r.git`)
        const commit = repo.commit(files)
        const own = (who: number) =>
          process.geteuid?.() === 0 ? execFileSync("chown", ["-R", `${who}`, `${root}/mirror`]) : undefined
        own(65_534)
        const spec = "https://ada:hush@git.example/o/r.git#main"
        const onDisk = { network: { mirror: `file://${root}/mirror` }, offline: true }
        const got = yield* onEngine(fetched(spec), onDisk)
        assert.deepInclude(got.resolved, {
          resolved: commit,
          canonical: "https://git.example/o/r.git#branch:main"
        })
        assert.strictEqual(got.texts["n"], "1")
        own(0)
        const { requests, url } = yield* serveGit(by, root)
        const onServer = { network: { mirror: `${url}/mirror`, allow: ["localhost"] } }
        assert.strictEqual((yield* onEngine(fetched(spec), onServer)).texts["n"], "1")
        assert.isNotEmpty(requests)
        for (const { headers, line } of requests) {
          assert.include(line, "/mirror/git.example/o/r.git/")
          assert.notProperty(headers, "authorization")
        }
        const gone = yield* refusal(resolved("https://git.example/o/none.git"), onDisk)
        assert.include(gone.message, "the mirror")
        const offline = yield* refusal(resolved(`${url}/mirror/git.example/o/r.git`), { offline: true })
        assert.deepInclude(offline, { tag: "Offline", exit: 1 })
      }).pipe(Effect.scoped)
  )

  it.effect("over ssh is the ssh on PATH, which is handed host and path and no option", () =>
    Effect.gen(function* () {
      const root = yield* shelf
      const repo = makeRepository(`${root}/r.git`)
      const commit = repo.commit(files)
      mkdirSync(`${root}/bin`)
      // No server: what ssh would start there is started here. The last argument is the command, as a shell gets it.
      writeFileSync(
        `${root}/bin/ssh`,
        `#!/bin/sh\nprintf '%s\\n' "$@" >>'${root}/asked'\nfor last; do :; done\ncd '${root}'\nexec sh -c "$(printf %s "$last" | sed "s|'/|'${root}/|")"\n`
      )
      chmodSync(`${root}/bin/ssh`, 0o755)
      const options = {
        addresses: ["127.0.0.1"],
        network: { allow: ["git.example"] },
        variables: { PATH: `${root}/bin:${process.env["PATH"]}` }
      }
      const got = yield* onEngine(fetched("ada@git.example:r.git"), options)
      assert.deepInclude(got.resolved, { resolved: commit, canonical: "ssh://ada@git.example/r.git" })
      assert.strictEqual(got.texts["n"], "1")
      const asked = readFileSync(`${root}/asked`, "utf8").split("\n")
      assert.include(asked, "BatchMode=yes")
      assert.include(asked, "ada@git.example")
      assert.include(asked, "git-upload-pack '/r.git'")
    }).pipe(Effect.scoped)
  )
})
