import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import {
  credentialsFor,
  namedUserConfig,
  registryOf,
  settingsOf,
  type Credentials
} from "../../../src/domain/npm/npmrc.ts"
import { packumentUrl, publicRegistry, tarballUrl } from "../../../src/domain/npm/registry.ts"

const variables = (values: Record<string, string>) => new Map(Object.entries(values))
const settings = (values: Record<string, unknown>, named: Record<string, string> = {}) =>
  settingsOf(values, variables(named))

const sent = (credentials: Credentials): string =>
  credentials._tag === "Header" ? Redacted.value(credentials.value) : credentials._tag

describe("namedUserConfig", () => {
  const cases: ReadonlyArray<readonly [Record<string, string>, string | undefined]> = [
    [{}, undefined],
    [{ npm_config_userconfig: "/etc/mine" }, "/etc/mine"],
    [{ NPM_CONFIG_USERCONFIG: "/etc/mine" }, "/etc/mine"],
    [{ NPM_CONFIG_userconfig: "~/.config/npmrc" }, "/home/ada/.config/npmrc"],
    [{ NPM_CONFIG_USERCONFIG: "" }, undefined],
    [{ npm_config_userconfigs: "/x", my_npm_config_userconfig: "/x" }, undefined]
  ]
  for (const [given, expected] of cases) {
    it(`reads ${JSON.stringify(given)}`, () => {
      assert.strictEqual(namedUserConfig(variables(given), "/home/ada"), expected)
    })
  }
})

describe("settingsOf", () => {
  const cases: ReadonlyArray<readonly [text: string, expected: string]> = [
    ["${TOKEN}", "t0"],
    ["a-${TOKEN}-${TOKEN}", "a-t0-t0"],
    ["${UNSET}", "${UNSET}"],
    ["${UNSET?}x", "x"],
    ["${TOKEN?}", "t0"],
    ["${EMPTY}", ""],
    ["\\${TOKEN}", "${TOKEN}"],
    ["\\\\${TOKEN}", "\\t0"],
    ["$TOKEN", "$TOKEN"],
    ["${}", "${}"],
    ["${toString}", "${toString}"]
  ]
  for (const [text, expected] of cases) {
    it(`makes ${expected} of ${text}, as npm does`, () => {
      const read = settings({ registry: text }, { TOKEN: "t0", EMPTY: "" })
      assert.strictEqual(read.get("registry"), expected)
    })
  }
  it("puts variables into names too, and passes over what is no text", () => {
    const read = settings(
      { "//${HOST}/:_authToken": "x", list: ["a"], section: { registry: "https://evil.example/" }, on: true },
      { HOST: "registry.example" }
    )
    assert.deepStrictEqual([...read], [["//registry.example/:_authToken", "x"]])
  })
})

describe("registryOf", () => {
  const urlOf = (values: Record<string, string>, name: string) =>
    Result.getOrThrow(registryOf(settings(values), name)).url
  it("is the public one when nothing is configured", () => {
    assert.strictEqual(urlOf({}, "cap"), publicRegistry)
    assert.strictEqual(urlOf({ registry: "" }, "@acme/cap"), publicRegistry)
  })
  it("is that of the scope before the one for all", () => {
    const configured = {
      registry: "https://all.example/npm",
      "@acme:registry": "https://acme.example:8443/npm/"
    }
    assert.strictEqual(urlOf(configured, "cap"), "https://all.example/npm/")
    assert.strictEqual(urlOf(configured, "@acme/cap"), "https://acme.example:8443/npm/")
    assert.strictEqual(urlOf(configured, "@other/cap"), "https://all.example/npm/")
    assert.strictEqual(urlOf(configured, "@acme-evil/cap"), "https://all.example/npm/")
  })
  const bad: ReadonlyArray<readonly [string, RegExp]> = [
    ["http://registry.example/", /plain http/u],
    ["registry.example", /no https address/u],
    ["file:///srv/npm", /no https address/u],
    ["https://ada:pw@registry.example/", /credentials/u],
    ["https://registry.example/?x=1", /query/u],
    ["https://registry.example/#x", /fragment/u]
  ]
  for (const [registry, reason] of bad) {
    it(`refuses ${registry}`, () => {
      const problem = Result.getOrThrow(
        Result.flip(registryOf(settings({ "@a:registry": registry }), "@a/b"))
      )
      assert.strictEqual(problem.setting, "@a:registry")
      assert.match(problem.reason, reason)
      assert.notInclude(problem.reason, "pw")
    })
  }
})

