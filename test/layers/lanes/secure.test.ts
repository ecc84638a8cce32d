import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ServerResponse } from "node:http"
import { heron } from "../../domain/lane/lanes.ts"
import { makeDirectory } from "../../support/processes.ts"
import { serveProxy } from "../../support/proxy.ts"
import { authority, serveTls } from "../../support/tls.ts"
import { modelServer } from "./modelServer.ts"
import { liveLanes, runLane, type Situation } from "./world.ts"

const watchdog = { timeout: 60_000 }

const review = "src/a.ts:1 HIGH: nothing verifies this"

const answer = (response: ServerResponse) =>
  response.end(JSON.stringify({ choices: [{ message: { content: review } }] }))

const runWith = Effect.fnUntraced(function* (host: string, variables: Readonly<Record<string, string>>) {
  const directory = yield* makeDirectory
  const situation: Situation = {
    directory,
    variables,
    lane: heron({ timeoutFloorMs: 20_000 }),
    settings: { "review.heron_host": host }
  }
  return yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
})

describe("an endpoint over https", () => {
  it.live(
    "is trusted by the authorities that count, and by no other",
    () =>
      Effect.gen(function* () {
        const by = yield* authority()
        const server = yield* serveTls(by, (_, response) => answer(response))
        const trusting = yield* runWith(server.url, { SSL_CERT_FILE: by.caFile })
        assert.deepStrictEqual(trusting.outcome, { outcome: "completed", text: review })
        const wary = yield* runWith(server.url, {})
        assert.deepInclude(wary.outcome, { outcome: "unavailable", reason: "host-unreachable" })
        assert.match("detail" in wary.outcome ? wary.outcome.detail : "", /certificate/u)
        assert.lengthOf(server.requests, 1)
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "is asked through the proxy of the environment",
    () =>
      Effect.gen(function* () {
        const by = yield* authority(["models.example"])
        const server = yield* serveTls(by, (_, response) => answer(response))
        const proxy = yield* serveProxy({ to: server.port })
        const ended = yield* runWith("https://models.example", {
          SSL_CERT_FILE: by.caFile,
          HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`
        })
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: review })
        assert.deepStrictEqual(
          proxy.asked.map(({ target }) => target),
          ["models.example:443"]
        )
      }).pipe(Effect.scoped),
    watchdog
  )
})

describe("an endpoint on loopback", () => {
  it.live(
    "is never asked through a proxy",
    () =>
      Effect.gen(function* () {
        const server = yield* modelServer({ "POST /v1/chat/completions": answer })
        const proxy = yield* serveProxy({ to: 1 })
        const address = `http://127.0.0.1:${proxy.port}`
        const ended = yield* runWith(server.url, {
          HTTP_PROXY: address,
          HTTPS_PROXY: address,
          ALL_PROXY: address
        })
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: review })
        assert.deepStrictEqual([proxy.asked, proxy.others], [[], []])
        const named = yield* runWith(server.url.replace("127.0.0.1", "localhost"), {})
        assert.strictEqual(named.outcome.outcome, "completed")
      }).pipe(Effect.scoped),
    watchdog
  )
})
