import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { isUsable, reasonOf, type LaneOutcome } from "../../../src/domain/lane/outcome.ts"
import { limits } from "../../../src/domain/limits.ts"
import { heron } from "../../domain/lane/lanes.ts"
import { makeDirectory, until } from "../../support/processes.ts"
import { modelServer, type Asked } from "./modelServer.ts"
import { collector, liveLanes, placesIn, probeLane, runLane, type Situation } from "./world.ts"

const watchdog = { timeout: 60_000 }

const review = "src/a.ts:1 HIGH: nothing verifies this"

const detailOf = (outcome: LaneOutcome): string => ("detail" in outcome ? outcome.detail : "")

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const sends =
  (body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body)

const says = (message: unknown, more: object = {}): Answer =>
  sends(JSON.stringify({ choices: [{ message, ...more }] }))

/** One lane that asks a server of the test; `path` is what it asks. */
const situationOf = (directory: string, url: string, timeoutMs = 30_000): Situation => ({
  directory,
  lane: heron({ timeoutFloorMs: timeoutMs }),
  settings: { "review.heron_host": url }
})

const runAgainst = Effect.fnUntraced(function* (answer: Answer, timeoutMs?: number) {
  const directory = yield* makeDirectory
  const server = yield* modelServer({ "POST /v1/chat/completions": answer })
  const situation = situationOf(directory, server.url, timeoutMs)
  const { news, tell } = collector()
  const ended = yield* runLane(situation, { tell }).pipe(Effect.provide(liveLanes(situation)))
  const file = fs.readFileSync(placesIn(directory).output, "latin1")
  return { ended, news, asked: server.asked, file }
}, Effect.scoped)

const bodyOf = ({ body }: Asked): unknown => JSON.parse(body)

