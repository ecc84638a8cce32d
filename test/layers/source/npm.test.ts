import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { MemoryDisk } from "../../../src/layers/disk/MemoryDisk.ts"
import type { NpmPackage } from "../../../src/domain/source/source.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { SourceResolver, type SourceWish } from "../../../src/services/SourceResolver.ts"
import { Store } from "../../../src/services/Store.ts"
import { capability } from "../../support/capabilities.ts"
import { authorityLayer, TestAuthority, npmDisk, runNpm, serveNpm, type NpmRun } from "../../support/npm.ts"
import { serveTls } from "../../support/tls.ts"

const cap = (selector?: string, name = "cap"): NpmPackage => ({
  kind: "npm",
  name,
  ...(selector === undefined ? {} : { selector })
})

const resolveOn = (disk: MemoryDisk, source: NpmPackage, options: NpmRun & SourceWish = {}) => {
  const { exactly, ...run } = options
  const wish = exactly === undefined ? {} : { exactly }
  return runNpm(disk, run)(Effect.flatMap(SourceResolver, (resolver) => resolver.resolve(source, wish)))
}

/** Resolves and fetches; paths of what was staged, and the digest. */
const fetchOn = (disk: MemoryDisk, source: NpmPackage, options: { readonly integrity?: string } = {}) =>
  Effect.gen(function* () {
    const resolver = yield* SourceResolver
    const store = yield* Store
    const resolved = yield* resolver.resolve(source)
    const staging = yield* store.stage
    const { artifact, files } = yield* resolver.fetch(resolved, staging, options.integrity)
    return { artifact, paths: files.map((file) => file.path), expected: resolved.artifact?.integrity }
  }).pipe(Effect.scoped, runNpm(disk))

const link = (disk: MemoryDisk, target: string, path: string) =>
  runNpm(disk)(Effect.flatMap(Durable, (durable) => durable.link(target, path)))

/** A registry with `cap@1.0.0`, and a user whose configuration names it. */
const usual = Effect.gen(function* () {
  const by = yield* TestAuthority
  const shelf = yield* serveNpm(by)
  shelf.publish({ name: "cap", version: "1.0.0" })
  return { by, shelf, disk: npmDisk(by, { npmrc: `registry=${shelf.url}\n` }) }
})

