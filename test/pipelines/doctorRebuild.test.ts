import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { RebuildReport, type RebuildPlan } from "../../src/domain/doctor/rebuildPlan.ts"
import { decodeLedger } from "../../src/domain/ledger/codec.ts"
import type { LedgerState } from "../../src/domain/ledger/state.ts"
import { globalScope } from "../../src/domain/paths.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { everyCrash } from "../../src/layers/fault/everyCrash.ts"
import { doctor } from "../../src/pipelines/doctor.ts"
import { loadRegistry } from "../../src/pipelines/loadRegistry.ts"
import { doctorRebuild } from "../../src/pipelines/doctorRebuild.ts"
import { disable, enable } from "../../src/pipelines/enable.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { pin } from "../../src/pipelines/pin.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { update } from "../../src/pipelines/update.ts"
import { once } from "../faults/once.ts"
import { nextCommand, reportedOn } from "../faults/invariants.ts"
import { seeded } from "../faults/walks.ts"
import { below, capability } from "../support/capabilities.ts"
import { treatOn } from "../support/doctor.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { refuse, treeOf } from "../support/refusal.ts"
import { onDisk, settings, textAt, wiredDisk, write } from "../support/wired.ts"

const scope = globalScope
const wait = Duration.seconds(30)
const id = "hk-cap"
const h = "/home/ada/.gsd"
const path = `${h}/ledger.json`

const answer = (yes: boolean) => {
  const asked: Array<RebuildPlan> = []
  const approve = (plan: RebuildPlan) =>
    Effect.sync(() => {
      asked.push(plan)
      return yes
    })
  return { asked, requested: { approve, wait } }
}

const rebuild = Effect.fnUntraced(function* (disk: MemoryDisk.MemoryDisk, yes = true) {
  const { asked, requested } = answer(yes)
  const report = yield* treatOn(disk)(doctorRebuild(scope, requested))
  assert.deepStrictEqual(yield* Schema.decodeEffect(RebuildReport)(report), report)
  assert.strictEqual(asked.length, 1)
  return report
})

const ledgerOn = (disk: MemoryDisk.MemoryDisk): LedgerState =>
  Result.getOrThrow(decodeLedger(path, new TextEncoder().encode(textAt(disk, path))))

/** What must be the same in a rebuilt ledger: all of an entry but how its splices were made. */
const essence = (ledger: LedgerState) =>
  [...ledger.entries].map(([name, { sharedEdits, ...entry }]) => ({
    name,
    ...entry,
    marks: sharedEdits.map(({ file, marker, pointer }) => ({ file, marker, pointer }))
  }))

const breakLedger = Effect.fnUntraced(function* (disk: MemoryDisk.MemoryDisk) {
  const before = ledgerOn(disk)
  yield* write(disk, path, textAt(disk, path).slice(0, 10))
  return before
})

/** Installed, updated, rolled back, wired; another one came and went; then the ledger broke. */
const broken = Effect.gen(function* () {
  const disk = yield* wiredDisk
  yield* runOn(disk)(install(requestOf("/other/other", { wire: [settings] })))
  yield* runOn(disk)(update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }))
  yield* runOn(disk)(rollback({ id, scope, wait }))
  yield* runOn(disk)(remove({ id: "other", scope, wait }))
  const ledger = yield* breakLedger(disk)
  return { disk: disk.copy(), ledger }
})