describe("a lane's endpoint", () => {
  it.live(
    "is posted the prompt once, and what it says is the review",
    () =>
      Effect.gen(function* () {
        const { ended, news, asked, file } = yield* runAgainst(says({ content: review }))
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: review })
        assert.lengthOf(asked, 1)
        const [one] = asked as [Asked]
        assert.deepInclude(bodyOf(one), { model: "heron-small", stream: false })
        assert.include(one.body, "Review this plan")
        assert.strictEqual(one.headers["accept-encoding"], "identity")
        assert.strictEqual(one.headers["content-type"], "application/json")
        assert.deepInclude(news.at(-1), { _tag: "Wrote", bytes: ended.bytes })
        assert.strictEqual(ended.bytes, file.length)
        assert.include(file, review)
      }),
    watchdog
  )

  it.live(
    "may answer in parts",
    () =>
      Effect.gen(function* () {
        const content = [{ type: "text", text: "src/a.ts:1 " }, { type: "image" }, { text: "is wrong" }]
        const { ended } = yield* runAgainst(says({ content }))
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: "src/a.ts:1 is wrong" })
      }),
    watchdog
  )

  it.live(
    "is heard out when it drips, within the time limit",
    () =>
      Effect.gen(function* () {
        const body = JSON.stringify({ choices: [{ message: { content: review } }] })
        const { ended } = yield* runAgainst((response) => {
          response.writeHead(200)
          let at = 0
          const drip = setInterval(() => {
            if (at < body.length) return void response.write(body.slice(at, (at += 5)))
            clearInterval(drip)
            response.end()
          }, 5)
        })
        assert.deepStrictEqual(ended.outcome, { outcome: "completed", text: review })
      }),
    watchdog
  )

  it.live(
    "is left at the time limit when it drips for ever",
    () =>
      Effect.gen(function* () {
        const closed = { was: false }
        const directory = yield* makeDirectory
        const server = yield* modelServer({
          "POST /v1/chat/completions": (response) => {
            response.writeHead(200)
            const drip = setInterval(() => response.write(" "), 20)
            response.on("close", () => {
              closed.was = true
              clearInterval(drip)
            })
          }
        })
        const situation = situationOf(directory, server.url, 600)
        const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.deepInclude(ended.outcome, { outcome: "timed-out", reason: "too-long" })
        assert.isAbove(ended.bytes, 5)
        yield* until(() => closed.was)
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "that sends elsewhere is refused, and nobody else is asked",
    () =>
      Effect.gen(function* () {
        const other = yield* modelServer({})
        for (const status of [301, 302, 303, 307, 308]) {
          const { ended, asked } = yield* runAgainst(
            sends("", status, { location: `${other.url}/v1/chat/completions?token=x` })
          )
          assert.deepInclude(ended.outcome, { outcome: "refused", reason: "redirected" })
          assert.include(detailOf(ended.outcome), other.url)
          assert.notInclude(detailOf(ended.outcome), "token")
          assert.lengthOf(asked, 1)
        }
        assert.deepStrictEqual(other.asked, [])
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "that sends 1 GB is left after the cap",
    () =>
      Effect.gen(function* () {
        const sent = { bytes: 0 }
        const piece = Buffer.alloc(1024 * 1024, "x")
        const { ended, file } = yield* runAgainst((response) => {
          response.writeHead(200, { "content-length": String(1024 ** 3) })
          const more = () => {
            while (!response.destroyed && sent.bytes < 1024 ** 3) {
              sent.bytes += piece.length
              if (!response.write(piece)) return void response.once("drain", more)
            }
          }
          more()
        })
        assert.deepInclude(ended.outcome, { outcome: "truncated", reason: "body-cap" })
        assert.strictEqual(ended.bytes, 1024 ** 3)
        assert.isBelow(sent.bytes, 100 * 1024 * 1024)
        assert.strictEqual(file.length, limits.laneAnswerBytes)
      }),
    watchdog
  )

  const kinds: Readonly<Record<string, readonly [answer: Answer, expected: string]>> = {
    "answers with 500": [sends('{"error":{"message":"out of memory"}}', 500), "failed http-status"],
    "answers with 401": [sends("denied", 401), "failed http-status"],
    "has no choices": [sends('{"choices":[]}'), "empty no-choices"],
    "has no content": [says({ content: "" }), "empty no-content"],
    "has blank content": [says({ content: " \n" }), "empty no-content"],
    "has null content": [says({ content: null }), "empty no-content"],
    declines: [says({ content: null, refusal: "I would rather not" }), "empty declined"],
    "has an empty body": [sends(""), "empty no-body"],
    "is no JSON": [sends("<html>busy</html>"), "failed not-json"],
    "is other JSON": [sends("[1,2]"), "failed unexpected-answer"],
    "has choices of another kind": [sends('{"choices":{}}'), "failed unexpected-answer"],
    "reports an error with 200": [sends('{"error":"model is loading"}'), "failed reported-error"],
    "stops at its limit": [says({ content: review }, { finish_reason: "length" }), "truncated model-limit"],
    "cites nothing": [says({ content: "fine" }), "suspect no-citations"],
    "cuts the connection": [(response) => response.socket?.destroy(), "failed connection-lost"],
    "cuts its answer": [
      (response) => {
        response.writeHead(200, { "content-length": "1000" })
        response.write('{"choices":', () => response.socket?.destroy())
      },
      "failed connection-lost"
    ],
    "is no HTTP": [(response) => response.socket?.end("hello\r\n\r\n"), "failed connection-lost"],
    "never answers": [() => {}, "timed-out too-long"]
  }

  it.live.each(Object.keys(kinds))(
    "is told when it %s",
    (name) =>
      Effect.gen(function* () {
        const [answer, expected] = kinds[name] ?? [() => {}, ""]
        const { ended } = yield* runAgainst(answer, 1000)
        assert.strictEqual(`${ended.outcome.outcome} ${reasonOf(ended.outcome)}`, expected)
        assert.isFalse(isUsable(ended.outcome))
      }),
    watchdog
  )

  it.live(
    "is told when nobody listens, apart from every other end (U53)",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        const url = yield* Effect.scoped(Effect.map(modelServer({}), (server) => server.url))
        const situation = situationOf(directory, url)
        const { outcome } = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.deepInclude(outcome, { outcome: "unavailable", reason: "host-unreachable" })
        assert.include(detailOf(outcome), "ECONNREFUSED")
      }).pipe(Effect.scoped),
    watchdog
  )

  it.live(
    "is asked for the model that is pinned, else the first that is served, else the lane's own",
    () =>
      Effect.gen(function* () {
        const directory = yield* makeDirectory
        const server = yield* modelServer({ "POST /v1/chat/completions": says({ content: review }) })
        const models = ["owl-7b", "owl-70b"]
        const base = situationOf(directory, server.url)
        const pinned = { ...base, settings: { ...base.settings, "review.models.heron": "mine" } }
        const served = { available: { _tag: "Available", models } } as const
        for (const [situation, start] of [
          [pinned, served],
          [base, served],
          [base, {}]
        ] as const) {
          fs.rmSync(`${directory}/run`, { recursive: true, force: true })
          yield* runLane(situation, start).pipe(Effect.provide(liveLanes(situation)))
        }
        assert.deepStrictEqual(
          server.asked.map((one) => (bodyOf(one) as { model: string }).model),
          ["mine", "owl-7b", "heron-small"]
        )
        const none = { ...base, lane: heron({}, { fallbackModel: null }) }
        const ended = yield* runLane(none).pipe(Effect.provide(liveLanes(none)))
        assert.deepInclude(ended.outcome, { outcome: "unavailable", reason: "no-model" })
      }).pipe(Effect.scoped),
    watchdog
  )
})

