import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll } from "vitest"
import { install } from "../../src/pipelines/install.ts"
import { pack } from "../../src/pipelines/pack.ts"
import { authoringIn, checkoutOf, git, machineIn, writeFiles } from "../support/authored.ts"
import { capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { makeRoom, removeRooms } from "../support/rooms.ts"

afterAll(removeRooms)

const files = Object.entries(capability({}, { "hooks/lib.sh": "echo lib\n" }))

const sourceIn = (at: string) => {
  const folder = join(at, "hk-cap")
  writeFiles(folder, files)
  return folder
}

const provenanceIn = (archive: string) => {
  const manifest = execFileSync("tar", ["-xzOf", archive, "capability.json"], { encoding: "utf8" })
  return (JSON.parse(manifest) as { provenance?: { sourceRepo: string; commit: string } }).provenance
}

describe("provenance", () => {
  it.live("is the commit that every byte is of, without the credentials of the remote", () =>
    Effect.gen(function* () {
      const { at, commit, folder } = checkoutOf(files)
      const packed = yield* authoringIn(at)(pack({ folder }))
      const provenance = { sourceRepo: "https://git.example/ada/caps.git", commit }
      assert.deepStrictEqual(packed.provenance, provenance)
      assert.deepStrictEqual(provenanceIn(packed.path), provenance)
      const installed = yield* machineIn(join(at, "home"))(install(requestOf(packed.path)))
      assert.strictEqual(installed.status, "installed")
    })
  )

  it.live("is left out with a word where files are not the commit's", () =>
    Effect.gen(function* () {
      for (const [change, named] of [
        [(folder: string) => writeFileSync(join(folder, "hooks/lib.sh"), "echo mine\n"), "hooks/lib.sh"],
        [(folder: string) => writeFileSync(join(folder, "untracked.md"), ""), "untracked.md"],
        [(folder: string) => execFileSync("rm", [join(folder, "hooks/lib.sh")]), "hooks/lib.sh"]
      ] as const) {
        const { at, folder } = checkoutOf(files)
        change(folder)
        const packed = yield* authoringIn(at)(pack({ folder }))
        assert.notProperty(packed, "provenance")
        assert.isUndefined(provenanceIn(packed.path))
        assert.include(packed.warnings.join("\n"), named)
      }
    })
  )

  it.live(
    "is left out before the first commit, without a remote, and in a folder that git does not know",
    () =>
      Effect.gen(function* () {
        const at = makeRoom("gsd-pack-")
        const folder = sourceIn(at)
        git(at, "init", "-q", "-b", "main")
        const early = yield* authoringIn(at)(pack({ folder }))
        assert.match(early.warnings.join("\n"), /no commit yet/u)
        const { at: there, folder: known } = checkoutOf(files)
        git(there, "remote", "remove", "origin")
        const lonely = yield* authoringIn(there)(pack({ folder: known }))
        assert.match(lonely.warnings.join("\n"), /no remote/u)
        const ignored = join(there, "build")
        const copied = sourceIn(ignored)
        const unknown = yield* authoringIn(there)(pack({ folder: copied, out: "x.tgz" }))
        assert.match(unknown.warnings.join("\n"), /does not hold the folder/u)
      })
  )

  it.live("runs nothing that the checkout's configuration names", () =>
    Effect.gen(function* () {
      const { at, folder, commit } = checkoutOf(files)
      const sentinel = join(at, "sentinel")
      const touch = join(at, ".git/touch.sh")
      writeFileSync(touch, `#!/bin/sh\ntouch '${sentinel}'\ncat\n`, { mode: 0o755 })
      writeFiles(at, [[".git/info/attributes", "* filter=evil diff=evil\n"]])
      for (const [key, value] of [
        ["core.fsmonitor", touch],
        ["core.hooksPath", join(at, ".git")],
        ["filter.evil.clean", touch],
        ["filter.evil.smudge", touch],
        ["filter.evil.required", "true"],
        ["diff.evil.textconv", touch],
        ["core.pager", touch],
        ["core.sshCommand", touch],
        ["alias.rev-parse", `!${touch}`],
        ["alias.ls-tree", `!${touch}`]
      ] as const)
        git(at, "config", "--local", key, value)
      const packed = yield* authoringIn(at)(pack({ folder }))
      assert.strictEqual(packed.provenance?.commit, commit)
      assert.isFalse(existsSync(sentinel))
    })
  )
})
