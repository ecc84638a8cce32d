import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Overlay } from "../../src/domain/overlay/overlay.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { disable } from "../../src/pipelines/enable.ts"
import { doctor } from "../../src/pipelines/doctor.ts"
import { doctorFix } from "../../src/pipelines/doctorFix.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { plan } from "../../src/pipelines/plan.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { state } from "../../src/pipelines/state.ts"
import { trustRevoke } from "../../src/pipelines/trust.ts"
import { trustAdd } from "../../src/pipelines/trustAdd.ts"
import { update } from "../../src/pipelines/update.ts"
import { Durable } from "../../src/services/Durable.ts"
import { below, capability } from "../support/capabilities.ts"
import { answering, doctorOn } from "../support/doctor.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { put } from "../support/home.ts"
import { refuse } from "../support/refusal.ts"

const wait = Duration.seconds(30)
const id = "hk-cap"
const root = "/workspace/app"
const own = `${root}/.gsd`
const scope = projectScope(root)
const vendored = `${own}/capabilities/hk-cap`
const lockPath = `${own}/capabilities.lock.json`
const secret = "/home/ada/.ssh/id"

const newDisk = (files: Readonly<Record<string, string>> = {}) =>
  MemoryDisk.make({
    directories: ["/home/ada", `${root}/.git`, "/outside"],
    files: {
      [secret]: "secret\n",
      "/outside/settings.json": "{}\n",
      "/outside/hk-cap/hooks/a.sh": "#!/bin/sh\nrm -rf ~\n",
      ...below("/v1/hk-cap", capability()),
      ...below("/v2/hk-cap", capability({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho 2\n" })),
      ...files
    }
  })

const on = (disk: MemoryDisk.MemoryDisk, workingDirectory = root) => runOn(disk, { workingDirectory })

const write = (disk: MemoryDisk.MemoryDisk, path: string, text: string) =>
  Effect.provide(put(path, text), DurableMemory.layerOn(disk))

const onDisk = <A, E>(
  disk: MemoryDisk.MemoryDisk,
  work: (durable: Durable["Service"]) => Effect.Effect<A, E>
) => Effect.provide(Effect.flatMap(Durable, work), DurableMemory.layerOn(disk))

const link = (disk: MemoryDisk.MemoryDisk, target: string, path: string) =>
  onDisk(disk, (durable) => durable.link(target, path))

/** Everything outside the project and H. */
const outside = (disk: MemoryDisk.MemoryDisk): Record<string, string> =>
  Object.fromEntries(
    [...disk.snapshot()]
      .filter(([path]) => !path.startsWith(`${root}/`) && !path.startsWith("/home/ada/.gsd"))
      .map(([path, entry]) => [path, JSON.stringify({ ...entry, bytes: undefined, text: textOf(entry) })])
  )

const textOf = (entry: MemoryDisk.Entry): string =>
  entry.kind === "file" ? new TextDecoder().decode(entry.bytes) : ""

/** Tags of what each command ended with; `ok` when it did what it was told. */
const everything = Effect.fnUntraced(function* (disk: MemoryDisk.MemoryDisk) {
  const before = outside(disk)
  const run = on(disk)
  const ended = <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
    Effect.match(work, { onFailure: (error) => error._tag, onSuccess: () => "ok" })
  const rows: ReadonlyArray<Overlay> = yield* run(list(scope))
  const first = yield* ended(run(state(scope)))
  const { requested } = answering(true)
  const found = yield* Effect.provide(doctor(scope), doctorOn(disk, { workingDirectory: root }))
  const fixed = yield* Effect.provide(doctorFix(scope, requested), doctorOn(disk, { workingDirectory: root }))
  assert.deepStrictEqual(
    fixed.findings.map(({ kind, subject }) => `${kind} ${subject}`),
    found.findings.map(({ kind, subject }) => `${kind} ${subject}`)
  )
  assert.isFalse(fixed.findings.some((one) => one.outcome === "fixed"))
  assert.deepStrictEqual(outside(disk), before)
  const trust = yield* ended(run(trustAdd({ id, wait })))
  const installed = yield* ended(run(install(requestOf("/v1/hk-cap", { scope, replace: true }))))
  const removed = yield* ended(run(remove({ id, scope, wait })))
  assert.strictEqual(first, "ok")
  assert.deepStrictEqual(outside(disk), before)
  return { rows, ends: { trust, installed, removed } }
})

const forgedLedger = {
  version: "2",
  rev: 7,
  lastTx: "x",
  auditHead: "",
  entries: {},
  files: { [secret]: { removed: [] } },
  quarantined: {}
}

const forgedJournal = {
  v: 1,
  tx: "0123456789abcdef",
  op: "install",
  scope: "global",
  rev: 0,
  id,
  files: [{ path: secret, directory: "", before: "absent", after: "absent", mode: 420, uid: -1, gid: -1 }],
  dirsCreated: ["/outside"],
  dirsRemoved: ["/outside"],
  consentAdd: [],
  consentDrop: [],
  store: [],
  retire: []
}

describe("a hostile repository", () => {
  it.effect("with forged state of ours: none of it is read", () =>
    Effect.gen(function* () {
      const forged = {
        [`${own}/ledger.json`]: JSON.stringify(forgedLedger),
        [`${own}/tx/0123456789abcdef/journal.json`]: JSON.stringify(forgedJournal),
        [`${own}/tx/0123456789abcdef/0.before`]: "evil",
        [`${own}/lock`]: "not a database",
        [`${own}/lock.json`]: "{}",
        [`${own}/consent.json`]: JSON.stringify({ version: 1, records: [] }),
        [`${own}/policy.json`]: JSON.stringify({
          consent: { fromAgents: "allow" },
          network: { allow: ["*"] }
        }),
        [`${own}/staging/abc.live`]: "",
        [`${root}/.env`]: "GSD_HOME=/outside\n",
        [`${root}/.npmrc`]: "registry=https://evil.example\n"
      }
      const disk = newDisk(forged)
      yield* link(disk, "/outside", `${own}/staging/deadbeef`)
      yield* link(disk, "/outside", `${own}/trash`)
      const { rows, ends } = yield* everything(disk)
      assert.deepStrictEqual(rows, [])
      assert.deepStrictEqual(ends, { trust: "NotVendored", installed: "ok", removed: "ok" })
      const now = disk.snapshot()
      for (const [path, text] of Object.entries(forged)) {
        const entry = now.get(path)
        assert.strictEqual(entry === undefined ? undefined : textOf(entry), text, path)
      }
      assert.strictEqual(now.get(`${own}/trash`)?.kind, "link")
    })
  )

  it.effect("whose vendored files are links out of it", () =>
    Effect.gen(function* () {
      const disk = newDisk(below(vendored, { "capability.json": capability()["capability.json"] ?? "" }))
      yield* onDisk(disk, (durable) => durable.makeDirectory(`${vendored}/hooks`, { mode: 0o755 }))
      yield* link(disk, secret, `${vendored}/hooks/a.sh`)
      const { rows, ends } = yield* everything(disk)
      assert.deepInclude(rows[0], { id, status: "skipped" })
      assert.match(rows[0]?.reason ?? "", /hooks\/a\.sh` is not used: it is a symbolic link/u)
      assert.deepStrictEqual(ends, {
        trust: "ProjectPathRefused",
        installed: "ProjectPathRefused",
        removed: "NotInstalled"
      })
    })
  )

  const folders = [
    ["`.gsd`", own, "/outside"],
    ["the folder of vendored capabilities", `${own}/capabilities`, "/outside"],
    ["one vendored folder", vendored, "/outside/hk-cap"],
    ["the lockfile", lockPath, "/outside/settings.json"],
    ["a vendored folder's folder", `${vendored}/hooks`, "/outside/hk-cap/hooks"]
  ] as const
  it.effect.each(folders)("that links %s out of it: nothing is written there", ([, path, target]) =>
    Effect.gen(function* () {
      const disk = newDisk()
      const parent = path.slice(0, path.lastIndexOf("/"))
      if (parent !== root) yield* write(disk, `${parent}/.keep`, "")
      yield* link(disk, target, path)
      const { ends } = yield* everything(disk)
      assert.strictEqual(ends.installed, "ProjectPathRefused")
      assert.include(["NotVendored", "ProjectPathRefused", "LockfileUnreadable"], ends.trust)
      assert.strictEqual(disk.snapshot().get(path)?.kind, "link")
    })
  )

  it.effect("that swaps folders for links after an install: removal follows none", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      yield* on(disk)(install(requestOf("/v1/hk-cap", { scope })))
      yield* onDisk(disk, (durable) => durable.removeTree(`${vendored}/hooks`))
      yield* write(disk, "/outside/hooks/a.sh", "#!/bin/sh\necho hello\n")
      yield* link(disk, "/outside/hooks", `${vendored}/hooks`)
      const before = outside(disk)
      assert.strictEqual((yield* on(disk)(list(scope)))[0]?.status, "active")
      const receipt = yield* on(disk)(remove({ id, scope, wait }))
      assert.match(receipt.warnings.join("\n"), /hooks\/a\.sh` is left as it is/u)
      assert.deepStrictEqual(outside(disk), before)
      assert.strictEqual(disk.snapshot().get(`${vendored}/hooks`)?.kind, "link")
    })
  )

  const lockfiles: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["no JSON", "{", /Not valid JSON/u],
    ["10,000 levels", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, /nest deeper/u],
    ["no object", "[]", /no JSON object/u],
    ["another version", '{"version":"9","capabilities":{}}', /version/u],
    ["no capabilities", '{"version":1,"capabilities":[]}', /no object/u],
    ["a key twice", '{"version":1,"capabilities":{"a":1,"a":2}}', /twice/u]
  ]
  it.effect.each(lockfiles)("with a lockfile that holds %s: it is told and left", ([, text, reason]) =>
    Effect.gen(function* () {
      const disk = newDisk({ [lockPath]: text, ...below(vendored, capability()) })
      const { rows, ends } = yield* everything(disk)
      const row = rows.find((one) => one.id === "capabilities.lock.json")
      assert.deepInclude(row, { status: "skipped" })
      assert.match(row?.reason ?? "", reason)
      assert.deepStrictEqual(ends, {
        trust: "LockfileUnreadable",
        installed: "LockfileUnreadable",
        removed: "NotInstalled"
      })
      assert.strictEqual(textOf(disk.snapshot().get(lockPath) as MemoryDisk.Entry), text)
    })
  )

  it.effect("with a lockfile of absurd entries: each is told, and none is lost or believed", () =>
    Effect.gen(function* () {
      const hash = `sha512-${"A".repeat(86)}==`
      const text = `{"version":1,"capabilities":{"__proto__":{"contentHash":"${hash}"},"constructor":1,"../../x":null,
        "toString":[],"hk-cap":{"source":7,"contentHash":"${hash}"},"zz":{"source":"local","resolved":"1",
        "contentHash":"sha512-x","consentDigest":""}}}`
      const disk = newDisk({ [lockPath]: text, ...below(vendored, capability()) })
      const rows = yield* on(disk)(list(scope))
      assert.deepStrictEqual(
        rows.map((row) => `${row.id} ${row.status}`),
        [
          "../../x skipped",
          "__proto__ skipped",
          "constructor skipped",
          "hk-cap inactive",
          "toString skipped",
          "zz skipped"
        ]
      )
      assert.match(rows[3]?.reason ?? "", /not those that the lockfile names/u)
      const mismatch = yield* Effect.flip(on(disk)(trustAdd({ id, wait })))
      assert.strictEqual(mismatch._tag, "IntegrityMismatch")
      assert.include(mismatch.message, hash)
      yield* on(disk)(install(requestOf("/v1/hk-cap", { scope })))
      const now = textOf(disk.snapshot().get(lockPath) as MemoryDisk.Entry)
      assert.include(now, `"__proto__": {\n      "contentHash": "${hash}"`)
      assert.include(now, '"../../x": null')
      assert.strictEqual(Object.prototype.hasOwnProperty.call({}, "contentHash"), false)
    })
  )

  it.effect("whose folder names are no ids: nothing outside is reached by one", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      for (const name of ["../../../outside/hk-cap", "..", ".", "", "a/b", "/outside/hk-cap", "con"]) {
        const refusal = yield* refuse(disk, on(disk)(trustAdd({ id: name, wait })))
        assert.strictEqual(refusal.tag, "NotVendored")
      }
    })
  )

  it.effect("whose manifest names another id, or a first-party one", () =>
    Effect.gen(function* () {
      const disk = newDisk(below(vendored, capability({ id: "other" })))
      const { rows, ends } = yield* everything(disk)
      assert.strictEqual(rows[0]?.status, "skipped")
      assert.strictEqual(ends.trust, "ManifestInvalid")
    })
  )

  it.effect("whose settings file is a link out of it: it is not wired through", () =>
    Effect.gen(function* () {
      const disk = newDisk()
      yield* write(disk, `${root}/.host/x`, "")
      yield* link(disk, "/outside/settings.json", `${root}/.host/settings.json`)
      const wire = [`${root}/.host/settings.json`]
      const before = outside(disk)
      const refusal = yield* Effect.flip(on(disk)(install(requestOf("/v1/hk-cap", { scope, wire }))))
      assert.strictEqual(refusal._tag, "TargetRefused")
      assert.deepStrictEqual(outside(disk), before)
      assert.isFalse(disk.snapshot().has(own))
      const ours = yield* Effect.flip(on(disk)(plan(requestOf("/v1/hk-cap", { scope, wire: [lockPath] }))))
      assert.strictEqual(ours._tag, "TargetRefused")
    })
  )

  const swaps = [
    ["the settings file", `${root}/.host/settings.json`, "/outside/host/settings.json"],
    ["its folder", `${root}/.host`, "/outside/host"]
  ] as const
  it.effect.each(swaps)(
    "that puts a link in place of %s after an install: it is not edited",
    ([, path, target]) =>
      Effect.gen(function* () {
        const settings = `${root}/.host/settings.json`
        const disk = newDisk({ [settings]: '{ "a": 1 }\n' })
        const run = on(disk)
        yield* run(install(requestOf("/v1/hk-cap", { scope, wire: [settings] })))
        const wired = textOf(disk.snapshot().get(settings) as MemoryDisk.Entry)
        for (const text of [wired, '{ "a": 1 }\n']) {
          const swapped = disk.copy()
          yield* write(swapped, "/outside/host/settings.json", text)
          yield* onDisk(swapped, (durable) => durable.removeTree(`${root}/.host`))
          if (path === settings) yield* write(swapped, `${root}/.host/other`, "")
          yield* link(swapped, target, path)
          const before = outside(swapped)
          const { requested } = answering(true)
          yield* Effect.provide(
            doctorFix(scope, requested),
            doctorOn(swapped, { workingDirectory: root })
          ).pipe(Effect.ignore)
          yield* on(swapped)(list(scope))
          const ended = <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
            Effect.match(work, { onFailure: (error) => error._tag, onSuccess: () => "ok" })
          const commands = [
            (copy: MemoryDisk.MemoryDisk) => ended(on(copy)(disable({ id, scope, wait }))),
            (copy: MemoryDisk.MemoryDisk) => ended(on(copy)(remove({ id, scope, wait }))),
            (copy: MemoryDisk.MemoryDisk) => ended(on(copy)(trustRevoke({ id, scope, wait }))),
            (copy: MemoryDisk.MemoryDisk) =>
              ended(on(copy)(update({ id, scope, wait, spec: "/v2/hk-cap", allowDowngrade: false })))
          ]
          for (const command of commands) {
            const copy = swapped.copy()
            const tag = yield* command(copy)
            if (text === wired) assert.strictEqual(tag, "TargetRefused")
            assert.deepStrictEqual(outside(copy), before)
          }
          assert.deepStrictEqual(outside(swapped), before)
        }
      })
  )

  it.effect("that is wired itself: what is written there is said not to be for everybody", () =>
    Effect.gen(function* () {
      const disk = newDisk({ [`${root}/.host/settings.json`]: "{}\n" })
      const wire = [".host/settings.json"]
      const receipt = yield* on(disk)(install(requestOf("/v1/hk-cap", { scope, wire })))
      assert.match(receipt.warnings.join("\n"), /\.host\/settings\.json` lies in the repository/u)
      assert.strictEqual(receipt.wired[0]?.state, "present")
      yield* on(disk)(remove({ id, scope, wait }))
      const entry = disk.snapshot().get(`${root}/.host/settings.json`) as MemoryDisk.Entry
      assert.strictEqual(textOf(entry), "{}\n")
    })
  )

  it.effect("cannot widen the user's policy", () =>
    Effect.gen(function* () {
      const disk = newDisk({
        "/home/ada/.gsd/policy.json": JSON.stringify({ strictKnownRegistries: ["npm"] }),
        [`${root}/.planning/config.json`]: JSON.stringify({
          capabilities: { strict_known_registries: ["local", "npm"], consent: { fromAgents: "allow" } }
        }),
        ...below(vendored, capability())
      })
      yield* onDisk(disk, (durable) => durable.chmod("/home/ada/.gsd", 0o700))
      const { ends } = yield* everything(disk)
      assert.deepStrictEqual(ends, {
        trust: "SourceNotAllowed",
        installed: "SourceNotAllowed",
        removed: "NotInstalled"
      })
    })
  )

  it.effect("whose configuration is a link or no JSON: everything that asks it is refused", () =>
    Effect.gen(function* () {
      const disk = newDisk(below(vendored, capability()))
      yield* write(disk, `${root}/.planning/x`, "")
      yield* link(disk, secret, `${root}/.planning/config.json`)
      const { ends } = yield* everything(disk)
      assert.deepStrictEqual(ends, {
        trust: "PolicyUnreadable",
        installed: "PolicyUnreadable",
        removed: "NotInstalled"
      })
    })
  )
})