describe("the probe of an endpoint", () => {
  const probe = Effect.fnUntraced(function* (
    routes: Readonly<Record<string, Answer>>,
    { pinned = false, path = "/v1/models" } = {}
  ) {
    const directory = yield* makeDirectory
    const server = yield* modelServer(routes)
    const lane = heron({
      probe: { kind: "http-reachable", hostConfigKey: "review.heron_host", path, timeoutMs: 400 }
    })
    const situation: Situation = { directory, lane, settings: { "review.heron_host": server.url } }
    const found = yield* probeLane(situation, pinned).pipe(Effect.provide(liveLanes(situation)))
    const asked = server.asked.map(({ method, url }) => `${method} ${url}`)
    return { found, asked }
  }, Effect.scoped)

  const models = sends('{"data":[{"id":"a"},{"id":"b"}]}')

  it.live(
    "and the discovery of models are one request",
    () =>
      Effect.gen(function* () {
        const { found, asked } = yield* probe({ "GET /v1/models": models })
        assert.deepStrictEqual(found, { _tag: "Available", models: ["a", "b"] })
        assert.deepStrictEqual(asked, ["GET /v1/models"])
      }),
    watchdog
  )

  it.live(
    "asks for models only where it must",
    () =>
      Effect.gen(function* () {
        const routes = { "GET /v1/models": models, "GET /health": sends("ok") }
        const other = yield* probe(routes, { path: "/health" })
        assert.deepStrictEqual(other.found, { _tag: "Available", models: ["a", "b"] })
        assert.deepStrictEqual(other.asked, ["GET /health", "GET /v1/models"])
        const pinned = yield* probe(routes, { path: "/health", pinned: true })
        assert.deepStrictEqual(pinned.found, { _tag: "Available", models: undefined })
        assert.deepStrictEqual(pinned.asked, ["GET /health"])
        const broken = yield* probe({ "GET /health": sends("ok") }, { path: "/health" })
        assert.deepStrictEqual(broken.found, { _tag: "Available", models: undefined })
      }),
    watchdog
  )

  it.live(
    "is over in its time, and tells refusal, redirect and silence apart",
    () =>
      Effect.gen(function* () {
        const reasonsOf = (answer: Answer) =>
          Effect.map(probe({ "GET /v1/models": answer }), ({ found }) =>
            found._tag === "Unavailable" ? found.reason : found._tag
          )
        assert.strictEqual(yield* reasonsOf(() => {}), "probe-timeout")
        assert.strictEqual(yield* reasonsOf(sends("", 503)), "host-refuses")
        assert.strictEqual(yield* reasonsOf(sends("", 302, { location: "/elsewhere" })), "host-refuses")
        assert.strictEqual(yield* reasonsOf((response) => response.socket?.destroy()), "host-unreachable")
        assert.strictEqual(yield* reasonsOf(sends("no list")), "Available")
      }),
    watchdog
  )

  it.live(
    "of an address that is none is told, and nobody is asked",
    () =>
      Effect.gen(function* () {
        const situation: Situation = {
          directory: "/tmp",
          lane: heron(),
          settings: { "review.heron_host": "localhost:11434" }
        }
        const found = yield* probeLane(situation).pipe(Effect.provide(liveLanes(situation)))
        assert.deepInclude(found, { _tag: "Unavailable", reason: "host-malformed" })
      }),
    watchdog
  )
})
