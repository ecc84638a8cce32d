import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, expect, it } from "vitest"
import { feature } from "../../domain/capability/build.ts"
import { removeRooms } from "../../support/rooms.ts"
import {
  gsd,
  holdingLock,
  installed,
  makeWorld,
  publish,
  settled,
  tree,
  write,
  type World
} from "../../cli/support/world.ts"

afterAll(removeRooms)

const manifest = (members: Readonly<Record<string, unknown>> = {}): string => JSON.stringify(feature(members))

const sample = (world: World, text: string | Uint8Array): string =>
  write(world, "sample", { "capability.json": text })

interface Case {
  readonly what: string
  /** Prepares a world and gives the arguments behind `gsd capability`. */
  readonly make: (world: World) => ReadonlyArray<string>
  readonly tag: string
  readonly code: number
  /** Something that the message has to name. */
  readonly names: RegExp
  readonly unless?: boolean
}

const isRoot = process.geteuid?.() === 0

const cases: ReadonlyArray<Case> = [
  {
    what: "no such folder",
    make: () => ["install", "./nowhere"],
    tag: "SourceMissing",
    code: 6,
    names: /nowhere/
  },
  {
    what: "a folder without a manifest",
    make: (world) => ["install", write(world, "sample", { "README.md": "" })],
    tag: "ManifestMissing",
    code: 4,
    names: /sample\/capability\.json/
  },
  {
    what: "invalid JSON",
    make: (world) => ["install", sample(world, '{"id": "sample",}')],
    tag: "ManifestUnreadable",
    code: 4,
    names: /line 1/
  },
  {
    what: "deep nesting",
    make: (world) => ["install", sample(world, `${"[".repeat(5000)}${"]".repeat(5000)}`)],
    tag: "ManifestUnreadable",
    code: 4,
    names: /capability\.json/
  },
  {
    what: "a manifest of 9 MB",
    make: (world) => ["install", sample(world, manifest({ description: "x".repeat(9_000_000) }))],
    tag: "FileTooLarge",
    code: 4,
    names: /capability\.json/
  },
  {
    what: "a duplicate key",
    make: (world) => ["install", sample(world, '{"id": "sample", "id": "other"}')],
    tag: "ManifestUnreadable",
    code: 4,
    names: /`id`|"id"/
  },
  {
    what: "a member __proto__",
    make: (world) => [
      "install",
      sample(world, manifest().replace('"config":{}', '"config":{"__proto__":{"type":"boolean"}}'))
    ],
    tag: "ManifestInvalid",
    code: 4,
    names: /config/
  },
  {
    what: "a missing member",
    make: (world) => ["install", sample(world, manifest({ title: undefined }))],
    tag: "ManifestInvalid",
    code: 4,
    names: /title/
  },
  {
    what: "a reserved id",
    make: (world) => ["install", write(world, "gsd-x", { "capability.json": manifest({ id: "gsd-x" }) })],
    tag: "ManifestInvalid",
    code: 4,
    names: /gsd-x/
  },
  {
    what: "a first-party id",
    make: (world) => [
      "install",
      write(world, "research", { "capability.json": manifest({ id: "research" }) })
    ],
    tag: "ManifestInvalid",
    code: 4,
    names: /research/
  },
  {
    what: "an id that is not the folder's name",
    make: (world) => ["install", write(world, "other", { "capability.json": manifest() })],
    tag: "ManifestInvalid",
    code: 4,
    names: /other|sample/
  },
  {
    what: "an engine range that leaves us out",
    make: (world) => ["install", sample(world, manifest({ engines: { gsd: ">=99.0.0" } }))],
    tag: "EngineIncompatible",
    code: 4,
    names: />=99\.0\.0/
  },
  {
    what: "a missing hook script",
    make: (world) => [
      "install",
      sample(world, manifest({ hooks: [{ event: "SessionStart", script: "hooks/none.sh" }] }))
    ],
    tag: "ManifestInvalid",
    code: 4,
    names: /hooks/
  },
  {
    what: "a symbolic link in the folder",
    make: (world) => {
      const folder = sample(world, manifest())
      symlinkSync("/etc/passwd", join(folder, "script.sh"))
      return ["install", folder]
    },
    tag: "BundleRefused",
    code: 4,
    names: /script\.sh/
  },
  {
    what: "names that fold to one",
    make: (world) => [
      "install",
      write(world, "sample", { "capability.json": manifest(), "Read.md": "", "READ.md": "" })
    ],
    tag: "BundleRefused",
    code: 4,
    names: /read\.md/i
  },
  {
    what: "a name that is not portable",
    make: (world) => ["install", write(world, "sample", { "capability.json": manifest(), "a:b.md": "" })],
    tag: "BundleRefused",
    code: 4,
    names: /a:b\.md/
  },
  {
    what: "another digest than --integrity",
    make: (world) => ["install", publish(world, "v1"), "--integrity", `sha512-${"A".repeat(86)}==`],
    tag: "IntegrityMismatch",
    code: 4,
    names: /hello-hooks/
  },
  {
    what: "a policy that allows nothing",
    make: (world) => {
      mkdirSync(join(world.home, ".gsd"), { mode: 0o700 })
      writeFileSync(join(world.home, ".gsd/policy.json"), '{"strictKnownRegistries": []}')
      return ["install", publish(world, "v1")]
    },
    tag: "SourceNotAllowed",
    code: 4,
    names: /strictKnownRegistries/
  },
  {
    what: "a policy that cannot be read",
    make: (world) => {
      mkdirSync(join(world.home, ".gsd"), { mode: 0o700 })
      writeFileSync(join(world.home, ".gsd/policy.json"), "{")
      return ["install", publish(world, "v1")]
    },
    tag: "PolicyUnreadable",
    code: 4,
    names: /policy\.json/
  },
  {
    what: "a project's policy that allows nothing",
    make: (world) => {
      mkdirSync(join(world.work, ".planning"))
      const text = '{"capabilities": {"strict_known_registries": []}}'
      writeFileSync(join(world.work, ".planning/config.json"), text)
      return ["install", publish(world, "v1")]
    },
    tag: "SourceNotAllowed",
    code: 4,
    names: /strictKnownRegistries/
  },
  {
    what: "a root inside the project",
    make: (world) => {
      mkdirSync(join(world.work, ".planning"))
      return ["install", publish(world, "v1"), "--root", "."]
    },
    tag: "HomeInsideProject",
    code: 4,
    names: /--root/
  },
  {
    what: "a root that others can write in",
    make: (world) => {
      mkdirSync(join(world.home, ".gsd"))
      chmodSync(join(world.home, ".gsd"), 0o777)
      return ["install", publish(world, "v1")]
    },
    tag: "HomeUnsafe",
    code: 4,
    names: /\.gsd/
  },
  {
    what: "a home that cannot be written",
    unless: isRoot,
    make: (world) => {
      chmodSync(world.home, 0o500)
      return ["install", publish(world, "v1")]
    },
    tag: "DiskFailure",
    code: 1,
    names: /\.gsd/
  },
  {
    what: "a root on a read-only file system",
    unless: process.platform !== "linux",
    make: (world) => ["install", publish(world, "v1"), "--root", "/proc"],
    tag: "DiskFailure",
    code: 1,
    names: /\/proc/
  },
  {
    what: "a corrupt ledger",
    make: (world) => {
      installed(world, publish(world, "v1"))
      writeFileSync(join(world.home, ".gsd/ledger.json"), "{ not json")
      return ["remove", "hello-hooks"]
    },
    tag: "LedgerCorrupt",
    code: 4,
    names: /ledger\.json/
  },
  {
    what: "a corrupt consent store",
    make: (world) => {
      installed(world, publish(world, "v1"))
      writeFileSync(join(world.home, ".gsd/consent.json"), "[]")
      return ["trust", "list"]
    },
    tag: "ConsentCorrupt",
    code: 4,
    names: /consent\.json/
  },
  {
    what: "another source",
    make: (world) => {
      installed(world, publish(world, "v1"))
      const elsewhere = join(world.root, "elsewhere")
      mkdirSync(elsewhere)
      return ["install", publish({ ...world, work: elsewhere }, "v1")]
    },
    tag: "SourceDiffers",
    code: 4,
    names: /hello-hooks/
  },
  {
    what: "a lower version",
    make: (world) => {
      installed(world, publish(world, "v2"))
      return ["install", publish(world, "v1")]
    },
    tag: "DowngradeRefused",
    code: 4,
    names: /1\.1\.0/
  },
  {
    what: "an update whose source holds another id",
    make: (world) => {
      installed(world, publish(world, "v1"))
      return ["update", "hello-hooks", sample(world, manifest())]
    },
    tag: "IdDiffers",
    code: 4,
    names: /sample/
  },
  ...["update", "rollback", "remove", "show", "path", "verify"].map((verb): Case => ({
    what: `${verb} of what is not installed`,
    make: (world) => {
      installed(world, publish(world, "v1"))
      return [verb, "hello-hook"]
    },
    tag: "NotInstalled",
    code: 6,
    names: /hello-hook/
  })),
  {
    what: "rollback without a kept generation",
    make: (world) => {
      installed(world, publish(world, "v1"))
      return ["rollback", "hello-hooks"]
    },
    tag: "GenerationNotKept",
    code: 6,
    names: /hello-hooks/
  },
  {
    what: "rollback to a generation that never was",
    make: (world) => {
      installed(world, publish(world, "v1"))
      return ["rollback", "hello-hooks", "--to", "9"]
    },
    tag: "GenerationNotKept",
    code: 6,
    names: /9/
  },
  ...["show", "revoke"].map((verb): Case => ({
    what: `trust ${verb} without a record`,
    make: () => ["trust", verb, "nothing"],
    tag: "ConsentNotFound",
    code: 6,
    names: /nothing/
  }))
]

