import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { withoutCredentials } from "../../../src/domain/source/address.ts"
import { canonicalOf } from "../../../src/domain/source/canonical.ts"
import { parseSource } from "../../../src/domain/source/grammar.ts"
import type { GitRepository, Source } from "../../../src/domain/source/source.ts"

const sha = "0123456789abcdef0123456789abcdef01234567"

const sourceOf = (spec: string): Source => Result.getOrThrow(parseSource(spec))

/** The source, and what it says beside what is recorded as plain text. */
const told = (spec: string) => {
  const source = sourceOf(spec)
  const secret = "secret" in source && source.secret !== undefined ? Redacted.value(source.secret) : undefined
  return { source: JSON.parse(JSON.stringify({ ...source, secret: undefined })) as Source, secret }
}

const refusalOf = (spec: string) => Result.getOrThrow(Result.flip(parseSource(spec)))

const at = (url: string, wanted: GitRepository["wanted"], path?: string): Source => ({
  kind: "git",
  url,
  wanted,
  ...(path === undefined ? {} : { path })
})

const byDefault: GitRepository["wanted"] = { _tag: "Default" }
const r = "https://h/r.git"

/** Spec, what it means, and how it is recorded. */
const repositories: ReadonlyArray<readonly [string, Source, string]> = [
  [r, at(r, byDefault), r],
  ["HTTPS://H/r.GIT", at("https://h/r.GIT", byDefault), "https://h/r.GIT"],
  [`${r}/`, at(r, byDefault), r],
  [`${r}?`, at(r, byDefault), r],
  ["https://h:8443/a/b/r.git", at("https://h:8443/a/b/r.git", byDefault), "https://h:8443/a/b/r.git"],
  ["git+https://h/r", at("https://h/r", byDefault), "git+https://h/r"],
  ["git+https://h/r//", at("https://h/r", byDefault), "git+https://h/r"],
  ["git+https://h/r.git", at(r, byDefault), r],
  ["git+https://h/x.tgz", at("https://h/x.tgz", byDefault), "git+https://h/x.tgz"],
  [`${r}#HEAD`, at(r, byDefault), r],
  [`${r}#tag:v1.0`, at(r, { _tag: "Tag", name: "v1.0" }), `${r}#tag:v1.0`],
  [`${r}#refs/tags/v1.0`, at(r, { _tag: "Tag", name: "v1.0" }), `${r}#tag:v1.0`],
  [`${r}#branch:feature/a`, at(r, { _tag: "Branch", name: "feature/a" }), `${r}#branch:feature/a`],
  [`${r}#refs/heads/main`, at(r, { _tag: "Branch", name: "main" }), `${r}#branch:main`],
  [`${r}#feature/é+1`, at(r, { _tag: "Bare", name: "feature/é+1" }), `${r}#feature/é+1`],
  [`${r}#a#b`, at(r, { _tag: "Bare", name: "a#b" }), `${r}#a#b`],
  [`${r}#sha:${sha}`, at(r, { _tag: "Commit", sha }), `${r}#sha:${sha}`],
  [`${r}#${sha.toUpperCase()}`, at(r, { _tag: "Commit", sha }), `${r}#sha:${sha}`],
  [`${r}#tag:${sha}`, at(r, { _tag: "Tag", name: sha }), `${r}#tag:${sha}`],
  [`${r}#path:caps/x`, at(r, byDefault, "caps/x"), `${r}#path:caps/x`],
  [`${r}#tag:v1&path:caps/x y`, at(r, { _tag: "Tag", name: "v1" }, "caps/x y"), `${r}#tag:v1&path:caps/x y`],
  [`${r}#main&path:a`, at(r, { _tag: "Bare", name: "main" }, "a"), `${r}#main&path:a`],
  ["ssh://git@h/r.git", at("ssh://git@h/r.git", byDefault), "ssh://git@h/r.git"],
  ["ssh://h:2222/srv/r", at("ssh://h:2222/srv/r", byDefault), "ssh://h:2222/srv/r"],
  ["git+ssh://git@h/r#main", at("ssh://git@h/r", { _tag: "Bare", name: "main" }), "ssh://git@h/r#main"],
  [
    "git@h:o/r.git#tag:v1",
    at("ssh://git@h/o/r.git", { _tag: "Tag", name: "v1" }),
    "ssh://git@h/o/r.git#tag:v1"
  ],
  ["git@h:/srv/r.git", at("ssh://git@h/srv/r.git", byDefault), "ssh://git@h/srv/r.git"],
  ["github:o/r", at("https://github.com/o/r.git", byDefault), "https://github.com/o/r.git"],
  [
    "github:o/r.js.git#v1",
    at("https://github.com/o/r.js.git", { _tag: "Bare", name: "v1" }),
    "https://github.com/o/r.js.git#v1"
  ]
]

