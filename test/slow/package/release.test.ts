import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { makeRoom, removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const script = join(import.meta.dirname, "../../../scripts/release.ts")

const changelog = "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-30\n\n- First.\n"

/** A repository that is ready for a release of 1.2.3, but for the changes made to it. */
const makeRepository = (files: Readonly<Record<string, string>> = {}) => {
  const root = makeRoom("gsd-release-")
  mkdirSync(join(root, "scripts"))
  cpSync(script, join(root, "scripts/release.ts"))
  const manifest = { name: "gsd-release-test", version: "1.2.3", type: "module", license: "MIT" }
  const all = {
    "package.json": JSON.stringify(manifest),
    "package-lock.json": JSON.stringify({
      name: manifest.name,
      version: "1.2.3",
      lockfileVersion: 3,
      packages: {}
    }),
    "capabilities/notes/capability.json": JSON.stringify({ id: "notes", version: "1.2.3" }),
    "CHANGELOG.md": changelog,
    // Nobody answers there: a dry run needs no registry, and a test must never reach a real one.
    ".npmrc": "registry=http://127.0.0.1:1/\nfetch-retries=0\n",
    ".ci/run": "#!/bin/sh\necho checked everything\n",
    ...files
  }
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(root, name, ".."), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  chmodSync(join(root, ".ci/run"), 0o755)
  git(root, "init", "-q")
  git(root, "add", "-A")
  git(root, "commit", "-qm", "ready")
  return root
}

const env = (root: string, more: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: root,
  npm_config_cache: join(root, ".git/npm"),
  npm_config_update_notifier: "false",
  ...more
})

const git = (root: string, ...args: ReadonlyArray<string>) => {
  const own = ["-c", "user.name=Ada", "-c", "user.email=ada@host.example", "-c", "commit.gpgsign=false"]
  const ran = spawnSync("git", [...own, ...args], { cwd: root, encoding: "utf8", env: env(root) })
  assert.strictEqual(ran.status, 0, ran.stderr)
}

const release = (root: string, args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}) => {
  const ran = spawnSync(process.execPath, [join(root, "scripts/release.ts"), ...args], {
    cwd: root,
    encoding: "utf8",
    env: env(root, more)
  })
  return { code: ran.status, out: ran.stdout, err: ran.stderr }
}

describe("scripts/release.ts", () => {
  it("checks everything and publishes nothing, unless it is told to", () => {
    const root = makeRepository()
    for (const args of [[], ["--dry-run"]]) {
      const { code, err, out } = release(root, args)
      assert.strictEqual(code, 0, out + err)
      assert.match(out, /checked everything\n.*\+ gsd-release-test@1\.2\.3\n.*Nothing was published\n$/su)
      assert.match(err, /dry-run/u)
    }
  })

  it.each([
    [
      "a file is not committed",
      (root: string) => writeFileSync(join(root, "new.txt"), ""),
      /not committed:\n\?\? new/u
    ],
    ["the version is released", (root: string) => git(root, "tag", "v1.2.3"), /v1\.2\.3 is released already/u]
  ] as const)("refuses when %s", (_why, spoil, message) => {
    const root = makeRepository()
    spoil(root)
    const { code, err, out } = release(root, [])
    assert.strictEqual(code, 1)
    assert.match(err, message)
    assert.notInclude(out, "checked everything")
  })

  it.each([
    [
      "a capability has another version",
      { "capabilities/notes/capability.json": `{"version":"1.2.2"}` },
      /npm run stamp/u
    ],
    [
      "the changes are not told",
      { "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n" },
      /no section `## \[1\.2\.3\]/u
    ],
    [
      "changes wait to be told",
      { "CHANGELOG.md": changelog.replace("[Unreleased]\n", "[Unreleased]\n\n- More.\n") },
      /changes under \[Unreleased\]/u
    ],
    ["a check fails", { ".ci/run": "#!/bin/sh\nexit 1\n" }, /\.ci\/run.*failed/u]
  ] as const)("refuses when %s", (_why, files, message) => {
    const { code, err, out } = release(makeRepository(files), [])
    assert.strictEqual(code, 1, out)
    assert.match(err, message)
    assert.notInclude(out, "Nothing was published")
  })

  it("publishes only with provenance, where it can be made", () => {
    const root = makeRepository()
    const here = release(root, ["--publish"])
    assert.strictEqual(here.code, 1)
    assert.match(here.err, /there is no provenance here/u)
    // A program called npm that tells how it was called, in place of the real one.
    const bin = join(root, ".git/bin")
    mkdirSync(bin)
    writeFileSync(join(bin, "npm"), `#!/bin/sh\necho "$@" > "$HOME/.git/called"\n`, { mode: 0o755 })
    const there = release(root, ["--publish"], {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      SIGSTORE_ID_TOKEN: "a token"
    })
    assert.strictEqual(there.code, 0, there.err)
    assert.match(readFileSync(join(root, ".git/called"), "utf8"), /^publish .*--provenance\n$/u)
    assert.match(there.out, /Tag it/u)
  })

  it("ends with 2 when it is called wrongly", () => {
    assert.strictEqual(release(makeRepository(), ["--pubish"]).code, 2)
  })
})
