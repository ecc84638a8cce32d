import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { JsonObject } from "../../src/domain/json/value.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { Durable } from "../../src/services/Durable.ts"
import { below, capability, type CapabilityFiles } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { diskWith, refuse } from "../support/refusal.ts"

const without = (files: CapabilityFiles, ...paths: ReadonlyArray<string>): CapabilityFiles =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))

const linked = (disk: MemoryDisk, to: string, path: string) =>
  Effect.flatMap(Durable, (durable) => durable.link(to, path)).pipe(
    Effect.provide(DurableMemory.layerOn(disk))
  )

const refuseInstall = (disk: MemoryDisk, spec = "/src/hk-cap") =>
  refuse(disk, runOn(disk)(install(requestOf(spec))))

describe("a hook's script", () => {
  it.effect("is missed when it is not there, is a folder, or has another case", () =>
    Effect.gen(function* () {
      const bare = without(capability(), "hooks/a.sh")
      for (const [files, hint] of [
        [bare, /hooks\/a\.sh/u],
        [{ ...bare, "hooks/a.sh/x": "x" }, /hooks\/a\.sh/u],
        [{ ...bare, "hooks/A.sh": "#!/bin/sh\n" }, /Did you mean.*hooks\/A\.sh/u]
      ] as const) {
        const disk = yield* diskWith(below("/src/hk-cap", files))
        const refusal = yield* refuseInstall(disk)
        assert.include(refusal, { tag: "ManifestInvalid", exit: 4 })
        assert.match(refusal.message, /at `\/hooks\/0\/script`: .*hooks\/a\.sh/u)
        assert.match(refusal.hints.join("\n"), hint)
      }
    })
  )
  it.effect("is refused when it is reached through a link, of the file or of its folder", () =>
    Effect.gen(function* () {
      const bare = without(capability(), "hooks/a.sh")
      for (const [to, path] of [
        ["/outside/a.sh", "hooks/a.sh"],
        ["../skills/hk-s/SKILL.md", "hooks/a.sh"],
        ["/outside", "hooks"],
        ["..", "hooks"]
      ] as const) {
        const files = {
          ...below("/src/hk-cap", bare),
          "/outside/a.sh": "#!/bin/sh\n",
          "/src/hk-cap/hooks/b.sh": "x"
        }
        const disk = yield* diskWith(path === "hooks" ? without(files, "/src/hk-cap/hooks/b.sh") : files)
        yield* linked(disk, to, `/src/hk-cap/${path}`)
        const refusal = yield* refuseInstall(disk)
        assert.include(refusal, { tag: "BundleRefused", exit: 4 })
        assert.include(refusal.message, `\`${path}\``)
        assert.match(refusal.message, /symbolic link/u)
      }
    })
  )
  it.effect("is refused when its path leaves the folder", () =>
    Effect.gen(function* () {
      for (const script of ["../x.sh", "hooks/../../x.sh", "/etc/passwd", "C:\\x.sh", "hooks\\..\\..\\x"]) {
        const hooks: JsonObject = { hooks: [{ event: "SessionStart", script }] }
        const disk = yield* diskWith(below("/src/hk-cap", capability(hooks)))
        const refusal = yield* refuseInstall(disk)
        assert.include(refusal, { tag: "ManifestInvalid", exit: 4 })
        assert.include(refusal.message, "/hooks/0/script")
      }
    })
  )
})

describe("a folder", () => {
  const odd: ReadonlyArray<readonly [string, string, string]> = [
    ["names that fold together", "skills/HK-S/SKILL.md", "skills/hk-s"],
    ["a name that is not normal", "docs/cafe\u0301.md", "docs/"],
    ["a device name", "docs/con.md", "docs/con.md"],
    ["a name no system allows everywhere", "docs/what?.md", "docs/what?.md"],
    ["a name that ends in a blank", "docs/a ", "docs/a "],
    ["a name that writes on terminals", "docs/\u001b[2J", "\\u{1b}"]
  ]
  for (const [what, path, place] of odd) {
    it.effect(`is refused when it holds ${what}`, () =>
      Effect.gen(function* () {
        const disk = yield* diskWith(below("/src/hk-cap", capability({}, { [path]: "x" })))
        const refusal = yield* refuseInstall(disk)
        assert.include(refusal, { tag: "BundleRefused", exit: 4 })
        assert.include(refusal.message, place)
        assert.notMatch(refusal.message, /\p{Cc}/u)
        assert.include(yield* refuse(disk, runOn(disk)(plan(requestOf("/src/hk-cap")))), {
          tag: "BundleRefused"
        })
      })
    )
  }
  it.effect("is refused when a link in it leads nowhere, to itself or out", () =>
    Effect.gen(function* () {
      for (const to of ["nowhere", "extra", "/etc", "../../.."]) {
        const disk = yield* diskWith(below("/src/hk-cap", capability()))
        yield* linked(disk, to, "/src/hk-cap/extra")
        assert.include(yield* refuseInstall(disk), {
          tag: "BundleRefused",
          exit: 4,
          message: "`extra` cannot be part of a bundle: it is a symbolic link"
        })
      }
    })
  )
  it.effect("is missed when nothing stands there, and refused when it is no source", () =>
    Effect.gen(function* () {
      const disk = yield* diskWith({ "/src/file": "x" })
      for (const spec of ["/src/none", "/src/file", "relative"]) {
        const refusal = yield* refuseInstall(disk, spec)
        assert.include(refusal, { tag: "SourceMissing", exit: 6 })
        assert.include(refusal.message, spec)
      }
      for (const spec of ["", " ", "--upload-pack=x", "http://h/r.git", "git@h:", "npm:", "a\nb", "a\0b"]) {
        assert.include(yield* refuseInstall(disk, spec), { tag: "SourceUnknown", exit: 2 })
      }
    })
  )
})
