import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeWorld, start, type World } from "../../cli/support/world.ts"
import type { Authority } from "../../support/tls.ts"
import { archives, packages, registries, repositories, type Publisher } from "./publishers.ts"

export type Json = Readonly<Record<string, unknown>>

/** A person on a machine. */
export interface Person {
  readonly world: World
  readonly env: Readonly<Record<string, string>>
}

interface Network {
  readonly allow: ReadonlyArray<string>
  readonly mirror?: string
}

/** A person on a fresh machine, who trusts the authority of the test and lets `localhost` lead anywhere. */
export const personOf = (
  by: Authority,
  { npmrc }: Publisher,
  network: Network = { allow: ["localhost"] }
): Person => {
  const world = makeWorld()
  mkdirSync(join(world.home, ".gsd"), { mode: 0o700 })
  writeFileSync(join(world.home, ".gsd/policy.json"), JSON.stringify({ network }))
  if (npmrc !== undefined) writeFileSync(join(world.home, ".npmrc"), npmrc)
  return { world, env: { SSL_CERT_FILE: by.caFile } }
}

export const run = ({ env, world }: Person, ...args: ReadonlyArray<string>) =>
  Effect.map(
    Effect.promise(() => start(world, [...args, "--json"], env).ended),
    ({ code, stderr, stdout }) => {
      assert.notStrictEqual(stdout, "", stderr)
      return { code, said: `${stdout}${stderr}`, json: JSON.parse(stdout) as Json & ReadonlyArray<Json> }
    }
  )

/** Runs a command that must succeed; gives its document. */
export const done = (person: Person, ...args: ReadonlyArray<string>) =>
  Effect.map(run(person, ...args), ({ code, json, said }) => {
    assert.strictEqual(code, 0, `${args.join(" ")}: ${said}`)
    return json
  })

/** Runs what a person has to do once. */
export const setUp = (person: Person, publisher: Publisher) =>
  publisher.setup === undefined ? Effect.void : Effect.asVoid(done(person, ...publisher.setup))

/** Who publishes, by kind. */
export const publishers: ReadonlyArray<
  readonly [string, (by: Authority, sentinel: string) => Effect.Effect<Publisher, never, Scope>]
> = [
  ["archives on a web server", archives],
  ["git repositories", repositories],
  ["packages of an npm registry", packages],
  ["capabilities of a signed registry", registries]
]
