import { assert, describe, it } from "vitest"
import { scrubber } from "../../../src/domain/telemetry/scrub.ts"

const scrub = (variables: Readonly<Record<string, string>>) => scrubber(new Map(Object.entries(variables)))

describe("scrubber", () => {
  for (const name of [
    "GITHUB_TOKEN",
    "MY_SECRET",
    "DB_PASSWORD",
    "ANTHROPIC_API_KEY",
    "NPM_AUTH",
    "SESSION_ID",
    "GH_PAT",
    "SENTRY_DSN",
    "OTEL_EXPORTER_OTLP_LOGS_HEADERS"
  ])
    it(`takes out the value of ${name}`, () => {
      assert.strictEqual(scrub({ [name]: "ses.me*1" })("a ses.me*1 b ses.me*1"), "a … b …")
    })

  it("takes out each header, escaped and not", () => {
    const clean = scrub({ OTEL_EXPORTER_OTLP_HEADERS: "x-a=one%20two,x-b=three33" })
    assert.strictEqual(clean("one two, one%20two, three33, x-b"), "…, …, …, x-b")
  })

  it("takes out the longer of two that begin alike as a whole", () => {
    assert.strictEqual(scrub({ A_TOKEN: "sesame", B_TOKEN: "sesame-open" })("sesame-open"), "…")
  })

  it("takes out user and password of any address, and passwords of variables wherever they are", () => {
    const clean = scrub({ HTTPS_PROXY: "http://ada:opensesame@proxy.example" })
    assert.strictEqual(clean("https://ada:x@host.example/p?q"), "https://…@host.example/p?q")
    assert.strictEqual(clean("it says opensesame"), "it says …")
  })

  it("leaves what is no secret, and short words, which stand in messages anyway", () => {
    const clean = scrub({ HOME: "/home/ada", USE_TOKEN: "true", EMPTY_TOKEN: "" })
    const text = "true: /home/ada/notes, ada@host.example, https://host.example/@scope/name"
    assert.strictEqual(clean(text), text)
  })
})