layer(authorityLayer)("npm: resolve", (it) => {
  it.effect("pins a package to a version, its tarball and the tarball's digest", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      const resolved = yield* resolveOn(disk, cap())
      assert.strictEqual(resolved.canonical, "npm:cap")
      assert.strictEqual(resolved.resolved, "1.0.0")
      assert.strictEqual(resolved.artifact?.url, `${shelf.url}cap/-/cap-1.0.0.tgz`)
      assert.match(resolved.artifact?.integrity ?? "", /^sha512-/u)
      assert.isUndefined(resolved.artifact?.authorization)
      assert.isUndefined(resolved.notes)
      assert.deepStrictEqual(
        shelf.requests.map(({ line }) => line),
        ["GET /cap"]
      )
    })
  )
  it.effect("asks for a scoped package by one part of the path, below the registry's own path", () =>
    Effect.gen(function* () {
      const by = yield* TestAuthority
      const shelf = yield* serveNpm(by, { path: "/api/npm/" })
      shelf.publish({ name: "@scope/cap", version: "2.0.0" })
      const disk = npmDisk(by, { npmrc: `@scope:registry=${shelf.url.slice(0, -1)}\n` })
      const resolved = yield* resolveOn(disk, cap("^2", "@scope/cap"))
      assert.strictEqual(resolved.resolved, "2.0.0")
      assert.strictEqual(resolved.canonical, "npm:@scope/cap@^2")
      assert.deepStrictEqual(
        shelf.requests.map(({ line }) => line),
        ["GET /api/npm/@scope%2fcap"]
      )
    })
  )
  it.effect("gives exactly the version that is wished for, or says that it is gone", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      shelf.publish({ name: "cap", version: "1.1.0" })
      assert.strictEqual((yield* resolveOn(disk, cap("^1"), { exactly: "1.0.0" })).resolved, "1.0.0")
      shelf.unpublish("cap", "1.0.0")
      const gone = yield* Effect.flip(resolveOn(disk, cap("^1"), { exactly: "1.0.0" }))
      assert.strictEqual(gone._tag, "SourceNotFound")
      assert.match(gone.message, /no longer has version `1\.0\.0`/u)
    })
  )
  it.effect("tells a missing package from one that is denied, and never tells a token", () =>
    Effect.gen(function* () {
      const by = yield* TestAuthority
      const shelf = yield* serveNpm(by, { token: "the-secret" })
      shelf.publish({ name: "cap", version: "1.0.0" })
      const user = (more: string) => npmDisk(by, { npmrc: `registry=${shelf.url}\n${more}` })
      const withToken = user(`${shelf.nerf}:_authToken=the-secret\n`)
      const missing = yield* Effect.flip(resolveOn(withToken, cap(undefined, "nobodys")))
      assert.strictEqual(missing._tag, "SourceNotFound")
      assert.match(missing.message, /`npm:nobodys` is not found: `localhost:\d+` has no package `nobodys`/u)
      const denied = yield* Effect.flip(resolveOn(user(""), cap()))
      assert.strictEqual(denied._tag, "SourceUnreachable")
      assert.match(denied.message, /status 401/u)
      assert.match(denied.hints.join(), /_authToken=….*`\/home\/ada\/\.npmrc`/u)
      const wrong = yield* Effect.flip(resolveOn(user(`${shelf.nerf}:_authToken=other-secret\n`), cap()))
      assert.match(wrong.hints.join(), /were sent; renew them/u)
      const unset = yield* Effect.flip(resolveOn(user(`${shelf.nerf}:_authToken=\${NPM_TOKEN}\n`), cap()))
      assert.match(unset.hints.join(), /`NPM_TOKEN`, which is not set/u)
      for (const failure of [missing, denied, wrong, unset])
        assert.notMatch(JSON.stringify([failure, failure.message, failure.hints]), /secret/u)
    })
  )
  it.effect("sends a token to the address it is for, and to no other host", () =>
    Effect.gen(function* () {
      const by = yield* TestAuthority
      const cdn = yield* serveTls(by, (_request, response) => response.end("elsewhere"))
      const shelf = yield* serveNpm(by, { token: "t0" })
      shelf.publish({ name: "cap", version: "1.0.0" })
      shelf.publish({ name: "far", version: "1.0.0", dist: { tarball: `${cdn.url}/far.tgz` } })
      const npmrc = `registry=${shelf.url}\n${shelf.nerf}:_authToken=\${NPM_TOKEN}\n_authToken=everywhere\n`
      const disk = npmDisk(by, { npmrc })
      const variables = { NPM_TOKEN: "t0" }
      const near = yield* resolveOn(disk, cap(), { variables })
      assert.strictEqual(Redacted.value(near.artifact?.authorization ?? Redacted.make("")), "Bearer t0")
      assert.notInclude(JSON.stringify(near), "t0")
      const far = yield* resolveOn(disk, cap(undefined, "far"), { variables })
      assert.isUndefined(far.artifact?.authorization)
      const failure = yield* Effect.flip(
        Effect.scoped(
          Effect.flatMap(Store, (store) =>
            Effect.flatMap(store.stage, (staging) =>
              Effect.flatMap(SourceResolver, (resolver) => resolver.fetch(far, staging))
            )
          )
        ).pipe(runNpm(disk, { variables }))
      )
      assert.strictEqual(failure._tag, "IntegrityMismatch")
      assert.deepStrictEqual(
        cdn.requests.map(({ headers }) => headers.authorization),
        [undefined]
      )
    })
  )
  it.effect("reads the user's configuration alone: no project's, no variable that a project can set", () =>
    Effect.gen(function* () {
      const by = yield* TestAuthority
      const shelf = yield* serveNpm(by)
      const sentinel = yield* serveNpm(by)
      for (const one of [shelf, sentinel]) one.publish({ name: "@scope/cap", version: "1.0.0" })
      const evil = `registry=${sentinel.url}\n@scope:registry=${sentinel.url}\n`
      const disk = npmDisk(by, {
        npmrc: `registry=${shelf.url}\n`,
        files: {
          "/projects/app/.npmrc": evil,
          "/projects/app/sub/.npmrc": evil,
          "/projects/app/package.json": "{}",
          "/usr/etc/npmrc": evil
        }
      })
      const tries: ReadonlyArray<NpmRun> = [
        {},
        { workingDirectory: "/projects/app/sub" },
        { variables: { npm_config_registry: sentinel.url, "npm_config_@scope:registry": sentinel.url } },
        { variables: { npm_config_userconfig: "/projects/app/.npmrc" } },
        { variables: { NPM_CONFIG_USERCONFIG: ".npmrc" } },
        { variables: { NPM_CONFIG_USERCONFIG: "/home/../projects/app/sub/.npmrc" } }
      ]
      for (const run of tries)
        assert.include((yield* resolveOn(disk, cap(undefined, "@scope/cap"), run)).artifact?.url, shelf.url)
      assert.lengthOf(shelf.requests, tries.length)
      assert.lengthOf(sentinel.requests, 0)
    })
  )
  it.effect("reads the file that npm_config_userconfig names, and a `~/.npmrc` that is a link", () =>
    Effect.gen(function* () {
      const by = yield* TestAuthority
      const shelf = yield* serveNpm(by)
      shelf.publish({ name: "cap", version: "1.0.0" })
      const files = { "/home/ada/.config/npmrc": `registry = "${shelf.url}"\n` }
      const variables = { npm_config_userconfig: "~/.config/npmrc" }
      assert.strictEqual((yield* resolveOn(npmDisk(by, { files }), cap(), { variables })).resolved, "1.0.0")
      const linked = npmDisk(by, { files })
      yield* link(linked, "/home/ada/.config/npmrc", "/home/ada/.npmrc")
      assert.strictEqual((yield* resolveOn(linked, cap())).resolved, "1.0.0")
      assert.lengthOf(shelf.requests, 2)
    })
  )
  it.effect("passes over a file that is the project's by another name", () =>
    Effect.gen(function* () {
      const { by, shelf } = yield* usual
      const files = { "/projects/app/.npmrc": "registry=https://sentinel.example/\n" }
      const disk = npmDisk(by, { npmrc: `registry=${shelf.url}\n`, files })
      yield* link(disk, "/projects/app/.npmrc", "/home/ada/other")
      const variables = { npm_config_userconfig: "/home/ada/other" }
      assert.strictEqual((yield* resolveOn(disk, cap(), { variables })).resolved, "1.0.0")
    })
  )
  it.effect("refuses a registry that is not https, and sends nothing", () =>
    Effect.gen(function* () {
      const { by, shelf } = yield* usual
      for (const registry of [shelf.url.replace("https:", "http:"), "file:///srv", "nonsense"]) {
        const failure = yield* Effect.flip(resolveOn(npmDisk(by, { npmrc: `registry=${registry}\n` }), cap()))
        assert.deepInclude(failure, { _tag: "SourceRefused", rule: "npm-registry" })
        assert.match(failure.message, /`registry` in `\/home\/ada\/\.npmrc`/u)
      }
      assert.lengthOf(shelf.requests, 0)
    })
  )
  const broken: ReadonlyArray<readonly [string, string]> = [
    ["<html>sign in</html>", "is no JSON"],
    ["[]", "holds no JSON object"],
    ["", "is no JSON"],
    ["[".repeat(100_000), "is no JSON"]
  ]
  for (const [body, reason] of broken) {
    it.effect(`cannot use an answer like ${JSON.stringify(body.slice(0, 20))}`, () =>
      Effect.gen(function* () {
        const by = yield* TestAuthority
        const server = yield* serveTls(by, (_request, response) => response.end(body))
        const failure = yield* Effect.flip(
          resolveOn(npmDisk(by, { npmrc: `registry=${server.url}/\n` }), cap())
        )
        assert.strictEqual(failure._tag, "SourceUnreachable")
        assert.include(failure.message, reason)
      })
    )
  }
  it.effect("refuses what the policy's address rules refuse, before anything is sent", () =>
    Effect.gen(function* () {
      const { by, shelf } = yield* usual
      const disk = npmDisk(by, { npmrc: `registry=${shelf.url}\n`, policy: { network: { allow: [] } } })
      assert.strictEqual((yield* Effect.flip(resolveOn(disk, cap())))._tag, "AddressRefused")
      assert.lengthOf(shelf.requests, 0)
    })
  )
  it.effect("needs the network, and says so", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      assert.strictEqual((yield* Effect.flip(resolveOn(disk, cap(), { offline: true })))._tag, "Offline")
      assert.lengthOf(shelf.requests, 0)
    })
  )
  it.effect(
    "takes by the policy's age what was published long enough ago, and says what it passed over",
    () =>
      Effect.gen(function* () {
        const { by, shelf } = yield* usual
        shelf.publish({ name: "cap", version: "1.1.0", time: "2999-01-01T00:00:00.000Z" })
        const policy = { network: { allow: ["localhost"] }, minAge: "3 days" }
        const disk = npmDisk(by, { npmrc: `registry=${shelf.url}\n`, policy })
        // A test's clock stands at the epoch; every time of publication has to lie before it.
        shelf.publish({ name: "cap", version: "1.0.0", time: "1969-01-01T00:00:00.000Z" }, null)
        const chosen = yield* resolveOn(disk, cap("^1"))
        assert.strictEqual(chosen.resolved, "1.0.0")
        assert.match(chosen.notes?.join() ?? "", /`1\.1\.0` was passed over/u)
        const failure = yield* Effect.flip(resolveOn(disk, cap("1.1.0")))
        assert.deepInclude(failure, { _tag: "SourceRefused", rule: "too-young" })
      })
  )
})

