import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Policies } from "../../src/services/Policies.ts"
import { Room, text } from "../support/disk.ts"
import { put, type World } from "../support/home.ts"

/** What a user's and a project's lists come to. */
const narrowed: ReadonlyArray<
  readonly [
    user: ReadonlyArray<string> | null | undefined,
    project: ReadonlyArray<string> | null | undefined,
    both: ReadonlyArray<string> | null
  ]
> = [
  [undefined, undefined, null],
  [null, null, null],
  [undefined, ["local"], ["local"]],
  [["local"], undefined, ["local"]],
  [["local"], null, ["local"]],
  [null, ["local"], ["local"]],
  [["local", "npm"], ["npm", "example.org"], ["npm"]],
  [["local"], ["npm"], []],
  [[], ["local"], []],
  [["local"], [], []],
  [undefined, [], []]
]

/** Files that are no policy; a person may have meant any refusal by them. */
const unreadable: ReadonlyArray<string> = [
  "",
  "{",
  "[]",
  '{"strictKnownRegistries":"local"}',
  '{"strictKnownRegistries":[""]}',
  '{"strictKnownRegistries":[1]}',
  '{"strictKnownRegistries":[],"strictKnownRegistries":null}',
  '{"consent":{"fromAgents":"perhaps"}}',
  '{"generations":0}',
  '{"generations":2.5}',
  '{"minAge":"soon"}',
  '{"network":{"mirror":"http://mirror.example"}}',
  '{"network":{"allow":["https://mirror.example"]}}',
  '{"signatures":true}'
]

const unreadableInProject: ReadonlyArray<string> = [
  "",
  '{"capabilities":[]}',
  '{"capabilities":{"strict_known_registries":"local"}}'
]

const world = Effect.gen(function* () {
  const { paths } = yield* GsdHome
  const policies = yield* Policies
  const room = yield* Room
  return {
    policies,
    user: paths.policy,
    project: `${room}/workspace/.planning/config.json`,
    durable: yield* Durable
  }
})

/** What every Policies promises, in a project at `<room>/workspace`; each behaviour gets a layer of its own. */
export const suite = (name: string, layer: Layer.Layer<Policies | World, unknown>): void => {
  const prove = (behaviour: string, test: Effect.Effect<void, unknown, Policies | World>) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(layer)))
  }
  describe(`Policies: ${name}`, () => {
    prove(
      "allows everything and keeps three generations when there is no file",
      Effect.gen(function* () {
        const { policies } = yield* world
        assert.deepStrictEqual(yield* policies.read, {
          strictKnownRegistries: null,
          fromAgents: "allow",
          generations: 3,
          allowHosts: [],
          mirror: undefined,
          signatures: "optional",
          minAgeMillis: 0,
          gateLoadFailure: "warn"
        })
      })
    )
    prove(
      "takes the most restrictive of both, so that a project adds nothing",
      Effect.gen(function* () {
        const { policies, project, user } = yield* world
        for (const [mine, theirs, both] of narrowed) {
          yield* put(user, JSON.stringify({ strictKnownRegistries: mine }))
          yield* put(project, JSON.stringify({ capabilities: { strict_known_registries: theirs } }))
          assert.deepStrictEqual(
            (yield* policies.read).strictKnownRegistries,
            both,
            JSON.stringify([mine, theirs])
          )
        }
      })
    )
    prove(
      "takes consent and generations from the user alone",
      Effect.gen(function* () {
        const { policies, project, user } = yield* world
        const mine = { consent: { fromAgents: "digest" }, generations: 7 }
        yield* put(user, JSON.stringify(mine))
        yield* put(
          project,
          JSON.stringify({ consent: { fromAgents: "allow" }, generations: 1, capabilities: mine })
        )
        assert.deepInclude(yield* policies.read, { fromAgents: "digest", generations: 7 })
      })
    )
    prove(
      "fails closed on a user's file that it cannot read, names it and leaves it",
      Effect.gen(function* () {
        const { durable, policies, user } = yield* world
        for (const bytes of unreadable) {
          yield* put(user, bytes)
          const failure = yield* Effect.flip(policies.read)
          assert.deepInclude(failure, { _tag: "PolicyUnreadable", path: user }, bytes)
          assert.strictEqual(text(yield* durable.read(user, { maxBytes: 1000 })), bytes)
        }
        yield* durable.unlink(user)
        yield* durable.link("elsewhere", user)
        assert.deepInclude(yield* Effect.flip(policies.read), { _tag: "PolicyUnreadable", path: user })
      })
    )
    prove(
      "fails closed on a project's file that it cannot read",
      Effect.gen(function* () {
        const { policies, project } = yield* world
        for (const bytes of unreadableInProject) {
          yield* put(project, bytes)
          assert.deepInclude(
            yield* Effect.flip(policies.read),
            { _tag: "PolicyUnreadable", path: project },
            bytes
          )
        }
      })
    )
  })
}