const others: ReadonlyArray<readonly [string, Source, string]> = [
  ["https://h/a/x.tgz", { kind: "https", url: "https://h/a/x.tgz" }, "https://h/a/x.tgz"],
  ["https://h/x.TAR.GZ?v=1", { kind: "https", url: "https://h/x.TAR.GZ?v=1" }, "https://h/x.TAR.GZ?v=1"],
  ["https://h/x.tgz?", { kind: "https", url: "https://h/x.tgz" }, "https://h/x.tgz"],
  ["https://h/x.tgz?raw", { kind: "https", url: "https://h/x.tgz?raw" }, "https://h/x.tgz?raw"],
  ["npm:hk-cap", { kind: "npm", name: "hk-cap" }, "npm:hk-cap"],
  ["npm:@s/x@^1.2", { kind: "npm", name: "@s/x", selector: "^1.2" }, "npm:@s/x@^1.2"],
  ["npm:x@next", { kind: "npm", name: "x", selector: "next" }, "npm:x@next"],
  ["npm:x@>=1 <3 || 5.x", { kind: "npm", name: "x", selector: ">=1 <3 || 5.x" }, "npm:x@>=1 <3 || 5.x"],
  ["hk-cap@team", { kind: "registry", id: "hk-cap", registry: "team" }, "hk-cap@team"],
  [
    "hk-cap@team#~1.2",
    { kind: "registry", id: "hk-cap", registry: "team", selector: "~1.2" },
    "hk-cap@team#~1.2"
  ],
  ["./a@b", { kind: "local", path: "./a@b" }, "./a@b"],
  ["a/b@c", { kind: "local", path: "a/b@c" }, "a/b@c"],
  ["/projects/C#/cap", { kind: "local", path: "/projects/C#/cap" }, "/projects/C#/cap"],
  ["C:/caps/x", { kind: "local", path: "C:/caps/x" }, "C:/caps/x"]
]

describe("parseSource, over servers", () => {
  for (const [spec, source, canonical] of [...repositories, ...others]) {
    it(`reads \`${spec}\``, () => {
      assert.deepStrictEqual(told(spec), { source, secret: undefined })
      assert.strictEqual(canonicalOf(sourceOf(spec)), canonical)
    })
  }

  it("keeps credentials apart from what is recorded", () => {
    for (const [spec, recorded] of [
      ["https://ada:pw1@h/r.git#main", "https://h/r.git#main"],
      ["https://pw1@h/r.git", "https://h/r.git"],
      ["git+https://ada:pw1@h:8443/r", "git+https://h:8443/r"],
      ["https://ada:pw1@h/x.tgz", "https://h/x.tgz"],
      ["https://h/x.tgz?token=pw1&v=1", "https://h/x.tgz?v=1"],
      [`https://h/x.tgz?id=${"pw1".repeat(20)}`, "https://h/x.tgz"],
      ["https://h/x.tgz?pw1", "https://h/x.tgz"],
      ["https://h/x.tgz?eyJhbGciOiJIUzI1NiJ9.e30.pw1&v=1", "https://h/x.tgz?v=1"],
      ["https://h/x.tgz?k=pw1a8b7c6d5e4f3021", "https://h/x.tgz"],
      ["https://h/x.tgz?pw1a8b7c6d5e4f3021=1", "https://h/x.tgz"]
    ] as const) {
      const source = sourceOf(spec)
      assert.strictEqual(canonicalOf(source), recorded)
      assert.include(told(spec).secret, "pw1")
      assert.notInclude(JSON.stringify(source), "pw1")
    }
  })
})

