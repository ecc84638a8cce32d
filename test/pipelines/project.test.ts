import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { GivenConsent } from "../../src/domain/consent/decide.ts"
import { gitattributesText, gitignoreText, projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import { install, installDryRun } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { scopeNamed } from "../../src/pipelines/project/scope.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { state } from "../../src/pipelines/state.ts"
import { trustAdd } from "../../src/pipelines/trustAdd.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { update } from "../../src/pipelines/update.ts"
import { Durable } from "../../src/services/Durable.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { put } from "../support/home.ts"

const wait = Duration.seconds(30)
const id = "hk-cap"
const root = "/workspace/app"
const scope = projectScope(root)
const lockPath = `${root}/.gsd/capabilities.lock.json`
const vendored = `${root}/.gsd/capabilities/hk-cap`

const second = capability(
  { version: "1.1.0", hooks: [{ event: "SessionStart", script: "scripts/b.sh" }] },
  { "scripts/b.sh": "#!/bin/sh\necho changed\n" }
)
const { "hooks/a.sh": _gone, ...v2 } = second

const newDisk = () =>
  MemoryDisk.make({
    directories: ["/home/ada", `${root}/.git`, `${root}/src`],
    files: {
      [`${root}/README.md`]: "mine\n",
      ...below("/v1/hk-cap", capability()),
      ...below("/v2/hk-cap", v2)
    }
  })

const on = (disk: MemoryDisk.MemoryDisk, consent: GivenConsent = { yes: true }, directory = `${root}/src`) =>
  runOn(disk, { workingDirectory: directory, consent })

const textAt = (disk: MemoryDisk.MemoryDisk, path: string): string | undefined => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? new TextDecoder().decode(entry.bytes) : undefined
}

const modeAt = (disk: MemoryDisk.MemoryDisk, path: string): string | undefined => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? entry.mode.toString(8) : undefined
}

const pathsIn = (disk: MemoryDisk.MemoryDisk, folder: string): ReadonlyArray<string> =>
  [...disk.snapshot().keys()].filter((path) => path.startsWith(`${folder}/`)).toSorted()

const write = (disk: MemoryDisk.MemoryDisk, path: string, text: string) =>
  Effect.provide(put(path, text), DurableMemory.layerOn(disk))

const wipe = (disk: MemoryDisk.MemoryDisk, path: string) =>
  Effect.provide(
    Effect.flatMap(Durable, (durable) => durable.removeTree(path)),
    DurableMemory.layerOn(disk)
  )

const inProject = (spec: string, flags = {}) => requestOf(spec, { scope, ...flags })

