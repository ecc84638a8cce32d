import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fetched, resolved } from "../../support/gitEngine.ts"
import { Forge, onEngine, refusal } from "../../support/gitForge.ts"
import { makeRepository, serveGit, shelf } from "../../support/gitServer.ts"

const files = { "capability.json": "{}" }
const none = "0123456789abcdef0123456789abcdef01234567"

layer(Forge.layer, { excludeTestServices: true })("a repository over https", (it) => {
  it.effect("takes a folder of the repository as the root, and that folder alone is judged", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("mono")
      repo.commit({
        ".gitmodules": "",
        link: { link: "x" },
        lib: { submodule: none },
        "caps/one/capability.json": "1",
        "caps/one/a/b": "b",
        "caps/one-more/c": "c",
        "caps/two/d": "d"
      })
      const at = `${url}/mono.git`
      const got = yield* onEngine(fetched(`${at}#main&path:caps/one`))
      assert.deepStrictEqual(got.texts, { "capability.json": "1", "a/b": "b" })
      assert.strictEqual(got.resolved.canonical, `${at}#branch:main&path:caps/one`)
      for (const path of ["caps/on", "link", "caps/two/d", "none"]) {
        const refused = yield* refusal(fetched(`${at}#path:${path}`))
        assert.deepInclude(refused, { tag: "SourceNotFound", exit: 6 })
        assert.include(refused.message, `no folder \`${path}\``)
      }
    })
  )

  it.effect("tells a repository, a commit and a first commit that are missing", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      make("empty")
      make("some").commit(files)
      for (const [spec, message] of [
        ["none.git", "cannot be found"],
        ["empty.git", "no commits yet"],
        [`some.git#sha:${none}`, `no commit \`${none}\``]
      ] as const) {
        const refused = yield* refusal(fetched(`${url}/${spec}`))
        assert.deepInclude(refused, { tag: "SourceNotFound", exit: 6 }, refused.message)
        assert.include(refused.message, message)
      }
    })
  )

  it.effect("gives exactly the commit or version that is asked for, and keeps the source as it is", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("exact")
      const one = repo.commit({ ...files, n: "1" })
      repo.git("tag", "v1.0.0")
      const two = repo.commit({ ...files, n: "2" })
      repo.git("tag", "-m", "annotated", "2.0.0")
      repo.git("tag", "3.0.0", one)
      repo.git("tag", "v3.0.0", two)
      repo.git("tag", "4.0.0", two)
      repo.git("tag", "v4.0.0", two)
      const at = `${url}/exact.git`
      const got = yield* onEngine(fetched(`${at}#branch:main`, { exactly: one }))
      assert.deepInclude(got.resolved, {
        resolved: one,
        ref: "refs/heads/main",
        canonical: `${at}#branch:main`
      })
      assert.strictEqual(got.texts["n"], "1")
      for (const [version, commit, ref] of [
        ["1.0.0", one, "refs/tags/v1.0.0"],
        ["2.0.0", two, "refs/tags/2.0.0"],
        ["4.0.0", two, "refs/tags/v4.0.0"]
      ] as const)
        assert.deepInclude(yield* onEngine(resolved(at, { exactly: version })), {
          resolved: commit,
          ref,
          canonical: at
        })
      assert.deepInclude(yield* refusal(resolved(at, { exactly: "3.0.0" })), { rule: "ambiguous-ref" })
      assert.deepInclude(yield* refusal(resolved(at, { exactly: "5.0.0" })), { tag: "SourceNotFound" })
      assert.deepInclude(yield* refusal(resolved(`${at}#sha:${one}`, { exactly: two })), {
        tag: "SourceNotFound"
      })
    })
  )

  it.effect("refuses a commit that is gone between the look and the fetch, and takes no other", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("moved")
      const one = repo.commit({ ...files, n: "1" })
      const before = yield* onEngine(resolved(`${url}/moved.git#branch:main`))
      assert.strictEqual(before.resolved, one)
      repo.git("update-ref", "-d", "refs/heads/main")
      repo.commit({ ...files, n: "2" })
      repo.git("gc", "--quiet", "--prune=now")
      const refused = yield* refusal(fetched(`${url}/moved.git#branch:main`, { exactly: one }))
      assert.deepInclude(refused, { tag: "SourceRefused", rule: "moved-ref", exit: 4 })
      assert.include(refused.message, one)
    })
  )
})
layer(Forge.layer, { excludeTestServices: true })("a server that gives out only what it lists", (it) => {
  it.effect("is asked for the ref, then for everything, and still gives that commit or nothing", () =>
    Effect.gen(function* () {
      const { by } = yield* Forge
      const root = yield* shelf
      const { requests, url } = yield* serveGit(by, root, { isOld: true })
      const repo = makeRepository(`${root}/old.git`)
      const one = repo.commit({ ...files, n: "1" })
      const two = repo.commit({ ...files, n: "2" })
      const at = `${url}/old.git`
      for (const [fragment, n, exactly] of [
        ["", "2", undefined],
        [`#sha:${two}`, "2", undefined],
        [`#sha:${one}`, "1", undefined],
        ["#branch:main", "1", one]
      ] as const) {
        const got = yield* onEngine(fetched(`${at}${fragment}`, exactly === undefined ? {} : { exactly }))
        assert.strictEqual(got.texts["n"], n, fragment)
      }
      assert.deepInclude(yield* refusal(fetched(`${at}#sha:${none}`)), { tag: "SourceNotFound" })
      assert.deepInclude(yield* refusal(fetched(`${at}#branch:main`, { exactly: none })), {
        rule: "moved-ref"
      })
      assert.isNotEmpty(requests)
    }).pipe(Effect.scoped)
  )
})