/** Spec and a word of the reason. */
const refused: ReadonlyArray<readonly [string, RegExp]> = [
  // U28: what git, ssh or a shell would read as an option, a helper or a command.
  ["https://h/r.git#--upload-pack=touch${IFS}pwned", /option/u],
  ["https://h/r.git#-c core.x=y", /option/u],
  ["git:--upload-pack=/x.git", /scheme/u],
  ["https://h/r.git#a b", /does not allow/u],
  ["https://h/r.git#a\nb", /control character/u],
  ["ext::sh -c id", /transport helper/u],
  ["git+ext::sh", /transport helper/u],
  ["https://h/ext::sh/r.git", /transport helper/u],
  ["https://h/r.git#tag:--upload-pack=x", /option/u],
  ["https://h/r.git#branch:-x", /option/u],
  ["https://h/r.git#refs/heads/-x", /option/u],
  ["https://h/r.git#path:-x", /path:/u],
  ["https://h/r.git#$(id)", /meaning in a shell/u],
  ["https://h/r.git#a;b", /meaning in a shell/u],
  ["ssh://-oProxyCommand=id/r.git", /option/u],
  ["ssh://%2doProxyCommand=id/r.git", /option/u],
  ["ssh://-oProxyCommand=id@h/r.git", /option/u],
  ["ssh://%2dl@h/r.git", /option/u],
  ["ssh://a%0ab@h/r.git", /control character/u],
  ["git@-oProxyCommand=id:r.git", /clearly a path/u],
  ["git@-x:r.git", /option/u],
  ["-x", /option/u],
  // Other schemes.
  ["http://h/r.git", /plain http/u],
  ["git+http://h/r", /plain http/u],
  ["git://h/r.git", /scheme/u],
  ["file:///x.git", /scheme/u],
  ["git+file:///x", /scheme/u],
  ["ftp://h/x.tgz", /scheme/u],
  ["npm+https://h/x", /scheme/u],
  ["https:/h/r.git", /scheme/u],
  ["https:\\\\h\\r.git", /scheme/u],
  ["//h/share", /share/u],
  ["\\\\h\\share", /share/u],
  // Two things at once, or none.
  ["https://h/x.tgz#tag:v1", /at once/u],
  ["https://h/x.zip", /neither/u],
  ["https://h/r", /neither/u],
  ["https://h/?x.tgz", /neither/u],
  ["https://h/x?f=/y.git", /neither/u],
  ["https://h/r.git?x=y", /no query/u],
  ["https://h/r.git#", /empty/u],
  ["https://h/r.git#tag:", /empty/u],
  ["https://h/r.git#sha:abc", /40 hex/u],
  ["https://h/r.git#main~1", /does not allow/u],
  ["https://h/r.git#a..b", /expression/u],
  ["https://h/r.git#@", /expression/u],
  ["https://h/r.git#refs/pull/1/head", /full names/u],
  ["https://h/r.git#a&b", /only `path:`/u],
  ["https://h/r.git#a&path:x&path:y", /once/u],
  ["https://h/r.git#path:../x", /path:/u],
  ["https://h/r.git#path:/x", /path:/u],
  ["https://h/r.git#path:a//b", /path:/u],
  ["https://h/r.git#path:", /path:/u],
  ["https://h\\@evil/r.git", /backslash/u],
  ["https://h/a%00b.git", /control character/u],
  ["https://", /address|host/u],
  ["https:///h/r.git", /no host/u],
  ["git+https:////h/r", /no host/u],
  [`https://h/${"a".repeat(9000)}.git`, /longer than/u],
  ["git+https://h/", /no repository/u],
  ["ssh://git@h", /no repository/u],
  ["ssh://git:pw@h/r.git", /password/u],
  ["github:o", /owner/u],
  ["github:o/r/x", /owner/u],
  ["github:-o/r", /owner/u],
  ["github:o/..", /owner/u],
  ["./x.git#tag:v1", /at once/u],
  ["/srv/x#path:a", /at once/u],
  ["@scope/name", /npm:/u],
  ["npm:/abs/dir", /name of a package/u],
  ["npm:file:/x", /name of a package/u],
  ["npm:git+https://h/r", /name of a package/u],
  ["npm:x@git+ssh://h/r", /no version/u],
  ["npm:x@", /no version/u],
  ["npm:X", /name of a package/u],
  ["npm:../x", /name of a package/u],
  ["name@1.2.3", /registry/u],
  ["Name@team", /registry/u],
  ["a@b@c", /clearly a path/u],
  ["ada@h/r", /clearly a path/u],
  ["a@team#latest!", /no version/u],
  [" ./x", /blank/u],
  ["a\u2028b", /control/u]
]

