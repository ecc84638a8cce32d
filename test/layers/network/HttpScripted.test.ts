import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as DurableMemory from "../../../src/layers/disk/DurableMemory.ts"
import * as GsdHomeFile from "../../../src/layers/home/GsdHomeFile.ts"
import * as PoliciesFile from "../../../src/layers/policy/PoliciesFile.ts"
import {
  environmentFixed,
  HttpCalls,
  httpScripted,
  redirectTo,
  type HttpScript
} from "../../../src/testing.ts"
import { read } from "../../support/requests.ts"

const scripted = (script: HttpScript) =>
  httpScripted(script).pipe(
    Layer.provide(PoliciesFile.layer),
    Layer.provide(GsdHomeFile.layerWith({})),
    Layer.provide(
      Layer.merge(DurableMemory.layerWith({ directories: ["/home/ada"], files: {} }), environmentFixed())
    )
  )

const run = <A, E, R>(script: HttpScript, program: Effect.Effect<A, E, R>) =>
  Effect.provide(program, scripted(script))

describe("HttpScripted", () => {
  it.effect("answers by address, each answer of a list once, and keeps a log", () =>
    run(
      {
        answers: {
          "https://a.example/x?v=1": [{ body: "one" }, { body: ["t", "wo"], headers: { etag: "2" } }],
          "https://a.example/go": redirectTo("https://b.example/x"),
          "https://b.example/x": { body: "there" }
        }
      },
      Effect.gen(function* () {
        const texts: Array<string> = []
        for (const url of ["https://a.example/x?v=1", "https://a.example/x?v=1", "https://a.example/go"])
          texts.push(Buffer.from((yield* read(url)).body).toString())
        assert.deepStrictEqual(texts, ["one", "two", "there"])
        assert.include(yield* Effect.flip(read("https://a.example/no")), { _tag: "HttpStatus", status: 404 })
        assert.include(yield* Effect.flip(read("https://c.example/no")), { _tag: "HttpFailed", fault: "dns" })
        const calls = yield* HttpCalls
        assert.deepStrictEqual(
          (yield* calls.all).map(({ url }) => url),
          [
            "https://a.example/x?v=1",
            "https://a.example/x?v=1",
            "https://a.example/go",
            "https://b.example/x",
            "https://a.example/no"
          ]
        )
        assert.strictEqual((yield* calls.names).at(-1), "c.example")
      })
    )
  )
  it.effect("refuses what the live one refuses", () =>
    run(
      {
        answers: {
          "https://a.example/http": redirectTo("http://b.example/"),
          "https://a.example/meta": redirectTo("https://169.254.169.254/", 307),
          "https://a.example/long": { body: "x".repeat(11) },
          "https://bad.example/": {}
        },
        hosts: { "bad.example": ["8.8.8.8", "10.0.0.1"] }
      },
      Effect.gen(function* () {
        assert.include(yield* Effect.flip(read("https://a.example/http")), { _tag: "RedirectRefused" })
        assert.include(yield* Effect.flip(read("https://a.example/meta")), { _tag: "AddressRefused" })
        assert.include(yield* Effect.flip(read("https://a.example/long", { maxBytes: 10 })), {
          _tag: "ResponseTooLarge"
        })
        assert.include(yield* Effect.flip(read("https://bad.example/")), { address: "10.0.0.1" })
        assert.include(yield* Effect.flip(read("https://localhost/")), { _tag: "AddressRefused" })
      })
    )
  )
  it.effect("fails as the script says, at once, in the middle, or never", () =>
    run(
      {
        answers: {
          "https://a.example/refused": { fault: "refused" },
          "https://a.example/cut": { body: "half", fault: "reset" },
          "https://a.example/silent": { fault: "silence" },
          "https://a.example/stalls": { body: "half", fault: "silence" }
        }
      },
      Effect.gen(function* () {
        assert.include(yield* Effect.flip(read("https://a.example/refused")), { fault: "refused" })
        assert.include(yield* Effect.flip(read("https://a.example/cut")), { fault: "reset" })
        for (const path of ["silent", "stalls"]) {
          const waiting = yield* Effect.forkChild(
            Effect.flip(read(`https://a.example/${path}`, { idle: Duration.seconds(30) })),
            { startImmediately: true }
          )
          yield* TestClock.adjust("31 seconds")
          assert.include(yield* Fiber.join(waiting), { fault: "idle" })
        }
      })
    )
  )
})