describe("credentialsFor", () => {
  const base = "//registry.example/npm/"
  const url = "https://registry.example/npm/@acme%2fcap"
  const cases: ReadonlyArray<readonly [string, Record<string, string>, string, string]> = [
    ["sends a token", { [`${base}:_authToken`]: "t" }, url, "Bearer t"],
    ["needs no slash in the key", { "//registry.example/npm:_authToken": "t" }, url, "Bearer t"],
    ["sends `_auth` as it is", { [`${base}:_auth`]: "YTpi" }, url, "Basic YTpi"],
    [
      "puts user and password together",
      { [`${base}:username`]: "a", [`${base}:_password`]: "YjpjIQ==" },
      url,
      `Basic ${btoa("a:b:c!")}`
    ],
    ["prefers the token", { [`${base}:_auth`]: "YTpi", [`${base}:_authToken`]: "t" }, url, "Bearer t"],
    [
      "prefers the longest path",
      { "//registry.example/:_authToken": "short", [`${base}:_authToken`]: "long" },
      url,
      "Bearer long"
    ],
    [
      "looks further up when the longest path has none",
      { "//registry.example/:_authToken": "short", [`${base}:username`]: "a" },
      url,
      "Bearer short"
    ],
    ["keeps to the host", { "//evil.example/npm/:_authToken": "t" }, url, "None"],
    [
      "keeps to the host's whole name",
      { "//example/:_authToken": "t", "//registry.example.evil/:_authToken": "t" },
      url,
      "None"
    ],
    ["keeps to the port", { "//registry.example:8443/:_authToken": "t" }, url, "None"],
    ["knows the usual port", { "//registry.example:443/:_authToken": "t" }, url, "Bearer t"],
    [
      "knows another port",
      { "//registry.example:8443/:_authToken": "t" },
      "https://registry.example:8443/a",
      "Bearer t"
    ],
    [
      "keeps to whole parts of the path",
      { "//registry.example/np:_authToken": "t", "//registry.example/npm-x/:_authToken": "t" },
      url,
      "None"
    ],
    ["keeps below the path", { [`${base}:_authToken`]: "t" }, "https://registry.example/other/cap", "None"],
    [
      "is not led astray by dots",
      { [`${base}:_authToken`]: "t" },
      "https://registry.example/npm/../other/cap",
      "None"
    ],
    ["passes over what stands for every host", { _authToken: "t", _auth: "YTpi" }, url, "None"],
    ["passes over a key with a user in it", { "//a@registry.example/:_authToken": "t" }, url, "None"],
    ["passes over an empty one", { [`${base}:_authToken`]: "" }, url, "None"],
    ["never sends a variable's name", { [`${base}:_authToken`]: "${NPM_TOKEN}" }, url, "Unusable"],
    ["never sends a second header", { [`${base}:_authToken`]: "t\r\nx: y" }, url, "Unusable"],
    [
      "needs base64 for a password",
      { [`${base}:username`]: "a", [`${base}:_password`]: "***" },
      url,
      "Unusable"
    ]
  ]
  for (const [behaviour, configured, address, expected] of cases) {
    it(behaviour, () => {
      assert.strictEqual(sent(credentialsFor(settings(configured), address)), expected)
    })
  }
  it("hides what it holds, and names the variable that is missing", () => {
    const held = credentialsFor(settings({ [`${base}:_authToken`]: "hush" }), url)
    assert.notInclude(JSON.stringify(held), "hush")
    const unset = credentialsFor(settings({ [`${base}:_authToken`]: "${NPM_TOKEN}" }), url)
    assert.deepStrictEqual(unset, { _tag: "Unusable", reason: "the variable `NPM_TOKEN`, which is not set" })
  })
})

describe("packumentUrl", () => {
  it("keeps a scoped name in one part of the path", () => {
    assert.strictEqual(packumentUrl("https://r.example/npm/", "@a/b"), "https://r.example/npm/@a%2fb")
    assert.strictEqual(packumentUrl("https://r.example/", "b"), "https://r.example/b")
  })
})

describe("tarballUrl", () => {
  const registry = "https://r.example/npm/"
  it("is what the registry names", () => {
    const url = "https://cdn.example/b/-/b-1.0.0.tgz?x=1"
    assert.deepStrictEqual(tarballUrl(registry, url), Result.succeed(url))
  })
  it("is at the configured registry when it names the public one, as npm does", () => {
    assert.deepStrictEqual(
      tarballUrl(registry, `${publicRegistry}@a/b/-/b-1.0.0.tgz`),
      Result.succeed("https://r.example/npm/@a/b/-/b-1.0.0.tgz")
    )
    const url = `${publicRegistry}b/-/b-1.0.0.tgz`
    assert.deepStrictEqual(tarballUrl(publicRegistry, url), Result.succeed(url))
  })
  for (const tarball of [
    "http://r.example/b.tgz",
    "https://ada:pw@r.example/b.tgz",
    "https://r.example/b.tgz?token=pw",
    "file:///etc/passwd",
    "b.tgz",
    ""
  ]) {
    it(`refuses ${tarball}`, () => {
      const reason = Result.getOrThrow(Result.flip(tarballUrl(registry, tarball)))
      assert.notInclude(reason, "pw")
    })
  }
})
