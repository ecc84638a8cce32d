import { assert, describe, it } from "vitest"
import type { Call } from "./disk.ts"
import { explore, type Reach } from "./explore.ts"
import { transaction, type Step } from "./protocol.ts"
import { recovery, type Recovery } from "./recovery.ts"
import type { Variant } from "./run.ts"
import type { Operation } from "./world.ts"

const skipping = (step: string, kind: Call["do"], directory?: string): Variant => ({
  skips: (name, call) =>
    name === step && call.do === kind && (directory === undefined || call.directory === directory)
})

const named = (steps: ReadonlyArray<Step>, name: string): Step => {
  const step = steps.find((one) => one.name === name)
  assert.isDefined(step, `no step ${name}`)
  return step
}

/** The steps with one of them right behind another. */
const moved = (steps: ReadonlyArray<Step>, name: string, behind: string): ReadonlyArray<Step> => {
  const moving = named(steps, name)
  named(steps, behind)
  return steps
    .filter((step) => step !== moving)
    .flatMap((step) => (step.name === behind ? [step, moving] : [step]))
}

interface Planted {
  readonly what: string
  readonly variant: Variant
  /** Where it shows, and what notices it. */
  readonly shows: ReadonlyArray<readonly [Operation, RegExp]>
  readonly reach?: Reach
  /** A reach that is too short to see it: why the longer one is needed. */
  readonly hidden?: Reach
}

const interrupted: Reach = { interrupts: () => true }

const leftOut: ReadonlyArray<Planted> = [
  {
    what: "a temporary is renamed without fsync",
    variant: skipping("makeTemporaries", "fsync"),
    shows: [
      ["install", /I9.*torn/su],
      ["update", /I9.*torn/su],
      ["rollback", /I9.*torn/su],
      ["remove", /I9.*torn/su]
    ]
  },
  {
    what: "before-images are not fsynced",
    variant: skipping("keepBefores", "fsync"),
    shows: [
      ["install", /I2/u],
      ["update", /I2/u],
      ["rollback", /I2/u],
      ["remove", /I2/u]
    ]
  },
  {
    what: "the journal is not fsynced",
    variant: skipping("writeJournal", "fsync"),
    shows: [
      ["install", /I2/u],
      ["update", /I2/u],
      ["rollback", /I2/u],
      ["remove", /I2/u]
    ]
  },
  {
    what: "the journal's name is not fsynced",
    variant: skipping("publishJournal", "sync"),
    shows: [
      ["install", /I4/u],
      ["update", /I4/u],
      ["rollback", /I4/u],
      ["remove", /I4/u]
    ]
  },
  {
    what: "the name of the transaction's folder is not fsynced",
    variant: skipping("makeFolder", "sync"),
    shows: [
      ["install", /I4/u],
      ["remove", /I4/u]
    ]
  },
  {
    what: "the store's directory is not fsynced",
    variant: skipping("syncStore", "sync", "store"),
    shows: [
      ["install", /I8.*no bytes/u],
      ["update", /I8.*no bytes/u]
    ]
  },
  {
    what: "consent's directory is not fsynced",
    variant: skipping("addConsent", "sync"),
    shows: [
      ["install", /I8.*without consent/u],
      ["update", /I8/u],
      ["rollback", /I8/u]
    ]
  },
  {
    what: "the foreign directories are not fsynced",
    variant: skipping("syncForeign", "sync"),
    shows: [
      ["install", /I[24]/u],
      ["update", /I[24]/u],
      ["rollback", /I[24]/u],
      ["remove", /I8/u]
    ]
  },
  {
    what: "the parent of a created folder is not fsynced",
    variant: skipping("syncForeign", "sync", "skills"),
    shows: [["install", /I2.*skills\/b/u]]
  },
  {
    what: "the ledger is not fsynced",
    variant: skipping("writeLedger", "fsync"),
    shows: [
      ["install", /I1: reports unreadable/u],
      ["rollback", /I1: reports unreadable/u]
    ]
  },
  {
    what: "the ledger's directory is not fsynced",
    variant: skipping("syncLedger", "sync"),
    shows: [
      ["install", /I2/u],
      ["update", /I1/u],
      ["rollback", /I2/u],
      ["remove", /I1/u]
    ]
  }
]