layer(authorityLayer)("npm: what is offered and not taken", (it) => {
  it.effect("refuses a version without a sha512", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      const sha1 = "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk="
      shelf.publish({ name: "old", version: "1.0.0", dist: { integrity: sha1, shasum: "da39" } })
      const failure = yield* Effect.flip(resolveOn(disk, cap(undefined, "old")))
      assert.deepInclude(failure, { _tag: "SourceRefused", rule: "npm-integrity" })
    })
  )
  it.effect("refuses a tarball at plain http, or at an address with credentials", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      for (const tarball of ["http://localhost:1/x.tgz", "https://a:pw@localhost/x.tgz", "x.tgz", ""]) {
        shelf.publish({ name: "bad", version: "1.0.0", dist: { tarball } })
        const failure = yield* Effect.flip(resolveOn(disk, cap(undefined, "bad")))
        assert.deepInclude(failure, { _tag: "SourceRefused", rule: "no-artifact" })
        assert.notInclude(failure.message, "pw")
      }
    })
  )
  it.effect(
    "refuses dependencies that are not brought along, by the registry's word and by the package's",
    () =>
      Effect.gen(function* () {
        const { disk, shelf } = yield* usual
        const manifest = { dependencies: { "left-pad": "^1" } }
        shelf.publish({ name: "needy", version: "1.0.0", manifest })
        const shown = yield* Effect.flip(resolveOn(disk, cap(undefined, "needy")))
        shelf.publish({ name: "sly", version: "1.0.0", manifest, shown: {} })
        const hidden = yield* Effect.flip(fetchOn(disk, cap(undefined, "sly")))
        shelf.publish({
          name: "empty",
          version: "1.0.0",
          manifest: { ...manifest, bundleDependencies: ["left-pad"] }
        })
        const promised = yield* Effect.flip(fetchOn(disk, cap(undefined, "empty")))
        for (const failure of [shown, hidden, promised]) {
          assert.deepInclude(failure, { _tag: "SourceRefused", rule: "undeclared-dependency" })
          assert.match(failure.message, /needs `left-pad`/u)
        }
      })
  )
  it.effect("refuses a `package.json` that cannot be read", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      shelf.publish({
        name: "odd",
        version: "1.0.0",
        entries: [{ path: "package/package.json", body: '{"dependencies":{},"dependencies":{"x":"1"}}' }]
      })
      const failure = yield* Effect.flip(fetchOn(disk, cap(undefined, "odd")))
      assert.match(failure.message, /`package\.json` that cannot be read/u)
    })
  )
})

