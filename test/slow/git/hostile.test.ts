import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import { fetched } from "../../support/gitEngine.ts"
import { Forge, onEngine, refusal } from "../../support/gitForge.ts"
import { git, type Repository } from "../../support/gitServer.ts"

/** Writes an object without git's own checks; gives its name. */
const write = ({ folder }: Repository, type: string, bytes: Uint8Array | string): string =>
  git(folder, ["hash-object", "-t", type, "-w", "--literally", "--stdin"], bytes)

const treeOf = (entries: ReadonlyArray<readonly [mode: string, name: string, object: string]>): Buffer =>
  Buffer.concat(
    entries.map(([mode, name, object]) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(object, "hex")])
    )
  )

const commitOf = (repo: Repository, tree: string, committer = "Ada <ada@host.example> 1700000000 +0000") => {
  const commit = write(repo, "commit", `tree ${tree}\nauthor ${committer}\ncommitter ${committer}\n\nx\n`)
  repo.git("update-ref", "refs/heads/main", commit)
  return commit
}

layer(Forge.layer, { excludeTestServices: true })("a repository that no git would make", (it) => {
  it.effect("is refused whatever its trees name, and nothing lands outside", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      for (const [index, [name, mode]] of (
        [
          ["..", "40000"],
          [".", "40000"],
          [".git", "40000"],
          [".GIT", "40000"],
          ["../../x", "100644"],
          ["/etc/x", "100644"],
          ["a\xff", "100644"],
          ["x", "60000"]
        ] as const
      ).entries()) {
        const repo = make(`tree${index}`)
        const blob = write(repo, "blob", "x")
        const inner = write(repo, "tree", treeOf([["100644", "x", blob]]))
        const tree = treeOf([[mode, name, mode === "40000" ? inner : blob]])
        commitOf(repo, write(repo, "tree", tree))
        const refused = yield* refusal(fetched(`${url}/tree${index}.git`))
        assert.include(
          ["BundleRefused", "SourceRefused", "SourceUnreachable"],
          refused.tag,
          `${name} ${refused.message}`
        )
      }
    })
  )

  it.effect("is refused for an entry that is there twice, and for a commit that git finds malformed", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("twice")
      const blob = write(repo, "blob", "x")
      const entry = ["100644", "x", blob] as const
      commitOf(repo, write(repo, "tree", treeOf([entry, entry])))
      assert.include((yield* refusal(fetched(`${url}/twice.git`))).message, "duplicateEntries")
      commitOf(repo, write(repo, "tree", treeOf([entry])), "nobody")
      const refused = yield* refusal(fetched(`${url}/twice.git`))
      assert.deepInclude(refused, { tag: "SourceUnreachable", exit: 1 })
      assert.match(refused.message, /git says `.*missingEmail/u)
    })
  )

  it.effect("has no commit where a tag leads to a file or a folder", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("nocommit")
      const commit = repo.commit({ "capability.json": "{}" })
      repo.git("tag", "folder", `${commit}^{tree}`)
      repo.git("tag", "-m", "annotated", "file", `${commit}:capability.json`)
      for (const tag of ["folder", "file"]) {
        const refused = yield* refusal(fetched(`${url}/nocommit.git#tag:${tag}`))
        assert.deepInclude(refused, { tag: "SourceRefused", rule: "moved-ref" }, refused.message)
      }
    })
  )

  it.effect("is ended when it sends more than a commit may, and a replaced object replaces nothing", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("big")
      repo.commit({ "caps/capability.json": "{}", noise: randomBytes(3_000_000) })
      const refused = yield* refusal(fetched(`${url}/big.git#path:caps`), { bounds: { bytes: 1_000_000 } })
      assert.deepInclude(refused, { tag: "BundleRefused", rule: "size", exit: 4 })
      assert.include(refused.message, "2000000 bytes")
      const replaced = make("replaced")
      const one = replaced.commit({ n: "1" })
      const two = replaced.commit({ n: "2" })
      replaced.git("replace", two, one)
      assert.strictEqual((yield* onEngine(fetched(`${url}/replaced.git#sha:${two}`))).texts["n"], "2")
    })
  )
})
