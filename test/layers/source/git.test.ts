import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fetched, resolved } from "../../support/gitEngine.ts"
import { Forge, onEngine, refusal } from "../../support/gitForge.ts"

const files = { "capability.json": "{}", "hooks/a.sh": "#!/bin/sh\n" }

layer(Forge.layer, { excludeTestServices: true })("a repository over https", (it) => {
  it.effect("resolves tags, annotated tags, branches, commits and nothing to a commit and a full ref", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("refs")
      const one = repo.commit({ ...files, n: "1" })
      repo.git("tag", "light")
      repo.git("tag", "-m", "annotated", "v1.0")
      repo.git("tag", "-m", "of a tag", "twice", "v1.0")
      const two = repo.commit({ ...files, n: "2" })
      const three = repo.commit({ ...files, n: "3" }, "feature/x")
      const at = `${url}/refs.git`
      for (const [fragment, commit, ref, canonical] of [
        ["", two, "refs/heads/main", at],
        ["#light", one, "refs/tags/light", `${at}#tag:light`],
        ["#tag:v1.0", one, "refs/tags/v1.0", `${at}#tag:v1.0`],
        ["#twice", one, "refs/tags/twice", `${at}#tag:twice`],
        ["#branch:main", two, "refs/heads/main", `${at}#branch:main`],
        ["#feature/x", three, "refs/heads/feature/x", `${at}#branch:feature/x`],
        [`#${one.toUpperCase()}`, one, undefined, `${at}#sha:${one}`]
      ] as const) {
        const got = yield* onEngine(resolved(`${at}${fragment}`))
        assert.strictEqual(got.resolved, commit, fragment)
        assert.strictEqual(got.ref, ref, fragment)
        assert.strictEqual(got.canonical, canonical)
      }
      repo.git("update-ref", "--no-deref", "HEAD", one)
      assert.deepInclude(yield* onEngine(resolved(at)), { resolved: one, canonical: at })
    })
  )

  it.effect("fetches exactly that commit, and keeps nothing of git", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("fetch")
      const one = repo.commit({ ...files, n: "1" })
      repo.git("tag", "-m", "annotated", "v1.0")
      repo.commit({ ...files, n: "2" })
      repo.commit({ ...files, n: "3" }, "feature/x")
      for (const [fragment, n] of [
        ["", "2"],
        ["#v1.0", "1"],
        ["#feature/x", "3"],
        [`#sha:${one}`, "1"]
      ] as const) {
        const got = yield* onEngine(fetched(`${url}/fetch.git${fragment}`))
        assert.deepStrictEqual(got.texts, { ...files, n }, fragment)
        assert.deepStrictEqual(got.left, ["bundle"])
      }
    })
  )

  it.effect(
    "refuses a bare name that is tag and branch, naming both commits; named by kind it is either (U30)",
    () =>
      Effect.gen(function* () {
        const { make, url } = yield* Forge
        const repo = make("both")
        const tag = repo.commit({ ...files, n: "A" })
        repo.git("tag", "-m", "annotated", "1.1")
        const branch = repo.commit({ ...files, n: "B" }, "1.1")
        const at = `${url}/both.git`
        const refused = yield* refusal(resolved(`${at}#1.1`))
        assert.deepInclude(refused, { tag: "SourceRefused", rule: "ambiguous-ref", exit: 4 })
        assert.include(refused.message, tag)
        assert.include(refused.message, branch)
        assert.include(refused.hint, "`#tag:1.1` or `#branch:1.1`")
        for (const [kind, commit, ref, n] of [
          ["tag", tag, "refs/tags/1.1", "A"],
          ["branch", branch, "refs/heads/1.1", "B"]
        ] as const) {
          const got = yield* onEngine(fetched(`${at}#${kind}:1.1`))
          assert.deepInclude(got.resolved, { resolved: commit, ref })
          assert.strictEqual(got.texts["n"], n)
        }
      })
  )
})