describe("doctorRebuild", () => {
  it.effect("keeps switched off what gsd brings along", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      for (const one of ["ui", "claude"]) yield* runOn(disk)(disable({ id: one, scope, wait }))
      yield* runOn(disk)(enable({ id: "claude", scope, wait }))
      yield* breakLedger(disk)
      yield* rebuild(disk)
      const { members } = yield* runOn(disk)(loadRegistry({ includeInstalled: true, scope }))
      assert.deepStrictEqual([members.has("ui"), members.has("claude")], [false, true])
    })
  )

  it.effect(
    "leaves nothing to be found: the broken ledger it keeps is a finding while there is no other",
    () =>
      Effect.gen(function* () {
        const disk = yield* wiredDisk
        yield* breakLedger(disk)
        const { kept = "" } = yield* rebuild(disk)
        assert.isTrue((yield* treatOn(disk)(doctor(scope))).healthy)
        assert.isTrue(disk.snapshot().has(kept))
        yield* breakLedger(disk)
        const kindsNow = (yield* treatOn(disk)(doctor(scope))).findings.map((one) => one.kind)
        assert.deepStrictEqual(kindsNow, ["ledger-unreadable", "attention"])
        yield* rebuild(disk)
        assert.isTrue((yield* treatOn(disk)(doctor(scope))).healthy)
      })
  )

  it.effect("U12: a truncated ledger is refused and left, and gives its entries back after a yes", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const lost = yield* breakLedger(disk)
      const bytes = textAt(disk, path)
      const refusal = yield* refuse(disk, runOn(disk)(install(requestOf("/other/other"))))
      assert.include(refusal, { tag: "LedgerCorrupt", exit: 4 })
      const before = treeOf(disk)
      assert.strictEqual((yield* rebuild(disk, false)).status, "declined")
      assert.deepStrictEqual(treeOf(disk), before)
      const report = yield* rebuild(disk)
      assert.deepInclude(report.entries[0], {
        id,
        version: "1.0.0",
        source: "/src/hk-cap",
        consented: true,
        wired: [settings]
      })
      assert.strictEqual(textAt(disk, report.kept ?? ""), bytes)
      assert.deepStrictEqual(essence(ledgerOn(disk)), essence(lost))
      const rows = yield* runOn(disk)(list(scope))
      assert.deepStrictEqual(
        rows.map((row) => [row.id, row.status, row.wired.map((one) => one.state)]),
        [[id, "active", ["present", "present"]]]
      )
      assert.deepStrictEqual(yield* treatOn(disk)(doctor(scope)), { findings: [], healthy: true })
      yield* runOn(disk)(install(requestOf("/other/other")))
      yield* runOn(disk)(remove({ id, scope, wait }))
      assert.strictEqual(JSON.parse(textAt(disk, settings)).model, "x")
      assert.notInclude(textAt(disk, settings), h)
      assert.notInclude(textAt(disk, settings), "demo")
    })
  )

  it.effect("brings back kept generations, the active one among them, and nothing of what was removed", () =>
    Effect.gen(function* () {
      const { disk, ledger } = yield* broken
      const report = yield* rebuild(disk)
      assert.deepStrictEqual(report.lost, [])
      assert.deepStrictEqual(essence(ledgerOn(disk)), essence(ledger))
      assert.strictEqual(ledgerOn(disk).rev, ledger.rev + 1)
      yield* runOn(disk)(rollback({ id, scope, wait, to: 2 }))
      assert.strictEqual((yield* runOn(disk)(list(scope)))[0]?.version, "1.1.0")
      yield* runOn(disk)(update({ id, scope, wait, allowDowngrade: true, spec: "/src/hk-cap" }))
    })
  )

  it.effect("keeps off what was switched off", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const wired = textAt(disk, settings)
      yield* runOn(disk)(disable({ id, scope, wait }))
      yield* breakLedger(disk)
      yield* write(disk, settings, wired)
      yield* rebuild(disk)
      assert.isTrue(ledgerOn(disk).entries.get(id)?.disabled)
      const kinds = (yield* treatOn(disk)(doctor(scope))).findings.map((one) => one.kind)
      assert.deepStrictEqual(kinds, ["wiring-resurrected", "wiring-resurrected"])
    })
  )

  it.effect("keeps pinned what was pinned", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* runOn(disk)(pin({ id, scope, wait }))
      yield* breakLedger(disk)
      yield* rebuild(disk)
      assert.strictEqual(ledgerOn(disk).entries.get(id)?.pin, "1.0.0")
    })
  )

  it.effect("believes the log as far as its chain holds, and consent records for its lost end", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* runOn(disk)(update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }))
      const lost = yield* breakLedger(disk)
      const log = textAt(disk, `${h}/audit.jsonl`)
      const torn = disk.copy()
      yield* write(torn, `${h}/audit.jsonl`, `${log}{"v":1,"at"`)
      assert.deepStrictEqual((yield* rebuild(torn)).notes, [])
      assert.deepStrictEqual(essence(ledgerOn(torn)), essence(lost))
      const forged = disk.copy()
      yield* write(forged, `${h}/audit.jsonl`, log.replace(/"source":"\/v2[^"]*"/u, '"source":"/evil"'))
      const report = yield* rebuild(forged)
      assert.match(report.notes.join(), /broken at line 4/u)
      assert.notInclude(JSON.stringify(essence(ledgerOn(forged))), "/evil")
      const none = disk.copy()
      yield* onDisk(none, (durable) => durable.unlink(`${h}/audit.jsonl`))
      const told = yield* rebuild(none)
      assert.deepInclude(told.entries[0], { id, source: "", consented: true, generations: 2, wired: [] })
      const refusal = yield* Effect.flip(runOn(none)(update({ id, scope, wait, allowDowngrade: false })))
      assert.strictEqual(refusal._tag, "SourceUnknown")
    })
  )

  it.effect("names what is lost when its bytes are, and what of it a host would still run", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* breakLedger(disk)
      const [script = ""] = [...disk.snapshot().keys()].filter((one) => one.endsWith("/bundle/hooks/a.sh"))
      yield* onDisk(disk, (durable) => durable.unlink(script))
      const report = yield* rebuild(disk)
      assert.deepStrictEqual([report.entries, report.lost], [[], [id]])
      const kinds = (yield* treatOn(disk)(doctor(scope))).findings.map((one) => one.kind)
      assert.includeMembers(kinds, ["wiring-resurrected"])
    })
  )

  it.effect("keeps what has a hook that no host could start, which was never wired", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({
        directories: ["/home/ada"],
        files: below("/src/hk-cap", capability({}, { "hooks/a.sh": "echo no interpreter\n" }))
      })
      yield* runOn(disk)(install(requestOf("/src/hk-cap")))
      const lost = yield* breakLedger(disk)
      const report = yield* rebuild(disk)
      assert.deepStrictEqual([report.entries.map((one) => one.id), report.lost], [[id], []])
      assert.deepStrictEqual(essence(ledgerOn(disk)), essence(lost))
      assert.strictEqual((yield* runOn(disk)(list(scope)))[0]?.status, "active")
    })
  )

  it.effect("rebuilds with consents that cannot be read: nothing is active", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      yield* breakLedger(disk)
      yield* write(disk, `${h}/consent.json`, "{")
      const report = yield* rebuild(disk)
      assert.strictEqual(report.entries[0]?.consented, false)
      assert.strictEqual((yield* runOn(disk)(list(scope)))[0]?.status, "inactive")
      assert.strictEqual(textAt(disk, `${h}/consent.json`), "{")
    })
  )

  it.effect("refuses a ledger that can be read, or is newer, or is no file", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const run = treatOn(disk)(doctorRebuild(scope, answer(true).requested))
      assert.include(yield* refuse(disk, run), { tag: "LedgerNotBroken", exit: 4 })
      yield* write(disk, path, '{"version":"3"}')
      assert.include(yield* refuse(disk, run), { tag: "LedgerTooNew", exit: 4 })
      yield* onDisk(disk, (durable) => durable.unlink(path))
      yield* onDisk(disk, (durable) => durable.link("/home/ada/elsewhere", path))
      assert.include(yield* refuse(disk, run), { tag: "DiskFailure" })
    })
  )

  it.effect("rebuilds a project's ledger alone, and believes nothing that the project brings along", () =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const project = { kind: "project", key: "b".repeat(32), root: "/workspace/p" } as const
      const own = `${h}/projects/${project.key}/ledger.json`
      yield* runOn(disk, { workingDirectory: "/workspace/p" })(
        install(requestOf("/other/other", { scope: project }))
      )
      const lost = textAt(disk, own)
      const global = textAt(disk, path)
      yield* write(disk, own, "{")
      const log = textAt(disk, `${h}/audit.jsonl`).replaceAll('"scope":"global"', `"scope":"${project.key}"`)
      yield* write(disk, "/workspace/p/.gsd/ledger.json", global)
      yield* write(disk, "/workspace/p/.gsd/audit.jsonl", log)
      yield* write(disk, "/workspace/p/.gsd/consent.json", textAt(disk, `${h}/consent.json`))
      const inside = () => Object.entries(treeOf(disk)).filter(([one]) => one.startsWith("/workspace/"))
      const before = inside()
      const run = treatOn(disk, { workingDirectory: "/workspace/p" })
      const report = yield* run(doctorRebuild(project, answer(true).requested))
      assert.deepStrictEqual(
        report.entries.map((one) => [one.id, one.consented]),
        [["other", true]]
      )
      const names = (text: string) => [
        ...Result.getOrThrow(decodeLedger(own, new TextEncoder().encode(text))).entries.keys()
      ]
      assert.deepStrictEqual(names(textAt(disk, own)), names(lost))
      assert.strictEqual(textAt(disk, path), global)
      assert.deepStrictEqual(inside(), before)
    })
  )

  it.effect(
    "closes the transaction that waits for the ledger: finished where the log proves its commit, else undone",
    () =>
      Effect.gen(function* () {
        const start = yield* wiredDisk
        const program = (disk: MemoryDisk.MemoryDisk) =>
          runOn(disk)(
            seeded(update({ id, spec: "/v2/hk-cap", scope, wait, allowDowngrade: false }), "update")
          )
        const done = start.copy()
        yield* program(done)
        const ends = { "1.0.0": textAt(start, settings), "1.1.0": textAt(done, settings) }
        const seen = new Set<string>()
        const proveOnce = once()
        yield* everyCrash(
          program,
          ({ disk }) =>
            proveOnce(
              disk,
              Effect.gen(function* () {
                if (![...disk.snapshot().keys()].some((one) => one.endsWith("/journal.json"))) return
                yield* write(disk, path, "{")
                const report = yield* rebuild(disk)
                assert.strictEqual(report.interrupted.length, 1)
                const version = report.entries[0]?.version === "1.1.0" ? "1.1.0" : "1.0.0"
                seen.add(version)
                assert.deepInclude(report.entries[0], { id, version, consented: true })
                assert.strictEqual(textAt(disk, settings), ends[version])
                yield* nextCommand(disk)
                assert.deepStrictEqual(
                  (yield* runOn(disk)(list(scope))).map((row) => [row.version, row.status]),
                  [[version, "active"]]
                )
              })
            ),
          { start, at: (step) => step % 3 === 0 }
        )
        assert.deepStrictEqual([...seen].toSorted(), ["1.0.0", "1.1.0"])
      })
  )

  it.effect("leaves the broken ledger or the whole new one, wherever the power goes", () =>
    Effect.gen(function* () {
      const { disk: start } = yield* broken
      const brokenText = textAt(start, path)
      const program = (disk: MemoryDisk.MemoryDisk) =>
        treatOn(disk)(seeded(doctorRebuild(scope, answer(true).requested), "rebuild"))
      const done = start.copy()
      yield* program(done)
      const ends = { ledger: essence(ledgerOn(done)), report: yield* reportedOn(done.copy()) }
      const proveOnce = once()
      yield* everyCrash(
        program,
        ({ disk }) =>
          proveOnce(
            disk,
            Effect.gen(function* () {
              if (textAt(disk, path) === brokenText) yield* rebuild(disk)
              yield* nextCommand(disk)
              assert.deepStrictEqual(essence(ledgerOn(disk)), ends.ledger)
              assert.deepStrictEqual(yield* reportedOn(disk.copy()), ends.report)
              assert.strictEqual(textAt(disk, settings), textAt(done, settings))
              const kept = [...disk.snapshot()].filter(([one]) =>
                one.startsWith(`${h}/attention/ledger-global-`)
              )
              assert.isTrue(kept.some(([one]) => textAt(disk, one) === brokenText))
            })
          ),
        { start }
      )
    })
  )
})