const disordered: ReadonlyArray<Planted> = [
  {
    what: "consent is dropped before the commit",
    variant: { transaction: moved(transaction, "dropConsent", "syncForeign") },
    shows: [
      ["update", /I1: reports no record/u],
      ["remove", /I1: reports no record/u]
    ]
  },
  {
    what: "consent is written after the foreign files",
    variant: { transaction: moved(transaction, "addConsent", "syncForeign") },
    shows: [
      ["install", /I8/u],
      ["update", /I8/u],
      ["rollback", /I8/u]
    ]
  },
  {
    what: "bundles are retired before the commit",
    variant: { transaction: moved(transaction, "retireBundles", "syncForeign") },
    shows: [
      ["update", /I1: reports no bundle/u],
      ["remove", /I1: reports no bundle/u]
    ]
  },
  {
    what: "the journal is unlinked before the foreign directories are fsynced",
    variant: { transaction: moved(transaction, "syncForeign", "closeJournal") },
    shows: [
      ["install", /I[24]/u],
      ["update", /I[24]/u],
      ["rollback", /I[24]/u],
      ["remove", /I[28]/u]
    ]
  },
  {
    what: "temporaries are created before a journal names them",
    variant: { transaction: moved(transaction, "makeTemporaries", "keepBefores") },
    shows: [
      ["install", /I4/u],
      ["update", /I4/u],
      ["rollback", /I4/u],
      ["remove", /I4/u]
    ]
  },
  {
    what: "undo takes consent back before the wiring",
    variant: { recovery: { ...recovery, undoing: moved(recovery.undoing, "undoForeign", "discardBundles") } },
    shows: [
      ["install", /I8/u],
      ["update", /I8/u],
      ["rollback", /I8/u]
    ],
    reach: interrupted
  },
  {
    what: "undo fsyncs no consent",
    variant: skipping("withdrawConsent", "sync"),
    shows: [
      ["install", /I2.*consent/u],
      ["update", /I2.*consent/u],
      ["rollback", /I2.*consent/u]
    ],
    reach: interrupted
  }
]

/** A step that fsyncs a directory only when it changed names there itself, and so believes what it finds. */
const believing = (step: Step): Step => ({
  name: step.name,
  run: function* (context) {
    const changed = new Set<string>()
    for (const call of step.run(context)) {
      if (call.do === "sync" && !changed.has(call.directory)) continue
      if (call.do !== "fsync") changed.add(call.directory)
      if (call.do === "move") changed.add(call.into)
      yield call
    }
  }
})

const believingIn = (list: keyof Recovery, only?: string): Variant => ({
  recovery: {
    ...recovery,
    [list]: recovery[list].map((step) => (only === undefined || step.name === only ? believing(step) : step))
  }
})

/** What was renamed by a process that was killed before its fsync looks done, and a later power loss takes it back. */
const believed: ReadonlyArray<Planted> = [
  {
    what: "undo believes what an undo that was killed put back",
    variant: believingIn("undoing"),
    shows: [
      ["update", /I[24]/u],
      ["rollback", /I[24]/u],
      ["remove", /I[24]/u]
    ],
    reach: { kills: 2 },
    hidden: { kills: 1 }
  },
  {
    what: "recovery believes the ledger's rename",
    variant: believingIn("finishing"),
    shows: [
      ["install", /I2/u],
      ["update", /I1/u],
      ["rollback", /I2/u],
      ["remove", /I1/u]
    ],
    reach: { kills: 1 },
    hidden: { interrupts: () => true }
  },
  {
    what: "the clean-up believes that bundles are in trash already",
    variant: believingIn("finishing", "retireBundles"),
    shows: [
      ["update", /I2.*store/u],
      ["remove", /I2.*store/u]
    ],
    reach: { kills: 1 },
    hidden: { interrupts: () => true }
  },
  {
    what: "undo believes that bundles are in trash already",
    variant: believingIn("undoing", "discardBundles"),
    shows: [
      ["install", /I2.*store/u],
      ["update", /I2.*store/u]
    ],
    reach: { kills: 2 },
    hidden: { kills: 1 }
  }
]

const cases = [...leftOut, ...disordered, ...believed].flatMap(({ shows, ...planted }) =>
  shows.map(([operation, notice]) => ({ ...planted, operation, notice }))
)

describe("what is planted in the model", () => {
  it.each(cases)("is caught in $operation: $what", ({ operation, notice, variant, reach, hidden }) => {
    const { violations } = explore(operation, { ...reach, variant })
    assert.match(violations.join("\n"), notice)
    if (hidden !== undefined)
      assert.deepStrictEqual(explore(operation, { ...hidden, variant }).violations, [])
  })
})
