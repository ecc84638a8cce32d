import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Http } from "../../../src/services/Http.ts"
import { netDisk, runNet } from "../../support/https.ts"
import { requestTo } from "../../support/requests.ts"
import { authority, serveTls } from "../../support/tls.ts"

describe("HttpNode", () => {
  it.effect("reads an answer of a server whose certificate is of an authority in SSL_CERT_FILE", () =>
    Effect.gen(function* () {
      const by = yield* authority()
      const server = yield* serveTls(by, (_request, response) => response.end("hello"))
      const run = runNet(netDisk(by))
      const answer = yield* run(Effect.flatMap(Http, (http) => http.read(requestTo(`${server.url}/a`))))
      assert.strictEqual(Buffer.from(answer.body).toString(), "hello")
      assert.include(answer, { bytes: 5, route: "Direct", url: `${server.url}/a` })
    })
  )
})
