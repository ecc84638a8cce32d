import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it, onTestFinished } from "vitest"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { capability } from "../support/capabilities.ts"
import { removeRooms } from "../support/rooms.ts"
import { authority, serveTls } from "../support/tls.ts"
import { makeWorld, start, tree, type World } from "./support/world.ts"

afterAll(removeRooms)

const archive = tgz(filesOf(capability(), "hk-cap-main/"))

/** A server as long as the test, and a world that trusts it and lets `localhost` lead anywhere. */
const serving = async (handle: (request: IncomingMessage, response: ServerResponse) => void) => {
  const scope = Scope.makeUnsafe()
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const world = makeWorld()
  mkdirSync(join(world.home, ".gsd"), { mode: 0o700 })
  writeFileSync(join(world.home, ".gsd/policy.json"), JSON.stringify({ network: { allow: ["localhost"] } }))
  const made = Effect.gen(function* () {
    const by = yield* authority()
    return { by, server: yield* serveTls(by, handle) }
  })
  const { by, server } = await Effect.runPromise(Effect.provideService(made, Scope.Scope, scope))
  const run = (...args: ReadonlyArray<string>) => start(world, args, { SSL_CERT_FILE: by.caFile })
  return { run, server, url: `${server.url}/hk-cap.tgz`, world }
}

const leftovers = (world: World): ReadonlyArray<string> =>
  tree(world).filter((path) => /^\.gsd\/(staging|tx|cache\/parts)\/./.test(path))

describe("gsd capability install https://…", () => {
  it("ends when it is done, though the server would keep the connection", async () => {
    const { run, url, world } = await serving((_request, response) => response.end(archive))
    const ran = await run("capability", "install", url, "--yes", "--json").ended
    assert.strictEqual(ran.code, 0, ran.stderr)
    assert.include(JSON.parse(ran.stdout), { status: "installed", id: "hk-cap" })
    assert.deepStrictEqual(leftovers(world), [])
  })
  it("asks nobody with --offline", async () => {
    const { run, server, url } = await serving((_request, response) => response.end(archive))
    const ran = await run("capability", "install", url, "--yes", "--offline", "--json").ended
    assert.strictEqual(JSON.parse(ran.stdout).error._tag, "Offline")
    assert.strictEqual(ran.code, 1)
    assert.deepStrictEqual(server.requests, [])
  })
  it("is interrupted in the middle of the download: 130, and nothing is left", async () => {
    const asked = { resolve: () => {} }
    const isAsked = new Promise<void>((resolve) => (asked.resolve = resolve))
    const { run, url, world } = await serving((_request, response) => {
      response.setHeader("content-length", "100000")
      response.write(archive.subarray(0, 100), () => asked.resolve())
    })
    const { child, ended } = run("capability", "install", url, "--yes", "--json")
    await isAsked
    while (leftovers(world).length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    child.kill("SIGINT")
    const ran = await ended
    assert.deepStrictEqual([ran.code, ran.signal], [130, null])
    assert.deepStrictEqual(leftovers(world), [])
  })
})
