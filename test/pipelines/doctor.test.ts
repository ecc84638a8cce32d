import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Diagnosis } from "../../src/domain/doctor/finding.ts"
import * as Schema from "effect/Schema"
import { globalScope } from "../../src/domain/paths.ts"
import { realmOf, RunCookie } from "../../src/domain/process/cookie.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { doctor } from "../../src/pipelines/doctor.ts"
import { disable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { treatOn } from "../support/doctor.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { treeOf } from "../support/refusal.ts"
import { storeFiles } from "../support/store.ts"
import { onDisk, settings, textAt, wiredDisk, write } from "../support/wired.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const id = "hk-cap"
const h = "/home/ada/.gsd"
/** Diagnoses; nothing outside caches may change by it. */
const diagnose = Effect.fnUntraced(function* (
  disk: MemoryDisk.MemoryDisk,
  options: Parameters<typeof treatOn>[1] = {}
) {
  const before = treeOf(disk)
  const diagnosis: Diagnosis = yield* treatOn(disk, options)(doctor(scope))
  assert.deepStrictEqual(treeOf(disk), before)
  assert.deepStrictEqual(yield* Schema.decodeEffect(Diagnosis)(diagnosis), diagnosis)
  return diagnosis
})

/** `kind fix` of every finding. */
const kindsOf = ({ findings }: Diagnosis) => findings.map((one) => `${one.kind} ${one.fix}`)

describe("doctor", () => {
  it.effect("finds nothing where all is well, nor where nothing was ever installed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* diagnose(yield* wiredDisk), { findings: [], healthy: true })
      const empty = MemoryDisk.make({ directories: ["/home/ada"] })
      assert.deepStrictEqual(yield* diagnose(empty), { findings: [], healthy: true })
    })
  )

  it.effect("names an interrupted transaction, and that the ledger blocks it", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const journal = {
        v: 1,
        tx: "00112233aabbccdd",
        op: "install",
        scope: "global",
        rev: 1,
        id: "x",
        files: [],
        dirsCreated: [],
        consentAdd: [],
        consentDrop: [],
        store: [],
        retire: []
      }
      yield* write(disk, `${h}/tx/${journal.tx}/journal.json`, JSON.stringify(journal))
      yield* write(disk, `/home/ada/.host/.settings.json.gsd-${journal.tx}`, "{}")
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), [
        "transaction-interrupted automatic",
        "temporary-left automatic"
      ])
      yield* write(disk, `${h}/ledger.json`, "{")
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), [
        "ledger-unreadable none",
        "transaction-blocked none"
      ])
    })
  )

  it.effect("names dead stagings and our temporaries beside settings files, and nobody else's", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* write(disk, `${h}/staging/0011/bundle/a`, "half")
      yield* write(disk, `${h}/staging/2233.live`, "")
      yield* write(disk, "/home/ada/.host/.settings.json.gsd-00112233aabbccdd", "{}")
      yield* write(disk, "/home/ada/.host/.settings.json.gsd-mine", "{}")
      yield* write(disk, "/home/ada/.host/.other.json.gsd-00112233aabbccdd", "{}")
      const found = yield* diagnose(disk)
      assert.deepStrictEqual(
        found.findings.map((one) => `${one.kind} ${one.subject} ${one.fix}`),
        [
          `staging-dead ${h}/staging/0011 automatic`,
          `staging-dead ${h}/staging/2233 automatic`,
          "temporary-left /home/ada/.host/.settings.json.gsd-00112233aabbccdd asks"
        ]
      )
    })
  )

  it.effect("names bundles that no ledger names, and mends those older than an hour", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* runOn(disk)(storeFiles({ "capability.json": "{}" }))
      yield* write(disk, `${h}/store/notes/a.txt`, "mine")
      const young = yield* diagnose(disk)
      assert.sameMembers(kindsOf(young), ["bundle-unnamed none", "bundle-stray none"])
      yield* TestClock.adjust("2 hours")
      assert.sameMembers(kindsOf(yield* diagnose(disk)), ["bundle-unnamed automatic", "bundle-stray none"])
    })
  )

  it.effect("names entries whose bundle is gone or changed, and the hook that would start nothing", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const [stored = ""] = [...disk.snapshot().keys()].filter((path) => path.endsWith("/bundle/hooks/a.sh"))
      const changed = disk.copy()
      yield* onDisk(changed, (durable) => durable.chmod(stored, 0o700))
      yield* write(changed, stored, "#!/bin/sh\nevil\n")
      assert.deepStrictEqual(kindsOf(yield* diagnose(changed)), [
        "bundle-modified none",
        "wiring-inactive asks",
        "wiring-inactive asks"
      ])
      yield* onDisk(disk, (durable) => durable.unlink(stored))
      const gone = yield* diagnose(disk)
      assert.deepStrictEqual(kindsOf(gone), [
        "bundle-missing none",
        "wiring-inactive asks",
        "wiring-inactive asks",
        "script-missing none"
      ])
      assert.include(gone.findings[3]?.message, stored)
      assert.include(gone.findings[3]?.hint, "update hk-cap")
    })
  )

  it.effect("names ledgers that cannot be read or are newer, of every scope, and entries kept aside", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const ledger = textAt(disk, `${h}/ledger.json`)
      const aside = disk.copy()
      yield* write(aside, `${h}/ledger.json`, ledger.replace(/"version": "1\.0\.0"/u, '"version": 1'))
      assert.include(kindsOf(yield* diagnose(aside)), "entry-quarantined none")
      yield* write(disk, `${h}/projects/${"a".repeat(32)}/ledger.json`, '{"version":"9"}')
      yield* write(disk, `${h}/ledger.json`, ledger.slice(0, 10))
      const found = yield* diagnose(disk)
      assert.deepStrictEqual(kindsOf(found), ["ledger-unreadable none", "ledger-newer none"])
      assert.include(found.findings[0]?.hint, "--rebuild")
    })
  )

  it.effect("names a consent store that cannot be read, and records for nothing", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const store: { records: ReadonlyArray<object> } = JSON.parse(textAt(disk, `${h}/consent.json`))
      const [record = {}] = store.records
      const more = [record, { ...record, id: "gone" }, { ...record, scope: "a".repeat(32) }]
      yield* write(disk, `${h}/consent.json`, JSON.stringify({ version: "1", records: more }))
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), [
        "record-unneeded automatic",
        "record-unneeded automatic"
      ])
      yield* write(disk, `${h}/consent.json`, "{")
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), ["consent-unreadable none"])
    })
  )

  it.effect("names a policy key that is not known, by what was meant, and a policy that cannot be read", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* write(
        disk,
        `${h}/policy.json`,
        '{"strictKnownRegistry":[],"consent":{"fromAgent":"deny"},"generations":2}'
      )
      const found = yield* diagnose(disk)
      assert.deepStrictEqual(
        found.findings.map(({ hint, subject }) => [subject, hint]),
        [
          [
            `${h}/policy.json: strictKnownRegistry`,
            "Known there are strictKnownRegistries, network, signatures, consent, gateLoadFailure, generations, minAge"
          ],
          [`${h}/policy.json: consent.fromAgent`, "Did you mean fromAgents?"]
        ]
      )
      yield* write(disk, `${h}/policy.json`, '{"strictKnownRegistires":[]}')
      assert.include((yield* diagnose(disk)).findings[0]?.hint, "strictKnownRegistries")
      yield* write(disk, `${h}/policy.json`, "{")
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), ["policy-unreadable none"])
    })
  )

  it.effect("names what was set aside, a lock file by its kind, and stray views", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* write(disk, `${h}/attention/lock.17.unusable`, "not a database")
      yield* write(disk, `${h}/attention/00112233aabbccdd-0.txt`, "a note")
      yield* write(disk, `${h}/capabilities/other/capability.json`, "{}")
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), [
        "attention none",
        "lock-set-aside none",
        "view-stray none"
      ])
    })
  )

  it.effect(
    "names hooks and servers that are missing, came back, collide, or are in a file that cannot be read",
    () =>
      Effect.gen(function* () {
        const disk = yield* wiredDisk
        const wired = textAt(disk, settings)
        yield* write(disk, settings, '{ "mcpServers": { "demo": { "command": "theirs" } } }')
        const found = yield* diagnose(disk)
        assert.deepStrictEqual(kindsOf(found), ["wiring-missing asks", "wiring-collides none"])
        yield* write(disk, settings, "{ nonsense")
        assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), ["settings-unreadable none"])
        yield* write(disk, settings, wired)
        yield* runOn(disk)(disable({ id, scope, wait }))
        yield* write(disk, settings, wired)
        assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), [
          "wiring-resurrected asks",
          "wiring-resurrected asks"
        ])
      })
  )

  it.effect("names hooks and servers that a host runs though their capability is not active", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* onDisk(disk, (durable) => durable.unlink(`${h}/consent.json`))
      const { findings } = yield* diagnose(disk)
      assert.deepStrictEqual(
        findings.map((one) => `${one.kind} ${one.fix}`),
        ["wiring-inactive asks", "wiring-inactive asks"]
      )
      assert.match(
        findings[0]?.message ?? "",
        /hook of hk-cap on SessionStart.*not active: nobody consented/u
      )
      assert.match(findings[1]?.message ?? "", /server demo of hk-cap.*\/mcpServers\/demo/u)
    })
  )

  it.effect("says nothing of what is active while consents or the policy cannot be read", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* write(disk, `${h}/policy.json`, "{")
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), ["policy-unreadable none"])
      yield* write(disk, `${h}/policy.json`, "{}")
      yield* write(disk, `${h}/consent.json`, "{")
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), ["consent-unreadable none"])
    })
  )

  it.effect("puts nothing back of what may not run", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* write(disk, settings, "{}")
      yield* onDisk(disk, (durable) => durable.unlink(`${h}/consent.json`))
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), ["wiring-missing none", "wiring-missing none"])
    })
  )

  it.effect("names hooks into the store that no ledger knows, and any hook whose script is missing", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const hooks = (command: string) => ({ hooks: [{ type: "command", command }] })
      const document = JSON.parse(textAt(disk, settings))
      const other =
        Object.keys(Object.fromEntries(disk.snapshot())).find(
          (path) => path.endsWith("/capability.json") && path.startsWith(h)
        ) ?? ""
      document.hooks.Stop = [
        hooks(`'${other}'`),
        hooks("node '/gone/it'\\''s.js'"),
        hooks("/gone/b.sh"),
        hooks("echo /gone/c.sh")
      ]
      yield* write(disk, settings, JSON.stringify(document))
      const found = yield* diagnose(disk)
      assert.deepStrictEqual(
        found.findings.map(({ kind, subject }) => [kind, subject]),
        [
          ["hook-unrecorded", `${settings}: /hooks/Stop/0: ${other}`],
          ["script-missing", `${settings}: /hooks/Stop/1: /gone/it's.js`],
          ["script-missing", `${settings}: /hooks/Stop/2: /gone/b.sh`]
        ]
      )
    })
  )

  it.effect("names forged state inside a project, follows none of it, and lists what it listed", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const forged = "/workspace/p/.gsd"
      yield* write(disk, "/home/ada/secret", "s")
      for (const name of [
        "ledger.json",
        "consent.json",
        "policy.json",
        "lock",
        "tx/0011/journal.json",
        ".npmrc"
      ])
        yield* write(disk, `${forged}/${name}`, "{}")
      yield* write(disk, `${forged}/.gitignore`, "*")
      yield* onDisk(disk, (durable) => durable.link("/home/ada", `${forged}/staging`))
      yield* onDisk(disk, (durable) => durable.link("/home/ada", `${forged}/capabilities`))
      const found = yield* diagnose(disk, { workingDirectory: "/workspace/p" })
      assert.deepStrictEqual(
        found.findings.map(({ kind, subject }) => [kind, subject.slice(forged.length + 1)]),
        [".npmrc", "capabilities", "consent.json", "ledger.json", "lock", "policy.json", "staging", "tx"].map(
          (name) => ["project-forged", name]
        )
      )
      assert.strictEqual((yield* runOn(disk)(list(scope)))[0]?.status, "active")
    })
  )

  it.effect("names processes of its own home whose gsd is dead, by the innermost run, and never itself", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const [dead, alive] = [RunCookie.make("90-aa"), RunCookie.make("91-bb")]
      const processes = [
        { pid: 100, name: "left\u001b[2J", cookies: [alive, dead] },
        { pid: 101, name: "watched", cookies: [dead, alive] },
        { pid: 4711, name: "gsd", cookies: [dead] },
        { pid: 102, name: "elsewhere", cookies: [RunCookie.make(`90-${realmOf("/home/eve/.gsd")}-cc`)] },
        { pid: 103, name: "here", cookies: [RunCookie.make(`90-${realmOf(h)}-dd`)] }
      ]
      const found = yield* diagnose(disk, { processes, running: [91] })
      assert.deepStrictEqual(kindsOf(found), ["process-orphaned none", "process-orphaned none"])
      assert.include(found.findings[0]?.message, "Process 100 (left\\u{1b}[2J)")
      assert.include(found.findings[1]?.message, "Process 103 (here)")
    })
  )

  it.effect("a folder where the view of a capability belongs is left, and fails no command after it", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* write(disk, `${h}/capabilities/other/mine.txt`, "mine")
      const run = runOn(disk)
      assert.deepStrictEqual((yield* run(install(requestOf("/other/other")))).warnings, [])
      yield* run(remove({ id: "other", scope, wait }))
      assert.strictEqual(textAt(disk, `${h}/capabilities/other/mine.txt`), "mine")
      assert.deepStrictEqual(kindsOf(yield* diagnose(disk)), ["view-stray none"])
    })
  )
})
