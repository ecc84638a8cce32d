import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { doctor } from "../../src/pipelines/doctor.ts"
import { doctorHere } from "../../src/pipelines/doctorHere.ts"
import { install } from "../../src/pipelines/install.ts"
import { below, capability } from "../support/capabilities.ts"
import { treatOn } from "../support/doctor.ts"
import { requestOf } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { hostFiles, hostsOf } from "../support/hosts.ts"
import { cloned, onMachine } from "../support/machines.ts"

const root = "/workspace/app"
const scope = projectScope(root)
const script = `${root}/.gsd/capabilities/hk-cap/hooks/a.sh`

describe("doctor of what was agreed on", () => {
  it.effect("names a lockfile that the project does not agree with, unless nothing was brought in yet", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({
        directories: ["/home/ada", `${root}/.git`],
        files: below("/v1/hk-cap", capability())
      })
      yield* onMachine(disk, root)(install(requestOf("/v1/hk-cap", { scope })))
      const here = (on: MemoryDisk.MemoryDisk) => treatOn(on, { workingDirectory: root })
      assert.deepStrictEqual((yield* here(disk)(doctorHere(globalScope))).findings, [])
      assert.deepStrictEqual((yield* here(cloned(disk, root))(doctor(scope))).findings, [])

      yield* Effect.provide(put(script, "other\n"), DurableMemory.layerOn(disk))
      const [found, ...more] = (yield* here(disk)(doctorHere(globalScope))).findings
      assert.deepStrictEqual(more, [])
      assert.deepInclude(found, { kind: "lock-drifted", subject: `${root}/.gsd/capabilities.lock.json` })
      assert.match(found?.message ?? "", /hk-cap.*vendored files are/u)
      assert.match(found?.hint ?? "", /lock --check`.*capability sync`/u)

      yield* Effect.provide(
        put(`${root}/.gsd/capabilities.lock.json`, "<<<<<<< ours\n"),
        DurableMemory.layerOn(disk)
      )
      const [unread] = (yield* here(disk)(doctorHere(globalScope))).findings
      assert.match(unread?.message ?? "", /cannot be compared/u)
    })
  )

  it.effect("names the runtime whose files are not as they shall be, once", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles)
      yield* hosts.install()
      yield* hosts.apply("claude", "codex")
      const findings = Effect.map(treatOn(hosts.disk)(doctor(globalScope)), (said) => said.findings)
      assert.deepStrictEqual(yield* findings, [])

      const skills = Object.keys(hosts.outside()).filter(
        (path) => path.startsWith("/home/ada/.claude/") && path.includes("hk-") && path.endsWith("SKILL.md")
      )
      assert.isAtLeast(skills.length, 2)
      const [first = "", second = ""] = skills
      yield* hosts.write(first, "changed\n")
      yield* hosts.unlink(second)
      const found = yield* findings
      assert.deepStrictEqual(
        found.map(({ fix, kind }) => `${kind} ${fix}`),
        ["runtime-differs none"]
      )
      assert.match(found[0]?.message ?? "", /claude.*(modified|missing).*and 1 more/u)
      assert.match(found[0]?.hint ?? "", /runtime status claude`.*runtime apply`/u)
    })
  )
})
