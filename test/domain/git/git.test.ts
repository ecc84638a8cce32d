import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { chooseRef, chooseVersion } from "../../../src/domain/git/choose.ts"
import { complaintOf } from "../../../src/domain/git/complaint.ts"
import { readRefs, type RemoteRefs } from "../../../src/domain/git/refs.ts"
import { isLfsPointer } from "../../../src/domain/git/lfs.ts"
import { readTree } from "../../../src/domain/git/tree.ts"
import type { GitWanted } from "../../../src/domain/source/source.ts"

const [a, b, c] = ["a", "b", "c"].map((digit) => digit.repeat(40)) as [string, string, string]
const bytes = (text: string) => new TextEncoder().encode(text)
const refsOf = (...lines: ReadonlyArray<string>): RemoteRefs =>
  Result.getOrThrow(readRefs(lines.map((line) => `${line}\n`).join("")))

describe("readRefs", () => {
  it("reads branches, tags, what annotated tags lead to, and HEAD", () => {
    assert.deepStrictEqual(
      refsOf(
        "ref: refs/heads/main\tHEAD",
        `${a}\tHEAD`,
        "ref: refs/remotes/origin/main\trefs/remotes/origin/HEAD",
        `${b}\trefs/remotes/origin/HEAD`,
        `${a}\trefs/heads/main`,
        `${b}\trefs/heads/feature/x`,
        `${c}\trefs/pull/1/head`,
        `${c}\trefs/tags/v1`,
        `${a}\trefs/tags/v1^{}`,
        `${b}\trefs/tags/light`
      ),
      {
        head: { commit: a, ref: "refs/heads/main" },
        branches: new Map([
          ["main", a],
          ["feature/x", b]
        ]),
        tags: new Map([
          ["v1", a],
          ["light", b]
        ])
      }
    )
    assert.deepStrictEqual(refsOf(`${a}\tHEAD`).head, { commit: a, ref: undefined })
    assert.deepStrictEqual(refsOf(), { head: undefined, branches: new Map(), tags: new Map() })
  })

  it("believes no name of a default branch that no source could name", () => {
    for (const name of [
      "refs/heads/\u001b[31mx",
      "refs/heads/\u202etxt",
      "refs/heads/a:refs/heads/b",
      "refs/heads/a b",
      `refs/heads/${"a".repeat(60_000)}`,
      "refs/heads/-x",
      "refs/heads/",
      "refs/tags/v1",
      "--upload-pack=x"
    ])
      assert.deepStrictEqual(
        refsOf(`ref: ${name}\tHEAD`, `${a}\tHEAD`, `${a}\trefs/heads/main`).head,
        { commit: a, ref: undefined },
        name
      )
  })

  it("refuses what is no list of refs, and says when it is one of another kind", () => {
    for (const text of ["<html>\n", `${a} refs/heads/main\n`, `${a}\t\n`, `${a.slice(1)}\tHEAD\n`])
      assert.match(Result.getOrThrow(Result.flip(readRefs(text))), /no list of refs/u)
    const long = `${"d".repeat(64)}\tHEAD\n`
    assert.match(Result.getOrThrow(Result.flip(readRefs(long))), /sha256/u)
  })

  it.prop("reads or refuses every text", [Schema.String], ([text]) => {
    assert.isTrue(Result.isResult(readRefs(text)))
    assert.isTrue(Result.isResult(readTree(bytes(text))))
    assert.isNotEmpty(complaintOf(text).line)
  })
})

const refs = refsOf(
  "ref: refs/heads/main\tHEAD",
  `${a}\tHEAD`,
  `${a}\trefs/heads/main`,
  `${b}\trefs/heads/1.1`,
  `${c}\trefs/tags/1.1`,
  `${c}\trefs/tags/v1.0.0`,
  `${b}\trefs/tags/v1.2.0`,
  `${b}\trefs/tags/\u202ev1.3.0`
)

const objectionTo = (wanted: GitWanted, among = refs) =>
  Result.getOrThrow(Result.flip(chooseRef(wanted, among)))