describe("project scope", () => {
  it.effect("vendors on install, follows updates and rollbacks, and leaves nothing after removal", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      const run = on(disk)
      const before = pathsIn(disk, root)
      const installed = yield* run(install(inProject("/v1/hk-cap")))
      assert.deepInclude(installed, { status: "installed", scope: "project", generation: 1 })
      assert.match(
        installed.warnings.join("\n"),
        /6 files in `\/workspace\/app\/\.gsd` changed.*commit them/u
      )
      assert.strictEqual(textAt(disk, `${vendored}/hooks/a.sh`), "#!/bin/sh\necho hello\n")
      assert.strictEqual(modeAt(disk, `${vendored}/hooks/a.sh`), "755")
      assert.strictEqual(modeAt(disk, `${vendored}/capability.json`), "644")
      assert.strictEqual(textAt(disk, `${root}/.gsd/.gitignore`), gitignoreText)
      assert.strictEqual(textAt(disk, `${root}/.gsd/.gitattributes`), gitattributesText)
      const lock = textAt(disk, lockPath) ?? ""
      assert.isTrue(lock.endsWith("}\n"))
      const { consentDigest } = (
        JSON.parse(lock) as { capabilities: Record<string, { consentDigest: string }> }
      ).capabilities[id] ?? { consentDigest: "" }
      assert.deepStrictEqual(JSON.parse(lock), {
        version: 1,
        capabilities: {
          [id]: { source: "local", resolved: "1.0.0", contentHash: installed.contentHash, consentDigest }
        }
      })
      assert.isDefined(textAt(disk, `/home/ada/.gsd/projects/${scope.key}/ledger.json`))
      assert.isUndefined(textAt(disk, "/home/ada/.gsd/ledger.json"))
      const [row] = yield* run(list(scope))
      assert.deepInclude(row, { id, scope: "project", status: "active" })
      assert.notProperty(row, "note")
      assert.strictEqual((yield* run(install(inProject("/v1/hk-cap")))).status, "unchanged")

      const first = disk.copy()
      yield* run(update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }))
      assert.isUndefined(textAt(disk, `${vendored}/hooks/a.sh`))
      assert.isFalse(disk.snapshot().has(`${vendored}/hooks`))
      assert.strictEqual(textAt(disk, `${vendored}/scripts/b.sh`), "#!/bin/sh\necho changed\n")
      yield* run(rollback({ id, scope, wait }))
      assert.deepStrictEqual(pathsIn(disk, root), pathsIn(first, root))
      assert.strictEqual(textAt(disk, lockPath), lock)

      const gone = yield* run(remove({ id, scope, wait }))
      assert.deepInclude(gone, { status: "removed", scope: "project" })
      assert.deepStrictEqual(pathsIn(disk, root), before)
      assert.deepStrictEqual(yield* run(list(scope)), [])
    })
  )

  it.effect("keeps what others have in the lockfile and beside it", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      const theirs = { source: "npm:x", resolved: "2.0.0", contentHash: "?", consentDigest: "?", more: [1] }
      yield* write(
        disk,
        lockPath,
        JSON.stringify({ capabilities: { zz: theirs, ["__proto__x"]: 1 }, x: { y: 1 }, version: 1 })
      )
      yield* write(disk, `${root}/.gsd/.gitignore`, "# mine\n")
      yield* write(disk, `${root}/.gsd/notes.txt`, "mine\n")
      const run = on(disk)
      yield* run(install(inProject("/v1/hk-cap")))
      const lock = JSON.parse(textAt(disk, lockPath) ?? "") as { capabilities: Record<string, unknown> }
      assert.deepStrictEqual(Object.keys(lock.capabilities), ["__proto__x", id, "zz"])
      assert.deepStrictEqual(lock.capabilities["zz"], theirs)
      assert.strictEqual(textAt(disk, `${root}/.gsd/.gitignore`), "# mine\n")
      yield* run(remove({ id, scope, wait }))
      assert.deepStrictEqual(JSON.parse(textAt(disk, lockPath) ?? ""), {
        version: 1,
        x: { y: 1 },
        capabilities: { __proto__x: 1, zz: theirs }
      })
      assert.isFalse(disk.snapshot().has(`${root}/.gsd/capabilities`))
    })
  )

  it.effect("keeps a vendored file that somebody changed, and says so", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      const run = on(disk)
      yield* run(install(inProject("/v1/hk-cap")))
      yield* write(disk, `${vendored}/capability.json`, "{}")
      yield* write(disk, `${vendored}/mine.txt`, "mine\n")
      assert.match((yield* run(list(scope)))[0]?.note ?? "", /holds other bytes/u)
      const updated = yield* run(update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }))
      assert.match(updated.warnings.join("\n"), /hk-cap\/capability\.json` was changed by somebody else/u)
      assert.strictEqual(textAt(disk, `${vendored}/capability.json`), "{}")
      const removed = yield* run(remove({ id, scope, wait }))
      assert.match(removed.warnings.join("\n"), /hk-cap\/capability\.json` was changed by somebody else/u)
      assert.deepStrictEqual(
        pathsIn(disk, vendored),
        ["capability.json", "mine.txt"].map((name) => `${vendored}/${name}`)
      )
    })
  )

  it.effect("takes a vendored capability over only when this machine trusts it", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      yield* on(disk)(install(inProject("/v1/hk-cap")))
      yield* wipe(disk, "/home/ada/.gsd")
      const run = on(disk)
      const [row] = yield* run(list(scope))
      assert.deepInclude(row, { id, status: "inactive", version: "1.0.0", role: "feature" })
      assert.strictEqual(
        row?.reason,
        "vendored in this project; not trusted on this machine: `gsd capability trust add hk-cap`"
      )
      assert.deepInclude((yield* run(state(scope)))[0], { installed: false, active: false })
      assert.strictEqual(
        (yield* Effect.flip(on(disk, { yes: false })(trustAdd({ id, wait }))))._tag,
        "ConsentRequired"
      )
      const tree = pathsIn(disk, root)
      const lock = textAt(disk, lockPath)
      const trusted = yield* run(trustAdd({ id, wait }))
      assert.deepInclude(trusted, { status: "installed", scope: "project", warnings: [] })
      assert.deepStrictEqual(pathsIn(disk, root), tree)
      assert.strictEqual(textAt(disk, lockPath), lock)
      assert.strictEqual((yield* run(list(scope)))[0]?.status, "active")
      assert.strictEqual((yield* run(trustAdd({ id, wait }))).status, "unchanged")

      yield* write(disk, `${vendored}/hooks/a.sh`, "#!/bin/sh\ncurl evil\n")
      const later = (yield* run(list(scope)))[0]
      assert.strictEqual(later?.status, "active")
      assert.match(later?.note ?? "", /other bytes of it now/u)
      const refused = yield* Effect.flip(run(update({ id, scope, wait, allowDowngrade: false })))
      assert.strictEqual(refused._tag, "IntegrityMismatch")
      assert.include(refused.message, trusted.contentHash)
      assert.strictEqual((yield* Effect.flip(run(trustAdd({ id, wait }))))._tag, "IntegrityMismatch")
      yield* run(trustRevoke({ id, scope, wait }))
      assert.strictEqual((yield* run(list(scope)))[0]?.status, "inactive")
    })
  )

  it.effect("knows a moved project by its bytes, and does not trust it", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      yield* on(disk)(install(inProject("/v1/hk-cap")))
      const moved = "/workspace/moved"
      yield* write(disk, `${moved}/.planning/x`, "")
      for (const [path, entry] of disk.snapshot())
        if (path.startsWith(`${root}/.gsd/`) && entry.kind === "file")
          yield* write(disk, path.replace(root, moved), new TextDecoder().decode(entry.bytes))
      const run = on(disk, { yes: true }, moved)
      const there = yield* run(scopeNamed("project"))
      assert.notDeepEqual(there, scope)
      const [row] = yield* run(list(there))
      assert.strictEqual(row?.status, "inactive")
      assert.match(row?.reason ?? "", /the same bytes are trusted in another project/u)
    })
  )

  it.effect("pulls what a colleague vendored, and its own update replaces it", () =>
    Effect.gen(function* () {
      const mine = newDisk()
      yield* on(mine)(install(inProject("/v1/hk-cap")))
      const theirs = mine.copy()
      yield* on(theirs)(update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }))
      yield* wipe(mine, `${root}/.gsd`)
      for (const [path, entry] of theirs.snapshot())
        if (path.startsWith(`${root}/.gsd/`) && entry.kind === "file")
          yield* write(mine, path, new TextDecoder().decode(entry.bytes))
      const run = on(mine)
      assert.match((yield* run(list(scope)))[0]?.note ?? "", /trust add hk-cap/u)
      const taken = yield* run(trustAdd({ id, wait }))
      assert.deepInclude(taken, { status: "upgraded", version: "1.1.0" })
      const removed = yield* run(remove({ id, scope, wait }))
      assert.strictEqual(removed.warnings.filter((one) => one.includes("kept")).length, 0)
      assert.isFalse(mine.snapshot().has(`${root}/.gsd`))
    })
  )

  it.effect("wants a project, and one that does not hold the home", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      assert.strictEqual(
        (yield* Effect.flip(on(disk, { yes: true }, "/home/ada")(scopeNamed("project"))))._tag,
        "NoProject"
      )
      const planned = yield* on(disk)(installDryRun(inProject("/v1/hk-cap")))
      assert.deepInclude(planned, { status: "planned", warnings: [] })
      assert.isFalse(disk.snapshot().has(`${root}/.gsd`))
    })
  )
})
