import { afterAll, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { IndexReport, RegistryInfo, SearchReport } from "../../../src/domain/registryIndex/reports.ts"
import { serveFolder } from "../../support/registryServer.ts"
import { removeRooms } from "../../support/rooms.ts"
import { authority } from "../../support/tls.ts"
import { gsd, makeWorld, publish, start, tree, write, type World } from "../../cli/support/world.ts"

afterAll(removeRooms)

const openssl = (world: World, ...args: ReadonlyArray<string>): string =>
  execFileSync("openssl", args, { cwd: world.work, encoding: "utf8" })

/** Packs a folder of the work folder into the registry's, as its author would. */
const pack = (world: World, id: string, version: string): void => {
  const archive = join(world.work, `public/${id}-${version}.tgz`)
  execFileSync("tar", ["-czf", archive, "-C", join(world.work, id), "."])
}

const manifest = (version: string, gsdRange: string) => ({
  id: "notes",
  role: "feature",
  version,
  title: "Notes",
  description: "Keeps remarks in order",
  tier: "full",
  requires: [],
  engines: { gsd: gsdRange },
  provenance: { sourceRepo: "https://host.example/ada/notes.git", commit: "0".repeat(40) },
  runtimeCompat: { supported: ["*"], unsupported: [] },
  skills: [],
  agents: [],
  hooks: [],
  config: {},
  steps: [],
  contributions: [],
  gates: []
})

const packNotes = (world: World, version: string, gsdRange = ">=1.6.0"): void => {
  write(world, "notes", { "capability.json": JSON.stringify(manifest(version, gsdRange)) })
  pack(world, "notes", version)
}

/** A world with a key, a folder to publish, and a web server for it whose certificate is trusted and host allowed. */
const makeRegistry = Effect.gen(function* () {
  const world = makeWorld()
  mkdirSync(join(world.work, "public"))
  mkdirSync(join(world.home, ".gsd"), { mode: 0o700 })
  writeFileSync(join(world.home, ".gsd/policy.json"), JSON.stringify({ network: { allow: ["localhost"] } }))
  openssl(world, "genpkey", "-algorithm", "ed25519", "-out", "key.pem")
  const by = yield* authority()
  const { url } = yield* serveFolder(by, join(world.work, "public"))
  const run = (...args: ReadonlyArray<string>) =>
    Effect.promise(() => {
      const { child, ended } = start(world, args, { SSL_CERT_FILE: by.caFile })
      child.stdin.end()
      return ended
    })
  const index = (...args: ReadonlyArray<string>) =>
    gsd(world, ["registry", "index", "public", "--key", "key.pem", ...args])
  return { world, url, run, index }
})

const parsed = <A>(text: string): A => JSON.parse(text)

const fails = (ran: { readonly code: number | null; readonly stdout: string }, code: number, tag: string) => {
  assert.strictEqual(ran.code, code, ran.stdout)
  const { error } = parsed<{ readonly error: { readonly _tag: string; readonly exitCode: number } }>(
    ran.stdout
  )
  assert.include(error, { _tag: tag, exitCode: code })
}

describe("a registry that somebody hosts", () => {
  it.live("is indexed, added, searched, shown, installed from and updated from", () =>
    Effect.gen(function* () {
      const { index, run, url, world } = yield* makeRegistry
      publish(world, "v1")
      pack(world, "hello-hooks", "1.0.0")
      packNotes(world, "1.0.0")
      const first = index("--name", "acme", "--json")
      assert.strictEqual(first.code, 0, first.stdout)
      const report = parsed<IndexReport>(first.stdout)
      assert.deepInclude(report, { name: "acme", version: 1, added: ["hello-hooks@1.0.0", "notes@1.0.0"] })
      writeFileSync(join(world.work, "key.pub"), openssl(world, "pkey", "-in", "key.pem", "-pubout"))

      const added = yield* run("registry", "add", "acme", url, "--public-key", "key.pub")
      assert.match(added.stdout, /^Added acme \(2 capabilities, root 1\)\n/u)
      assert.include(added, { code: 0, stderr: "" })
      const again = yield* run("registry", "add", "acme", url, "--public-key", report.publicKey)
      assert.match(again.stdout, /^Unchanged acme/u)
      assert.match((yield* run("registry", "list")).stdout, /NAME .*\nacme +1 +[0-9a-f]{8} +https:/u)

      const search = yield* run("registry", "search", "REMARKS", "order", "--json")
      assert.deepStrictEqual(parsed<SearchReport>(search.stdout), {
        found: [
          {
            id: "notes",
            registry: "acme",
            latest: "1.0.0",
            title: "Notes",
            description: "Keeps remarks in order",
            tier: "full"
          }
        ],
        silent: []
      })
      assert.strictEqual((yield* run("registry", "search", "nothing-like-it")).stdout, "Nothing was found.\n")

      const installed = yield* run("capability", "install", "hello-hooks@acme", "--yes")
      assert.strictEqual(installed.code, 0, installed.stderr)
      publish(world, "v2")
      const { version } = parsed<{ readonly version: string }>(
        readFileSync(join(world.work, "hello-hooks/capability.json"), "utf8")
      )
      pack(world, "hello-hooks", version)
      packNotes(world, "2.0.0", ">=99.0.0")
      const second = index("--yank", "notes@1.0.0")
      assert.strictEqual(second.code, 0, second.stderr)
      assert.match(second.stdout, /^Indexed acme \(root 2, .*\n.*\n {2}notes 1\.0\.0 \(yanked\), 2\.0\.0\n/u)

      const updated = yield* run("capability", "update", "hello-hooks", "--yes", "--json")
      assert.deepInclude(parsed<object>(updated.stdout), {
        status: "upgraded",
        previousVersion: "1.0.0",
        version
      })
      const info = parsed<RegistryInfo>((yield* run("registry", "info", "notes@acme", "--json")).stdout)
      assert.deepStrictEqual(
        info.versions.map((one) => [one.version, one.yanked ?? false, one.fits, one.provenance?.commit]),
        [
          ["2.0.0", false, false, "0".repeat(40)],
          ["1.0.0", true, true, "0".repeat(40)]
        ]
      )
      const shown = yield* run("registry", "info", "notes@acme")
      assert.match(shown.stdout, /2\.0\.0 +\S+ \S+ +>=99\.0\.0 +not for this gsd\n/u)
      assert.match(shown.stdout, /1\.0\.0 +\S+ \S+ +>=1\.6\.0 +yanked\n/u)

      fails(yield* run("capability", "install", "notes@acme", "--yes", "--json"), 4, "SourceRefused")
      fails(yield* run("capability", "install", "notes@acme#1.0.0", "--yes", "--json"), 4, "SourceRefused")
      fails(yield* run("capability", "install", "absent@acme", "--yes", "--json"), 6, "SourceNotFound")
      fails(yield* run("capability", "install", "notes@nobody", "--yes", "--json"), 6, "RegistryUnknown")
      fails(yield* run("registry", "search", "x", "--offline", "--registry", "acme", "--json"), 1, "Offline")
      assert.match((yield* run("registry", "remove", "acme")).stdout, /^Removed acme/u)
      assert.strictEqual((yield* run("registry", "list")).stdout, "No registry was added.\n")
      assert.include(tree(world), ".gsd/registries.json")
    })
  )

  it.live("tells each wrong word and each refusal with its own exit", () =>
    Effect.gen(function* () {
      const { index, run, url, world } = yield* makeRegistry
      const add = (...args: ReadonlyArray<string>) => run("registry", "add", ...args, "--json")
      openssl(world, "genpkey", "-algorithm", "ed25519", "-out", "other.pem")
      writeFileSync(join(world.work, "other.pub"), openssl(world, "pkey", "-in", "other.pem", "-pubout"))
      fails(index("--name", "acme", "--json"), 4, "IndexRefused")
      packNotes(world, "1.0.0")
      fails(gsd(world, ["registry", "index", "public", "--key", "nowhere.pem", "--json"]), 2, "KeyUnusable")
      fails(gsd(world, ["registry", "index", "public", "--key", "other.pub", "--json"]), 2, "KeyUnusable")
      fails(index("--expires-days", "0", "--json"), 2, "InvocationInvalid")
      const { publicKey } = parsed<IndexReport>(index("--name", "acme", "--json").stdout)
      fails(yield* add("acme", url), 2, "InvocationInvalid")
      fails(yield* add("acme", url, "--unsigned", "--public-key", publicKey), 2, "InvocationInvalid")
      fails(yield* add("acme", "http://localhost/x", "--public-key", publicKey), 2, "RegistryAddressWrong")
      fails(yield* add("Acme", url, "--public-key", publicKey), 2, "RegistryAddressWrong")
      fails(yield* add("acme", url, "--public-key", "key.pem"), 2, "KeyUnusable")
      fails(yield* add("acme", url, "--public-key", "other.pub"), 4, "RegistryKeyUntrusted")
      fails(yield* add("corp", url, "--public-key", publicKey), 4, "RegistrySignatureOfOther")
      fails(yield* add("acme", `${url}/elsewhere`, "--public-key", publicKey), 1, "HttpStatus")
      assert.strictEqual((yield* run("registry", "list", "--json")).stdout, "[]\n")
      assert.strictEqual((yield* add("acme", url, "--unsigned")).code, 0)
      fails(yield* add("acme", url, "--public-key", publicKey), 4, "RegistryTaken")
      fails(yield* run("registry", "remove", "corp", "--json"), 6, "RegistryUnknown")
      fails(yield* run("registry", "info", "./notes", "--json"), 2, "SourceUnknown")
    })
  )

  it.live("changes its key with the old one signing beside the new one, once", () =>
    Effect.gen(function* () {
      const { index, run, url, world } = yield* makeRegistry
      packNotes(world, "1.0.0")
      const { publicKey } = parsed<IndexReport>(index("--name", "acme", "--json").stdout)
      yield* run("registry", "add", "acme", url, "--public-key", publicKey)
      openssl(world, "genpkey", "-algorithm", "ed25519", "-out", "new.pem")
      const indexNew = (...args: ReadonlyArray<string>) =>
        gsd(world, ["registry", "index", "public", "--key", "new.pem", ...args, "--json"])
      fails(indexNew(), 4, "IndexRefused")
      assert.strictEqual(indexNew("--old-key", "key.pem").code, 0)
      assert.strictEqual((yield* run("registry", "info", "notes@acme")).code, 0)
      assert.strictEqual(indexNew().code, 0)
      assert.strictEqual((yield* run("registry", "info", "notes@acme")).code, 0)
      fails(index("--json"), 4, "IndexRefused")
    })
  )
})
