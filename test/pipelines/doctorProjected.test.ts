import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { planDocument } from "../../src/domain/foreign/planDocument.ts"
import { globalScope } from "../../src/domain/paths.ts"
import type { DocumentEntry } from "../../src/domain/settings/entry.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { doctor } from "../../src/pipelines/doctor.ts"
import { doctorFix } from "../../src/pipelines/doctorFix.ts"
import { answering, treatOn } from "../support/doctor.ts"
import { textAt, wiredDisk, write } from "../support/wired.ts"
import { targetOf, textIn } from "../domain/foreign/walk.ts"

const ledger = "/home/ada/.gsd/ledger.json"
const host = "/home/ada/.host/hooks.json"

const store = /'(?<script>[^']*)'/u

/** What a runtime whose hooks are no nested lists is given, with a permission. */
const entriesFor = (disk: MemoryDisk): ReadonlyArray<DocumentEntry> => {
  const command = store.exec(textAt(disk, "/home/ada/.host/settings.json"))?.[0] ?? ""
  return [
    { kind: "item", keys: ["hooks", "beforeTool"], value: { command, managed: true } },
    { kind: "member", keys: [], name: "version", value: 1 }
  ]
}

/** The same disk, on which a capability's entries stand in a host's file as a projection puts them there. */
const projectedDisk = Effect.fnUntraced(function* (capability: string) {
  const disk = yield* wiredDisk
  yield* write(disk, host, "{}")
  const owner = `runtime:cursor/${capability}`
  const wish = { owners: [{ owner, entries: entriesFor(disk) }] }
  const { file } = Result.getOrThrow(
    planDocument(targetOf(host, new TextEncoder().encode("{}")), undefined, wish)
  )
  const recorded = JSON.parse(textAt(disk, ledger))
  const files = { ...recorded.files, [host]: { wiring: file.row.wiring?.now, removed: [] } }
  yield* write(disk, ledger, JSON.stringify({ ...recorded, files }))
  yield* write(disk, host, textIn(file.after) ?? "")
  return disk.copy()
})

const findingsOn = (disk: MemoryDisk) =>
  Effect.map(treatOn(disk)(doctor(globalScope)), ({ findings }) => findings)

const kindsOn = (disk: MemoryDisk) =>
  Effect.map(findingsOn(disk), (findings) => findings.map(({ fix, kind }) => `${kind} ${fix}`))

describe("doctor of what is projected", () => {
  it.effect("finds nothing where it stands, its hooks included", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* kindsOn(yield* projectedDisk("hk-cap")), [])
      assert.deepStrictEqual(yield* kindsOn(yield* projectedDisk("security")), [])
    })
  )

  it.effect("puts back what somebody took out, after asking", () =>
    Effect.gen(function* () {
      const disk = yield* projectedDisk("hk-cap")
      const before = textAt(disk, host)
      yield* write(disk, host, '{"version":1}')
      const [finding] = yield* findingsOn(disk)
      assert.deepStrictEqual(
        [finding?.kind, finding?.fix, finding?.message],
        [
          "wiring-missing",
          "asks",
          `The item of hk-cap for cursor in /hooks/beforeTool is not in ${host} any more`
        ]
      )
      const { requested } = answering(true)
      assert.isTrue((yield* treatOn(disk)(doctorFix(globalScope, requested))).healthy)
      assert.deepStrictEqual(JSON.parse(textAt(disk, host)), JSON.parse(before))
    })
  )

  it.effect("takes it out when its capability is not active any more, after asking", () =>
    Effect.gen(function* () {
      const disk = yield* projectedDisk("hk-cap")
      yield* write(disk, "/home/ada/.gsd/consent.json", JSON.stringify({ version: "1", records: [] }))
      const inactive = (yield* findingsOn(disk)).filter(({ kind }) => kind === "wiring-inactive")
      assert.deepStrictEqual(
        inactive
          .filter(({ message }) => message.includes(host))
          .map(({ message }) => message.includes("though hk-cap is not")),
        [true, true]
      )
      const { requested } = answering(true)
      yield* treatOn(disk)(doctorFix(globalScope, requested))
      assert.strictEqual(textAt(disk, host), "{}")
    })
  )

  it.effect("leaves what the product brings along to the runtime's own command", () =>
    Effect.gen(function* () {
      const disk = yield* projectedDisk("security")
      yield* write(disk, host, '{"version":1}')
      const [finding] = yield* findingsOn(disk)
      assert.deepStrictEqual([finding?.kind, finding?.fix], ["wiring-missing", "none"])
      assert.include(finding?.hint, "gsd runtime apply cursor")
    })
  )

  it.effect("names what a host needs for all of them after gsd", () =>
    Effect.gen(function* () {
      const disk = yield* projectedDisk("")
      yield* write(disk, host, '{"version":1}')
      const [finding] = yield* findingsOn(disk)
      assert.include(finding?.message, "The item of gsd for cursor")
      assert.strictEqual(finding?.hint, "`gsd runtime apply cursor` puts it back")
    })
  )

  it.effect("tells a changed member apart from a server of that name", () =>
    Effect.gen(function* () {
      const disk = yield* projectedDisk("hk-cap")
      yield* write(disk, host, textAt(disk, host).replace('"version": 1', '"version": 2'))
      const [finding] = yield* findingsOn(disk)
      assert.strictEqual(
        finding?.message,
        `${host} has something else in place of the member /version of hk-cap for cursor, at /version`
      )
    })
  )
})
