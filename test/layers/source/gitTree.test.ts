import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fetched } from "../../support/gitEngine.ts"
import { Forge, onEngine, refusal } from "../../support/gitForge.ts"
import type { Blob } from "../../support/gitServer.ts"

const pointer = [
  "version https://git-lfs.github.com/spec/v1",
  "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393",
  "size 12345",
  ""
].join("\n")

const none = "0123456789abcdef0123456789abcdef01234567"

/** What a commit holds, and what is said of it. */
const refused: ReadonlyArray<
  readonly [what: string, files: Readonly<Record<string, Blob>>, said: Readonly<Record<string, string>>]
> = [
  ["an LFS pointer (U33)", { "hooks/a.sh": pointer }, { tag: "SourceRefused", rule: "lfs-pointer" }],
  [
    "an LFS pointer of the first kind, with extensions (U33)",
    { x: pointer.replace("git-lfs", "hawser").replace("oid", "ext-0-foo sha256:00\noid") },
    { tag: "SourceRefused", rule: "lfs-pointer" }
  ],
  ["a submodule (U33)", { lib: { submodule: none } }, { tag: "SourceRefused", rule: "submodule" }],
  [
    "`.gitmodules` whose address would run a program (U33)",
    { ".gitmodules": '[submodule "x"]\n\tpath = x\n\turl = ext::sh -c id\n' },
    { tag: "SourceRefused", rule: "submodule" }
  ],
  ["a link", { "a/link": { link: "/etc/passwd" } }, { tag: "BundleRefused", rule: "link" }]
]

layer(Forge.layer, { excludeTestServices: true })("what a commit holds", (it) => {
  for (const [index, [what, files, said]] of refused.entries())
    it.effect(`is refused for ${what}`, () =>
      Effect.gen(function* () {
        const { make, url } = yield* Forge
        make(`bad${index}`).commit({ "capability.json": "{}", ...files })
        const refusedAs = yield* refusal(fetched(`${url}/bad${index}.git`))
        assert.deepInclude(refusedAs, { ...said, exit: 4 }, refusedAs.message)
      })
    )

  it.effect("arrives byte for byte, whatever attributes and configuration in it ask for", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("bytes")
      const files = {
        ".gitattributes":
          "* text=auto eol=crlf ident working-tree-encoding=UTF-16\n*.sh filter=lfs export-ignore\n",
        ".gitconfig": "[core]\n\thooksPath = hooks\n",
        ".lfsconfig": "[lfs]\n\turl = https://host.example\n",
        unix: "one\ntwo\n$Id$\n",
        windows: "one\r\ntwo\r\n",
        mixed: "one\ntwo\r\nthree\r",
        none: "",
        "a.sh": "#!/bin/sh\necho $Format:%H$\n",
        "é/ü": "name",
        "docs/lfs.md": `${pointer}${"about pointers\n".repeat(100)}`
      }
      repo.commit({ ...files, "._x": "left out", "__pycache__/y": "left out", "b.sh": { run: "echo" } })
      const got = yield* onEngine(fetched(`${url}/bytes.git`))
      assert.deepStrictEqual(got.texts, { ...files, "b.sh": "echo" })
      assert.isTrue(got.files.find(({ path }) => path === "a.sh")?.executable)
    })
  )

  it.effect("arrives whole when it is large and when it is many files", () =>
    Effect.gen(function* () {
      const { make, url } = yield* Forge
      const repo = make("large")
      const big = Buffer.alloc(5_000_001, "0123456789\n")
      const many = Object.fromEntries(
        Array.from({ length: 800 }, (_, at) => [`many/${at % 20}/${at}`, `${at}`])
      )
      repo.commit({ big, "capability.json": "{}", ...many })
      const got = yield* onEngine(fetched(`${url}/large.git`))
      assert.lengthOf(got.files, 802)
      assert.strictEqual(got.texts["big"], big.toString())
      for (const [path, text] of Object.entries(many)) assert.strictEqual(got.texts[path], text)
    })
  )
})