/** What is recorded and stored; locks, caches and empty folders may come. */
const state = (world: World): ReadonlyArray<string> =>
  tree(world).filter((path) =>
    /^\.gsd\/(ledger|consent|store\/.|staging\/.|tx\/.|capabilities\/.)/.test(path)
  )

describe("bad input", () => {
  for (const { code, make, names, tag, unless, what } of cases) {
    it.skipIf(unless === true)(`${what} is ${tag}, and nothing is written`, () => {
      const world = makeWorld()
      const args = ["capability", ...make(world)]
      const before = state(world)
      const json = gsd(world, [...args, "--json"])
      assert.strictEqual(json.stderr, "")
      const { error } = JSON.parse(json.stdout)
      assert.strictEqual(error._tag, tag, error.message)
      assert.strictEqual(error.exitCode, code)
      assert.strictEqual(json.code, code)
      assert.match(error.message, names)
      assert.isAtLeast(error.hints.length, 1)
      expect(settled(world, [error.message, ...error.hints].join("\n"))).toMatchSnapshot()
      assert.deepStrictEqual(state(world), before)
    })
  }

  it("as text it is a message, a blank line and hints on stderr, and nothing on stdout", () => {
    const world = makeWorld()
    const folder = sample(world, '{"id": "sample",}')
    const { code, stderr, stdout } = gsd(world, ["capability", "install", folder])
    assert.deepStrictEqual({ code, stdout }, { code: 4, stdout: "" })
    assert.match(stderr, /^[^\n]+line 1[^\n]*\n\n(hint: [^\n]+\n)+$/)
  })

  it("a HOME that is no absolute path is DirectoryUnusable (2), and nothing is written", () => {
    const world = makeWorld()
    const folder = sample(world, manifest())
    for (const HOME of ["", "rel", "./rel"]) {
      const ran = gsd(world, ["capability", "install", folder, "--yes", "--json"], { env: { HOME } })
      const { error } = JSON.parse(ran.stdout)
      assert.deepStrictEqual([ran.code, error._tag], [2, "DirectoryUnusable"], HOME)
      assert.include(error.message, "HOME")
    }
    assert.deepStrictEqual(readdirSync(world.work), ["sample"])
    assert.deepStrictEqual(tree(world), [])
  })

  it("a corrupt ledger and consent store stay as they are", () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    installed(world, folder)
    for (const name of ["ledger.json", "consent.json"]) {
      const file = join(world.home, ".gsd", name)
      const good = readFileSync(file)
      writeFileSync(file, "{ not json")
      for (const args of [
        ["install", folder, "--yes"],
        ["remove", "hello-hooks"]
      ])
        assert.strictEqual(gsd(world, ["capability", ...args]).code, 4)
      assert.strictEqual(readFileSync(file, "utf8"), "{ not json")
      writeFileSync(file, good)
    }
    assert.match(gsd(world, ["capability", "list"]).stdout, / active /)
  })

  it("a plan of a manifest with errors prints what it can, then the refusal; JSON has the plan in the details", () => {
    const world = makeWorld()
    const folder = sample(
      world,
      manifest({ title: "", hooks: [{ event: "SessionStart", script: "hooks/none.sh" }] })
    )
    const text = gsd(world, ["capability", "plan", folder])
    assert.strictEqual(text.code, 4)
    assert.match(text.stdout, /hooks\/none\.sh/)
    assert.match(text.stderr, /is invalid at/)
    const json = gsd(world, ["capability", "plan", folder, "--json"])
    assert.strictEqual(json.code, 4)
    const { error } = JSON.parse(json.stdout)
    assert.strictEqual(error._tag, "ManifestInvalid")
    assert.isAtLeast(error.details.plan.disclosure.length, 1)
    assert.isAtLeast(error.details.problems.length, 1)
  })

  it("a lock that a live process holds is busy at once with --no-wait, and free when it dies", async () => {
    const world = makeWorld()
    const folder = publish(world, "v1")
    installed(world, folder)
    const letGo = await holdingLock(world)
    const busy = gsd(world, ["capability", "remove", "hello-hooks", "--no-wait", "--json"])
    const listed = gsd(world, ["capability", "list"])
    await letGo()
    assert.strictEqual(busy.code, 5)
    assert.strictEqual(JSON.parse(busy.stdout).error._tag, "LockBusy")
    assert.match(listed.stdout, / active /)
    assert.strictEqual(gsd(world, ["capability", "remove", "hello-hooks", "--no-wait"]).code, 0)
  })
})
