import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { GivenConsent } from "../../src/domain/consent/decide.ts"
import { consentDigest, consentSubject, type ConsentSubject } from "../../src/domain/consent/digest.ts"
import { sha512Integrity } from "../../src/domain/hash.ts"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { ConsentGate, type ConsentQuestion } from "../../src/services/ConsentGate.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Subjects } from "../../src/services/Subjects.ts"
import { manifestOf } from "../support/capabilities.ts"
import { put, type World } from "../support/home.ts"

const subjectOf = (members: JsonObject = {}, content = "content"): ConsentSubject =>
  consentSubject(manifestOf(members), {
    scopeKind: "global",
    source: "local",
    contentHash: sha512Integrity(content),
    egress: []
  })

const subject = subjectOf()

const digest = consentDigest(subject)

const question: ConsentQuestion = {
  id: "hk-cap",
  version: "1.0.0",
  scope: "global",
  source: "/src/hk-cap",
  subject,
  digest,
  disclosure: [],
  notices: [],
  changes: [],
  wiring: [],
  reason: "nobody consented to it here yet"
}

type Needs = ConsentGate | Subjects | World

/** What every gate promises that asks nobody; `make` builds it with what the caller gave beforehand. */
export const suite = (name: string, make: (given: GivenConsent) => Layer.Layer<Needs, unknown>): void => {
  const prove = (behaviour: string, given: GivenConsent, test: Effect.Effect<void, unknown, Needs>) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(make(given))))
  }
  const ask = Effect.flatMap(ConsentGate, (gate) => gate.ask(question))
  const refuse = Effect.flip(ask)
  describe(`ConsentGate: ${name}`, () => {
    prove(
      "grants what is shown with a yes",
      { yes: true },
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ask, { how: "yes", by: "ci" })
      })
    )
    prove(
      "grants the digest that was given",
      { yes: false, digest },
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ask, { how: "digest", by: "ci" })
      })
    )
    prove(
      "refuses when nothing was given, and says how to say yes to exactly this",
      { yes: false },
      Effect.gen(function* () {
        const failure = yield* refuse
        assert.include(failure, { _tag: "ConsentRequired", id: "hk-cap", digest, reason: question.reason })
        if (failure._tag === "ConsentRequired")
          assert.include(failure.hints.join("\n"), `--consent ${digest}`)
      })
    )
    const unknown = consentDigest(subjectOf({}, "never shown"))
    prove(
      "refuses another digest though a yes was given too, and knows nothing of one that was never shown",
      { yes: true, digest: unknown },
      Effect.gen(function* () {
        const failure = yield* refuse
        assert.include(failure, { _tag: "ConsentMismatch", given: unknown, digest })
        assert.deepInclude(failure, { differing: [] })
      })
    )
    const shown = subjectOf(
      { version: "0.9.0", hooks: [], mcpServers: { a: { command: "x" } } },
      "shown before"
    )
    prove(
      "names the members in which a digest that was shown before differs",
      { yes: false, digest: consentDigest(shown) },
      Effect.gen(function* () {
        const subjects = yield* Subjects
        yield* Effect.flatMap(GsdHome, (home) => home.ensure)
        yield* subjects.remember(consentDigest(shown), shown)
        const failure = yield* refuse
        assert.strictEqual(failure._tag, "ConsentMismatch")
        assert.deepInclude(failure, {
          differing: ["contentHash", "powers.hooks", "powers.mcpServers", "version"]
        })
      })
    )
    prove(
      "believes no remembered subject that does not hash to the digest",
      { yes: false, digest: unknown },
      Effect.gen(function* () {
        const subjects = yield* Subjects
        const { ensure, paths } = yield* GsdHome
        yield* ensure
        yield* subjects.remember(unknown, shown)
        assert.deepInclude(yield* refuse, { _tag: "ConsentMismatch", differing: [] })
        yield* put(`${paths.cache}/subjects/x.json`, "{}")
        assert.isTrue((yield* subjects.recall("not a digest"))._tag === "None")
      })
    )
  })
}
