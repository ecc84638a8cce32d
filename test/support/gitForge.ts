import { assert } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { existsSync, readdirSync } from "node:fs"
import { gitEngineIn, room, type GitEngineOptions } from "./gitEngine.ts"
import { makeRepository, serveGit, shelf, type Repository } from "./gitServer.ts"
import { authority, type Authority } from "./tls.ts"

/** A server of git repositories, for all tests of a file; its certificate is good for `git.example` too. */
export class Forge extends Context.Service<
  Forge,
  {
    readonly by: Authority
    readonly root: string
    /** `https://localhost:<port>`. */
    readonly url: string
    readonly port: number
    /** Makes an empty repository; its address is `url` with `/name.git`. */
    readonly make: (name: string) => Repository
  }
>()("gsd/test/Forge") {
  static readonly layer = Layer.effect(
    Forge,
    Effect.gen(function* () {
      const [by, root] = [yield* authority(["git.example"]), yield* shelf]
      const { port, url } = yield* serveGit(by, root)
      return Forge.of({ by, port, url, root, make: (name) => makeRepository(`${root}/${name}.git`) })
    })
  )
}

/** Everything that a program on such an engine may use. */
export type GitEngine = Layer.Success<ReturnType<typeof gitEngineIn>>

const leftIn = (at: string): ReadonlyArray<string> =>
  ["staging", "cache/parts"].flatMap((name) => {
    const folder = `${at}/home/.gsd/${name}`
    return existsSync(folder) ? readdirSync(folder) : []
  })

/** Runs on an engine of its own, whose room is gone afterwards. However it ends, nothing fetched by halves is left. */
export const onEngine = Effect.fnUntraced(function* <A, E>(
  program: Effect.Effect<A, E, GitEngine>,
  options: GitEngineOptions = {}
) {
  const { by } = yield* Forge
  const at = yield* room
  const engine = gitEngineIn(at, { caFile: by.caFile, ...options })
  const exit = yield* Effect.exit(Effect.provide(program, engine))
  assert.deepStrictEqual(leftIn(at), [])
  return yield* exit
}, Effect.scoped)

/** The one typed error of a program, with a next step. */
export const refusal = Effect.fnUntraced(function* <A, E>(
  program: Effect.Effect<A, E, GitEngine>,
  options: GitEngineOptions = {}
) {
  const error: unknown = yield* Effect.flip(onEngine(program, options))
  assert.instanceOf(error, Error)
  const {
    _tag: tag,
    hints,
    rule
  } = error as Error & {
    readonly _tag: string
    readonly hints: ReadonlyArray<string>
    readonly rule?: string
  }
  assert.isNotEmpty(hints[0] ?? "", error.message)
  const exit: unknown = Reflect.get(error, Runtime.errorExitCode)
  return { tag, rule, exit, message: error.message, hint: hints.join("; ") }
})
