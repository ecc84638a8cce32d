import { afterAll, assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { makeWorld, start, type World } from "../cli/support/world.ts"
import { capability, type CapabilityFiles } from "../support/capabilities.ts"
import { removeRooms } from "../support/rooms.ts"
import { authority, serveTls, type Authority } from "../support/tls.ts"
import { verdaccio, type Verdaccio } from "../support/verdaccio.ts"

afterAll(removeRooms)

class Registry extends Context.Service<Registry, Verdaccio & { readonly by: Authority }>()(
  "gsd/test/Registry"
) {}

const registryLayer = Layer.effect(
  Registry,
  Effect.gen(function* () {
    const by = yield* authority()
    return { ...(yield* verdaccio(by)), by }
  })
)

/** A package that is a capability, by name and version. */
const packageOf = (
  name: string,
  version: string,
  { files = {}, manifest = {} }: { readonly files?: CapabilityFiles; readonly manifest?: JsonObject } = {}
) => ({
  "package.json": JSON.stringify({ name, version, ...manifest }),
  ...capability({ version }),
  ...files
})

/** A user whose `.npmrc` names the registry, on a machine that trusts its authority. */
const userOf = (registry: Context.Service.Shape<typeof Registry>, npmrc = `registry=${registry.url}\n`) => {
  const world = makeWorld()
  mkdirSync(join(world.home, ".gsd"), { mode: 0o700 })
  writeFileSync(join(world.home, ".gsd/policy.json"), JSON.stringify({ network: { allow: ["localhost"] } }))
  writeFileSync(join(world.home, ".npmrc"), npmrc)
  return { world, env: { SSL_CERT_FILE: registry.by.caFile } }
}

interface User {
  readonly world: World
  readonly env: Readonly<Record<string, string>>
}

/** Runs `gsd capability …` as a process; its exit code and what it said, as JSON on success and on failure. */
const capabilityOf = ({ env, world }: User, ...args: ReadonlyArray<string>) =>
  Effect.map(
    Effect.promise(() => start(world, ["capability", ...args, "--json"], env).ended),
    ({ code, stderr, stdout }) => {
      assert.notStrictEqual(stdout, "", stderr)
      return { code, said: stdout, json: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
    }
  )

layer(registryLayer, { timeout: "60 seconds", excludeTestServices: true })(
  "a capability from a real npm registry",
  (it) => {
    it.effect(
      "U31: latest is installed, a newer one is seen and fetched, offline it is unknown with the reason",
      () =>
        Effect.gen(function* () {
          const registry = yield* Registry
          yield* registry.publish(packageOf("@scope/cap", "1.0.0"))
          const user = userOf(registry)
          const first = yield* capabilityOf(user, "install", "npm:@scope/cap", "--yes")
          assert.strictEqual(first.code, 0, first.said)
          assert.deepInclude(first.json, { status: "installed", version: "1.0.0" })
          yield* registry.publish(packageOf("@scope/cap", "1.0.1"))
          const seen = yield* capabilityOf(user, "outdated")
          assert.match(seen.said, /"current":"1\.0\.0","latest":"1\.0\.1","status":"outdated"/u)
          const offline = yield* capabilityOf(user, "outdated", "--offline")
          assert.match(offline.said, /"latest":null,"status":"unknown","reason":"[^"]*--offline/u)
          const stuck = yield* capabilityOf(user, "update", "hk-cap", "--offline", "--yes")
          assert.strictEqual(stuck.code, 1)
          assert.match(stuck.said, /"_tag":"Offline"/u)
          const next = yield* capabilityOf(user, "update", "hk-cap", "--yes")
          assert.deepInclude(next.json, { status: "upgraded", version: "1.0.1" })
          assert.match((yield* capabilityOf(user, "outdated")).said, /"status":"current"/u)
        })
    )
    it.effect("takes ranges, tags, exact versions and deprecated ones by npm's rules", () =>
      Effect.gen(function* () {
        const registry = yield* Registry
        for (const version of ["1.0.0", "1.1.0", "1.2.0", "2.0.0"])
          yield* registry.publish(packageOf("many", version))
        yield* registry.publish(packageOf("many", "3.0.0-beta.1"), "--tag", "next")
        yield* registry.npm("deprecate", "many@1.2.0", "broken")
        const chosen: ReadonlyArray<readonly [string, string]> = [
          ["npm:many", "2.0.0"],
          ["npm:many@^1", "1.1.0"],
          ["npm:many@1.2.0", "1.2.0"],
          ["npm:many@next", "3.0.0-beta.1"],
          ["npm:many@>=2", "2.0.0"],
          ["npm:many@^3.0.0-beta.0", "3.0.0-beta.1"]
        ]
        for (const [spec, version] of chosen)
          assert.deepInclude((yield* capabilityOf(userOf(registry), "plan", spec)).json, { version }, spec)
        yield* registry.npm("unpublish", "many@1.0.0", "--force")
        for (const spec of ["npm:many@1.0.0", "npm:many@^7", "npm:many@beta", "npm:nobodys"]) {
          const missing = yield* capabilityOf(userOf(registry), "plan", spec)
          assert.strictEqual(missing.code, 6, spec)
          assert.match(missing.said, /"_tag":"SourceNotFound"/u)
        }
      })
    )
    it.effect("needs the token of the user's own .npmrc, and asks nobody a project's .npmrc names", () =>
      Effect.gen(function* () {
        const registry = yield* Registry
        yield* registry.publish(packageOf("@private/cap", "1.0.0"))
        const sentinel = yield* serveTls(registry.by, (_request, response) => response.end("{}"))
        const denied = yield* capabilityOf(userOf(registry), "plan", "npm:@private/cap")
        assert.strictEqual(denied.code, 1, denied.said)
        assert.match(denied.said, /status 40[13].*_authToken/u)
        const user = userOf(
          registry,
          `@private:registry=${registry.url}\n${registry.nerf}:_authToken=\${TOKEN}\n`
        )
        mkdirSync(join(user.world.work, ".git"))
        writeFileSync(
          join(user.world.work, ".npmrc"),
          `registry=${sentinel.url}\n@private:registry=${sentinel.url}/\n${sentinel.url.slice(6)}/:_authToken=\${TOKEN}\n`
        )
        const env = { ...user.env, TOKEN: registry.token, npm_config_registry: sentinel.url }
        const got = yield* capabilityOf({ ...user, env }, "install", "npm:@private/cap", "--yes")
        assert.strictEqual(got.code, 0, got.said)
        assert.notInclude(got.said, registry.token)
        assert.lengthOf(sentinel.requests, 0)
      })
    )
    it.effect("runs nothing of the package, takes what it bundles, and refuses what it would need", () =>
      Effect.gen(function* () {
        const registry = yield* Registry
        const user = userOf(registry)
        const sentinel = join(user.world.root, "ran")
        const script = `node -e "require('fs').writeFileSync('${sentinel}', '')"`
        const scripts = Object.fromEntries(
          ["preinstall", "install", "postinstall", "prepare", "prepublish"].map((name) => [name, script])
        )
        const dependencies = { dep: "1.0.0" }
        yield* registry.publish(
          packageOf("bundling", "1.0.0", {
            manifest: { scripts, dependencies, bundleDependencies: ["dep"] },
            files: {
              "node_modules/dep/package.json": JSON.stringify({ name: "dep", version: "1.0.0", scripts }),
              "node_modules/dep/index.js": "1"
            }
          })
        )
        const got = yield* capabilityOf(user, "install", "npm:bundling", "--yes")
        assert.strictEqual(got.code, 0, got.said)
        yield* registry.publish(packageOf("needy", "1.0.0", { manifest: { dependencies } }))
        const refused = yield* capabilityOf(user, "install", "npm:needy", "--yes")
        assert.strictEqual(refused.code, 4)
        assert.match(refused.said, /"_tag":"SourceRefused".*needs `dep`.*"rule":"undeclared-dependency"/u)
        assert.isFalse(existsSync(sentinel))
      })
    )
    it.effect("U17: stages beside what it installs, so that another device for TMPDIR is nothing to it", () =>
      Effect.gen(function* () {
        const registry = yield* Registry
        yield* registry.publish(packageOf("staged", "1.0.0"))
        const user = userOf(registry)
        const env = {
          ...user.env,
          TMPDIR: existsSync("/dev/shm") ? "/dev/shm" : join(user.world.root, "gone")
        }
        const got = yield* capabilityOf({ ...user, env }, "install", "npm:staged", "--yes")
        assert.strictEqual(got.code, 0, got.said)
      })
    )
  }
)