describe("parseSource, refusals", () => {
  for (const [spec, reason] of refused) {
    it(`refuses ${JSON.stringify(spec)} and says what there is (U28)`, () => {
      const refusal = refusalOf(spec)
      assert.strictEqual(refusal._tag, "SourceUnknown")
      assert.match(refusal.reason, reason)
      assert.isAbove(refusal.hints.length, 3)
    })
  }

  it("names no credential of what it refuses", () => {
    for (const spec of [
      "http://ada:hush@h/r.git",
      "https://ada:hu/hush@h/r.git",
      "https://ada:hu#hush@h/r.git",
      "https://ada:hu?hush@h/r.git",
      "https://ada:hu hush@h/r.git",
      "https://ada:hu@hush@h\\/r.git",
      "https://hush@h/x",
      "https:/ada:hush@h/r.git",
      "ada:hush@h:r.git",
      "ssh://git:hush@h/r.git",
      "ftp://ada:hush@h/x",
      "//ada:hush@h/x",
      "https://h/x?key=hush",
      "https://h/r.git?key=hush#main",
      "https://h/x.tgz#access_token=hush",
      "npm://ada:hush@h/x",
      "https:////ada:hush@h/x.tgz",
      "github:ada:hush@o/r",
      "github:hush@o/r",
      "github:ada:hu#hush@o/r",
      "github:o/r?token=hush"
    ]) {
      const refusal = refusalOf(spec)
      assert.notInclude(`${refusal.message}${refusal.hints.join("")}${JSON.stringify(refusal)}`, "hush", spec)
    }
  })

  it("shows what is left of an address", () => {
    assert.include(refusalOf("https://ada:hush@h/r.git#-x").message, "`https://…@h/r.git#-x`")
    assert.include(refusalOf("ada:hu//hush@h:r.git").message, "`…@h:r.git`")
  })

  it("takes no longer for a long text than it is long", () => {
    for (const piece of [":", "//", "/", "?", "#", "//?", "a:@", "=", "github:"])
      assert.isAtMost(withoutCredentials(`x${piece.repeat(1_000_000)}`).length, 9_000_000)
    assert.isBelow(refusalOf(`x${":".repeat(1_000_000)}`).message.length, 2000)
  })

  it("shows what holds none as it was typed", () => {
    for (const spec of ["npm:@s/x@y z", "name@1.2.3", "github:o", "https://h/x.zip"])
      assert.include(refusalOf(spec).message, `\`${spec}\``)
  })
})
