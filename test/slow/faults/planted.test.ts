import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { everyCrash } from "../../../src/layers/fault/everyCrash.ts"
import { protocol } from "../../../src/layers/transaction/protocol.ts"
import type { Step } from "../../../src/layers/transaction/step.ts"
import { endsOf, proveEnds } from "../../faults/ends.ts"
import { once } from "../../faults/once.ts"
import { runWalk, type Walk } from "../../faults/walks.ts"

const named = (name: string): Step => {
  const step = protocol.find((one) => one.name === name)
  assert.isDefined(step, `the protocol has no step ${name}`)
  return step
}

const without = (...names: ReadonlyArray<string>): ReadonlyArray<Step> => {
  names.forEach(named)
  return protocol.filter((step) => !names.includes(step.name))
}

/** The protocol with one step moved right behind another, in that one's phase. */
const moved = (name: string, behind: string): ReadonlyArray<Step> =>
  without(name).flatMap((step) =>
    step.name === behind ? [step, { ...named(name), phase: step.phase }] : [step]
  )

/** Faults in the list of steps that the matrix must find, each with the walk in which it shows. */
const planted: ReadonlyArray<readonly [string, Walk, ReadonlyArray<Step>]> = [
  ["the ledger renamed before the store is fsynced", "install", moved("syncStore", "syncLedger")],
  ["the store never fsynced", "update", without("syncStore")],
  ["consent written after the ledger", "install", moved("writeGrants", "renameLedger")],
  ["the journal published after the store changed", "install", moved("publishJournal", "syncStore")],
  ["no journal at all", "update", without("writeJournal", "publishJournal")],
  ["consent dropped before the commit", "remove", moved("dropConsent", "writeLedger")],
  ["bundles retired before the commit", "remove", moved("retireBundles", "writeLedger")],
  ["the ledger's directory not fsynced before the clean-up", "install", without("syncLedger")],
  ["the journal closed before the commit", "update", moved("closeFolder", "writeLedger")],
  [
    "the journal closed before the settings files are fsynced",
    "install, wired",
    moved("syncFiles", "emptyTrash")
  ],
  [
    "temporaries made before the journal names them",
    "install, wired",
    moved("createTemporaries", "writeBefore")
  ],
  ["hooks wired before anybody's consent is written", "install, wired", moved("writeGrants", "syncFiles")],
  ["hooks wired before the store is fsynced", "update, wired", moved("syncStore", "syncFiles")],
  [
    "consent revoked before the hooks are out",
    "revoke, wired",
    moved("writeRevocations", "createTemporaries")
  ],
  [
    "emptied folders removed before the commit",
    "remove, in a project",
    moved("removeDirectories", "syncFiles")
  ],
  ["vendored files written after the commit", "install, in a project", moved("applyFiles", "syncLedger")],
  ["no before-images", "update, wired", without("writeBefore")]
]

const matrix = Effect.fnUntraced(function* (walk: Walk, steps: ReadonlyArray<Step>) {
  const { start, ends } = yield* endsOf(walk)
  const proveOnce = once()
  return yield* everyCrash(
    (disk) => runWalk(disk, walk, { steps }),
    ({ disk }) => proveOnce(disk, proveEnds(disk, ends)),
    { start, patterns: "prefixes" }
  )
})

describe("planted bugs", () => {
  it.effect.each(planted)("are caught: %s", ([name, walk, steps]) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(matrix(walk, steps))
      assert.isTrue(Exit.isFailure(exit), `nothing noticed: ${name}`)
      if (Exit.isFailure(exit)) assert.match(Cause.pretty(exit.cause), /crash before step/u)
    })
  )
})
