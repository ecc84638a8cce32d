import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { readdirSync } from "node:fs"
import { globalScope } from "../../src/domain/paths.ts"
import { install, installDryRun } from "../../src/pipelines/install.ts"
import { update } from "../../src/pipelines/update.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { gitEngineIn, room } from "../support/gitEngine.ts"
import { Forge, onEngine } from "../support/gitForge.ts"
import { makeRepository, serveGit, shelf } from "../support/gitServer.ts"
import { carrying } from "../support/processes.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const id = "hk-cap"

const entry = Effect.flatMap(Ledger, (ledger) =>
  Effect.map(ledger.read(scope), ({ entries }) => entries.get(id))
)

const renew = update({ id, scope, wait, allowDowngrade: false })

const version = (number: string, greeting = "hello") =>
  capability({ version: number }, { "hooks/a.sh": `#!/bin/sh\necho ${greeting}\n` })

layer(Forge.layer, { excludeTestServices: true })("a capability from git", (it) => {
  it.effect("is installed from a branch, and updated when the branch moved to another commit", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("branch")
      const one = repo.commit(version("1.0.0"))
      const program = Effect.gen(function* () {
        const installed = yield* install(requestOf(`${url}/branch.git#main`))
        assert.deepInclude(installed, { status: "installed", id, version: "1.0.0" })
        const before = yield* entry
        assert.deepInclude(before, {
          source: `${url}/branch.git#branch:main`,
          resolved: one,
          ref: "refs/heads/main"
        })
        assert.strictEqual((yield* renew).status, "unchanged")
        const two = repo.commit(version("1.1.0", "hi"))
        assert.deepInclude(yield* renew, { status: "upgraded", version: "1.1.0", previousVersion: "1.0.0" })
        assert.deepInclude(yield* entry, { resolved: two, ref: "refs/heads/main", generation: 2 })
        assert.strictEqual((yield* verify(scope, [])).verdict, "ok")
      })
      yield* onEngine(program)
    })
  )

  it.effect(
    "is what its tag means now: a tag that moved brings its new commit, a commit stays what it is",
    () =>
      Effect.gen(function* () {
        const { make, url } = yield* Forge
        const repo = make("tag")
        const one = repo.commit(version("1.0.0"))
        repo.git("tag", "-m", "first", "v1")
        yield* onEngine(
          Effect.gen(function* () {
            yield* install(requestOf(`${url}/tag.git#v1`))
            assert.deepInclude(yield* entry, {
              source: `${url}/tag.git#tag:v1`,
              resolved: one,
              ref: "refs/tags/v1"
            })
            const two = repo.commit(version("1.0.1", "moved"))
            assert.strictEqual((yield* renew).status, "unchanged")
            repo.git("tag", "-f", "-m", "second", "v1")
            assert.strictEqual((yield* renew).status, "upgraded")
            assert.deepInclude(yield* entry, { resolved: two, ref: "refs/tags/v1" })
          })
        )
        yield* onEngine(
          Effect.gen(function* () {
            yield* install(requestOf(`${url}/tag.git#sha:${one}`))
            assert.strictEqual((yield* renew).status, "unchanged")
            const recorded = yield* entry
            assert.deepInclude(recorded, {
              source: `${url}/tag.git#sha:${one}`,
              resolved: one,
              version: "1.0.0"
            })
            assert.notProperty(recorded, "ref")
          })
        )
      })
  )

  it.effect("is the same bundle as its folder, and leaves no credential anywhere", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const below = Object.fromEntries(
        Object.entries(version("1.0.0")).map(([path, text]) => [`caps/hk/${path}`, text])
      )
      make("mono").commit({ "README.md": "more", ...below })
      make("plain").commit(version("1.0.0"))
      const spec = `${url.replace("//", "//ada:hush@")}/mono.git#path:caps/hk`
      const [one, other] = yield* Effect.all([
        onEngine(
          Effect.gen(function* () {
            const receipt = yield* install(requestOf(spec))
            assert.notInclude(JSON.stringify([receipt, yield* entry]), "hush")
            return receipt
          })
        ),
        onEngine(installDryRun(requestOf(`${url}/plain.git`)))
      ])
      assert.strictEqual(one.contentHash, other.contentHash)
    })
  )

  it.effect("leaves neither bytes nor processes when it is interrupted in the midst of fetching", () =>
    Effect.gen(function* () {
      const { by } = yield* Forge
      const root = yield* shelf
      let reached: () => void = () => undefined
      const fetching = new Promise<void>((resolve) => {
        reached = resolve
      })
      const { url } = yield* serveGit(by, root, {
        intercept: ({ headers, method }) => {
          // The second request with a body of its own asks for objects: it is heard and never answered.
          const isFetch = method === "POST" && Number(headers["content-length"] ?? 1000) > 150
          if (isFetch) reached()
          return isFetch
        }
      })
      const commit = makeRepository(`${root}/slow.git`).commit(version("1.0.0"))
      const at = yield* room
      const program = install(requestOf(`${url}/slow.git#sha:${commit}`)).pipe(
        Effect.provide(gitEngineIn(at, { caFile: by.caFile }))
      )
      const fiber = yield* Effect.forkChild(program)
      yield* Effect.promise(() => fetching)
      assert.isNotEmpty(carrying(`${url}/slow.git`))
      yield* Fiber.interrupt(fiber)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
      assert.deepStrictEqual(carrying(`${url}/slow.git`), [])
      for (const folder of ["staging", "store", "tx", "cache/parts"])
        assert.deepStrictEqual(readdirSync(`${at}/home/.gsd/${folder}`), [], folder)
    }).pipe(Effect.scoped)
  )
})
