import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { emptyLedger } from "../../../src/domain/ledger/state.ts"
import { findRecord } from "../../../src/domain/consent/record.ts"
import { globalScope } from "../../../src/domain/paths.ts"
import { projectScope } from "../../../src/domain/project/places.ts"
import { list } from "../../../src/pipelines/list.ts"
import { ConsentStore } from "../../../src/services/ConsentStore.ts"
import { Ledger } from "../../../src/services/Ledger.ts"
import {
  consentStoreMemory,
  gsdMemory,
  httpScripted,
  ledgerMemory,
  makeMemoryDisk
} from "../../../src/testing.ts"
import { below, capability } from "../../support/capabilities.ts"
import { requestOf } from "../../support/engine.ts"
import { recordOf } from "../../support/records.ts"
import { install } from "../../../src/pipelines/install.ts"

describe("the engine in memory", () => {
  it.effect("installs and lists on a disk that is given, and nothing else is touched", () => {
    const disk = makeMemoryDisk({ directories: ["/home/ada"], files: below("/a/hk-cap", capability()) })
    return Effect.gen(function* () {
      assert.strictEqual((yield* install(requestOf("/a/hk-cap"))).status, "installed")
      assert.deepInclude((yield* list(globalScope))[0], { id: "hk-cap", status: "active" })
      assert.match(disk.text("/home/ada/.gsd/consent.json") ?? "", /"id": "hk-cap"/u)
    }).pipe(Effect.provide(gsdMemory({ disk })))
  })
  it.effect("denies what nobody consented to when it is told that nobody did", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(install(requestOf("/a/hk-cap")))
      assert.strictEqual(refused._tag, "ConsentRequired")
    }).pipe(
      Effect.provide(
        gsdMemory({
          disk: makeMemoryDisk({ directories: ["/home/ada"], files: below("/a/hk-cap", capability()) }),
          consent: { yes: false }
        })
      )
    )
  )
  it.effect("asks the network that it is given, names and addresses included", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(install(requestOf("https://inside.example/a.tgz")))
      assert.strictEqual(refused._tag, "AddressRefused")
    }).pipe(
      Effect.provide(
        gsdMemory({
          http: httpScripted({ answers: {}, hosts: { "inside.example": ["10.0.0.7"] } })
        })
      )
    )
  )
})

describe("ledgers and consent in memory", () => {
  it.effect("say what they are told, and nothing for other scopes", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const project = projectScope("/workspace/app")
      assert.strictEqual((yield* ledger.read(globalScope)).rev, 3)
      assert.deepStrictEqual(yield* ledger.read(project), emptyLedger)
      assert.deepStrictEqual(yield* ledger.projects, ["p1"])
      const record = recordOf()
      const consents = yield* (yield* ConsentStore).read
      assert.deepStrictEqual(findRecord(consents, record), record)
    }).pipe(
      Effect.provide(
        Layer.merge(ledgerMemory({ global: { rev: 3 }, p1: {} }), consentStoreMemory([recordOf()]))
      )
    )
  )
})