layer(authorityLayer)("npm: fetch", (it) => {
  const paths = ["capability.json", "hooks/a.sh", "package.json", "skills/hk-s/SKILL.md"]

  it.effect("stages the package without its top folder, whatever that is called", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      const fetched = yield* fetchOn(disk, cap())
      assert.deepStrictEqual(fetched.paths, paths)
      assert.strictEqual(fetched.artifact, fetched.expected)
      const entries = Object.entries({ "package.json": "{}", ...capability() })
      shelf.publish({
        name: "renamed",
        version: "1.0.0",
        entries: entries.map(([path, body]) => ({ path: `cap-main/${path}`, body }))
      })
      assert.deepStrictEqual((yield* fetchOn(disk, cap(undefined, "renamed"))).paths, paths)
    })
  )
  it.effect("takes dependencies that are brought along for what they are: files", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      const manifest = { dependencies: { "@a/dep": "1.0.0" }, bundleDependencies: ["@a/dep"] }
      const files = capability({}, { "node_modules/@a/dep/index.js": "1" })
      shelf.publish({ name: "bundling", version: "1.0.0", manifest, files })
      const fetched = yield* fetchOn(disk, cap(undefined, "bundling"))
      assert.include(fetched.paths, "node_modules/@a/dep/index.js")
    })
  )
  it.effect("refuses bytes that are not those the registry promised, and keeps none of them", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      shelf.publish({ name: "cap", version: "1.0.1", sent: new TextEncoder().encode("not the tarball") })
      const failure = yield* Effect.flip(fetchOn(disk, cap()))
      assert.strictEqual(failure._tag, "IntegrityMismatch")
      const kept = [...disk.snapshot().keys()].filter((path) => /cache\/(?:artifacts|parts)\/./u.test(path))
      assert.deepStrictEqual(kept, [])
    })
  )
  it.effect("refuses what the caller's digest does not allow, before it is fetched", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      const integrity = `sha512-${"A".repeat(86)}==`
      const failure = yield* Effect.flip(fetchOn(disk, cap(), { integrity }))
      assert.strictEqual(failure._tag, "IntegrityMismatch")
      assert.deepStrictEqual(
        shelf.requests.map(({ line }) => line),
        ["GET /cap"]
      )
    })
  )
  it.effect("says what is gone when the tarball is", () =>
    Effect.gen(function* () {
      const { disk, shelf } = yield* usual
      shelf.publish({
        name: "gone",
        version: "1.0.0",
        dist: { tarball: `${shelf.url}gone/-/gone-9.0.0.tgz` }
      })
      const failure = yield* Effect.flip(fetchOn(disk, cap(undefined, "gone")))
      assert.strictEqual(failure._tag, "SourceNotFound")
      assert.match(failure.message, /has no tarball/u)
    })
  )
})
