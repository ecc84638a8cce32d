import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { isWithin } from "../../../src/domain/paths.ts"
import { otherInstallation, otherInstallerFiles } from "../../../src/domain/projection/others.ts"
import { bytesOf, placesFor } from "./support.ts"

const codex = placesFor("codex")

const manifest = (files: unknown) => bytesOf(JSON.stringify({ manifestVersion: 2, version: "1.14.0", files }))

describe("another installation", () => {
  it("is looked for where it says that it is there", () => {
    assert.deepStrictEqual(otherInstallerFiles(codex), {
      version: "/home/ada/.codex/gsd-core/VERSION",
      manifest: "/home/ada/.codex/gsd-file-manifest.json"
    })
  })

  it("is none without either file", () => {
    assert.isUndefined(otherInstallation(codex, { version: undefined, manifest: undefined }))
  })

  it("claims the files of its manifest, also where the layout puts a folder of them", () => {
    const found = otherInstallation(codex, {
      version: bytesOf("1.14.0\n"),
      manifest: manifest({ "skills/gsd-map/SKILL.md": "00", "agents\\gsd-a.md": "00" })
    })
    assert.deepStrictEqual(found?.installer, {
      name: "gsd-core",
      version: "1.14.0",
      folder: "/home/ada/.codex"
    })
    assert.deepStrictEqual(
      [...(found?.claims.keys() ?? [])],
      [
        "/home/ada/.codex/skills/gsd-map/SKILL.md",
        "/home/ada/.agents/skills/gsd-map/SKILL.md",
        "/home/ada/.codex/agents/gsd-a.md"
      ]
    )
  })

  it("is there all the same when its files cannot be read", () => {
    for (const bytes of [bytesOf("{"), bytesOf("[]"), manifest([]), Uint8Array.of(0xff)]) {
      const found = otherInstallation(codex, { version: bytesOf("\u001b[31m"), manifest: bytes })
      assert.strictEqual(found?.installer.version, null)
      assert.strictEqual(found?.claims.size, 0)
    }
  })

  it.prop(
    "claims nothing outside of the runtime's folders",
    {
      names: Schema.Array(
        Schema.Union([
          Schema.String,
          Schema.Literals(["../x", "/etc/passwd", "a/../../b", "__proto__", "skills/x"])
        ])
      )
    },
    ({ names }) => {
      const files = Object.fromEntries(names.map((name) => [name, "00"]))
      const found = otherInstallation(codex, { version: undefined, manifest: manifest(files) })
      for (const path of found?.claims.keys() ?? []) {
        assert.isTrue(
          ["/home/ada/.codex", "/home/ada/.agents/skills"].some((root) => isWithin(path, root)),
          path
        )
        assert.notInclude(path.split("/"), "..")
      }
    }
  )
})