const bare = (name: string): GitWanted => ({ _tag: "Bare", name })

describe("chooseRef", () => {
  it("takes a name by its kind, and a bare one for what it is", () => {
    for (const [wanted, commit, ref, tag] of [
      [{ _tag: "Default" }, a, "refs/heads/main", "Default"],
      [{ _tag: "Tag", name: "1.1" }, c, "refs/tags/1.1", "Tag"],
      [{ _tag: "Branch", name: "1.1" }, b, "refs/heads/1.1", "Branch"],
      [bare("v1.0.0"), c, "refs/tags/v1.0.0", "Tag"],
      [bare("main"), a, "refs/heads/main", "Branch"],
      [{ _tag: "Commit", sha: c }, c, undefined, "Commit"]
    ] as const) {
      const chosen = Result.getOrThrow(chooseRef(wanted, refs))
      assert.deepStrictEqual([chosen.commit, chosen.ref, chosen.wanted._tag], [commit, ref, tag])
    }
  })

  it("refuses a bare name that is both, even of one commit, naming both (U30)", () => {
    const objection = objectionTo(bare("1.1"))
    assert.strictEqual(objection.kind, "ambiguous")
    assert.include(objection.reason, b)
    assert.include(objection.reason, c)
    const same = refsOf(`${a}\trefs/heads/x`, `${a}\trefs/tags/x`)
    assert.strictEqual(objectionTo(bare("x"), same).kind, "ambiguous")
  })

  it("names what there is in place of what there is not, and nothing that hides itself", () => {
    for (const [wanted, hint] of [
      [bare("1.0.0"), "`#tag:v1.0.0`"],
      [bare("v1"), "`#tag:v1.2.0`, `#tag:v1.0.0`"],
      [{ _tag: "Tag", name: "main" }, "`#branch:main`"],
      [{ _tag: "Branch", name: "v1.2.0" }, "`#tag:v1.2.0`"],
      [{ _tag: "Branch", name: "mian" }, "`#branch:main`"],
      [bare("zzzzzz"), "4 tags and 2 branches"],
      [bare("abcdef0"), "40 hex digits"]
    ] as const) {
      const objection = objectionTo(wanted)
      assert.strictEqual(objection.kind, "missing")
      assert.include(objection.hint, hint)
      assert.notInclude(objection.hint, "\u202e")
    }
    assert.match(objectionTo({ _tag: "Default" }, refsOf()).reason, /no commits/u)
    assert.match(objectionTo({ _tag: "Default" }, refsOf(`${a}\trefs/heads/x`)).reason, /no default branch/u)
  })
})

describe("chooseVersion", () => {
  it("takes the tag with or without `v`, and refuses two commits", () => {
    const tags = refsOf(
      `${a}\trefs/tags/v1.0.0`,
      `${b}\trefs/tags/2.0.0`,
      `${a}\trefs/tags/3.0.0`,
      `${b}\trefs/tags/v3.0.0`,
      `${c}\trefs/tags/4.0.0`,
      `${c}\trefs/tags/v4.0.0`
    )
    for (const [version, commit, ref] of [
      ["1.0.0", a, "refs/tags/v1.0.0"],
      ["2.0.0", b, "refs/tags/2.0.0"],
      ["4.0.0", c, "refs/tags/v4.0.0"]
    ] as const)
      assert.deepInclude(Result.getOrThrow(chooseVersion(version, tags)), { commit, ref })
    assert.strictEqual(Result.getOrThrow(Result.flip(chooseVersion("3.0.0", tags))).kind, "ambiguous")
    assert.strictEqual(Result.getOrThrow(Result.flip(chooseVersion("5.0.0", tags))).kind, "missing")
  })

  it("shows of what a lockfile asks for no more than people read", () => {
    const missing = Result.getOrThrow(Result.flip(chooseVersion(`\u001b${"9".repeat(100_000)}`, refsOf())))
    assert.isBelow(missing.reason.length, 2000)
    assert.notInclude(missing.reason, "\u001b")
  })
})

describe("readTree", () => {
  it("reads files, links, submodules and names that are no UTF-8", () => {
    const listed = [
      ...bytes(`100644 blob ${a}      12\ta\tb\n\x00100755 blob ${b}       0\tx/é\0`),
      ...bytes(
        `120000 blob ${c}       3\tlink\x00160000 commit ${a}       -\tlib\x00100644 blob ${a}       1\t`
      ),
      0xff,
      0
    ]
    assert.deepStrictEqual(Result.getOrThrow(readTree(Uint8Array.from(listed))), [
      { path: "a\tb\n", isUtf8: true, kind: "file", object: a, size: 12 },
      { path: "x/é", isUtf8: true, kind: "file", object: b, size: 0 },
      { path: "link", isUtf8: true, kind: "link", object: c, size: 3 },
      { path: "lib", isUtf8: true, kind: "submodule", object: a, size: 0 },
      { path: "\ufffd", isUtf8: false, kind: "file", object: a, size: 1 }
    ])
  })

  it("refuses what is cut or of a kind that there is not", () => {
    for (const text of [
      `100644 blob ${a} 1\ta`,
      `040000 tree ${a} -\ta\0`,
      `100644 blob ${a} 1\t\0`,
      `140000 blob ${a} 1\ta\0`,
      "\0"
    ])
      assert.isTrue(Result.isFailure(readTree(bytes(text))), text)
  })
})

describe("isLfsPointer", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 1\n`

  it("tells a pointer from a text about pointers", () => {
    for (const text of [
      pointer,
      pointer.replace("git-lfs", "hawser"),
      pointer.replace("oid", "ext-0-x sha256:0\noid")
    ])
      assert.isTrue(isLfsPointer(bytes(text)), text)
    for (const text of [
      `\n${pointer}`,
      pointer + "#".repeat(1024),
      "version https://git-lfs.github.com/spec/v1\n",
      ""
    ])
      assert.isFalse(isLfsPointer(bytes(text)), text)
  })
})

describe("complaintOf", () => {
  it("knows what a git is about by what git 2.39 says", () => {
    for (const [stderr, kind] of [
      ["fatal: repository 'https://h/r.git/' not found", "no-repository"],
      [
        "remote: Repository not found.\nfatal: unable to access 'https://h/': The requested URL returned error: 404",
        "no-repository"
      ],
      ["fatal: could not read Username for 'https://h': terminal prompts disabled", "credentials"],
      ["fatal: Authentication failed for 'https://h/r.git/'", "credentials"],
      ["git@h: Permission denied (publickey).\nfatal: Could not read from remote repository.", "credentials"],
      ["Host key verification failed.\nfatal: Could not read from remote repository.", "host-key"],
      ["fatal: unable to access 'https://h/': The requested URL returned error: 301", "moved"],
      ["error: Server does not allow request for unadvertised object 1234", "unlisted"],
      ["fatal: remote error: upload-pack: not our ref 1234", "no-object"],
      [
        "fatal: unable to access 'https://h/': server certificate verification failed. CAfile: none",
        "certificate"
      ],
      ["fatal: unable to access 'https://h/': Operation too slow", "other"],
      ["", "other"]
    ] as const)
      assert.strictEqual(complaintOf(stderr).kind, kind, stderr)
  })

  it("tells what is wrong with what was sent, rather than that something is", () => {
    const stderr =
      "error: object 12ab: missingEmail: invalid author/committer line\nfatal: fsck error in packed object\nfatal: fetch-pack: invalid index-pack output\n"
    assert.deepStrictEqual<unknown>(complaintOf(stderr), {
      kind: "unsound",
      line: "object 12ab: missingEmail: invalid author/committer line"
    })
  })

  it("shows one line of git's own, escaped and without credentials", () => {
    assert.deepStrictEqual(complaintOf("remote: do \u001b[31mthis\u001b[0m\nfatal: no\nmore").line, "no")
    assert.notInclude(complaintOf("fatal: unable to access 'https://ada:hush@h/r.git/'").line, "hush")
    assert.notInclude(complaintOf("fatal: \u001b[31m").line, "\u001b")
  })
})
