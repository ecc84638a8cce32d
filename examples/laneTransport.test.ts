/**
 * Tests of an application that has its plans reviewed, with lanes that go another way than a program or an endpoint: here
 * to a function, as they might go to a queue. Nothing is started and no disk is touched. `node --test laneTransport.test.ts`.
 */
import * as assert from "node:assert/strict"
import { test } from "node:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { globalScope, Lanes, review, shown, type LaneOutcome, type LaneStart } from "gsd-engine"
import { gsdMemory, makeMemoryDisk } from "gsd-engine/testing"

/** Takes a prompt to a reviewer, and brings back what it said. */
type Transport = (lane: string, prompt: string) => Promise<string>

const lost: LaneOutcome = {
  outcome: "failed",
  reason: "connection-lost",
  detail: shown`the queue did not bring an answer`
}

/** Every lane is there, and is asked over the transport; what it cannot bring is a lane that failed. */
const lanesOver = (transport: Transport) =>
  Layer.succeed(
    Lanes,
    Lanes.of({
      probe: () => Effect.succeed({ _tag: "Available", models: undefined }),
      run: Effect.fn("Lanes.run")(function* ({ planned, tell }: LaneStart) {
        const { identity } = planned.run
        tell({ _tag: "Started", identity })
        const asked = Effect.tryPromise(() => transport(identity, planned.prompt.text)).pipe(
          Effect.match({
            onSuccess: (text): LaneOutcome => ({ outcome: "completed", text }),
            onFailure: () => lost
          })
        )
        const [took, outcome] = yield* Effect.timed(asked)
        return { run: planned.run, planned, outcome, notes: [], duration: took, bytes: 0, stderr: "" }
      })
    })
  )

const disk = makeMemoryDisk({
  directories: ["/home/ada"],
  files: { "/home/ada/plan.md": "# Plan\n\nMigrate the table.\n" }
})

const reviewedBy = (transport: Transport) =>
  review({
    scope: globalScope,
    files: { plans: ["plan.md"] },
    wanted: { flags: [], lanes: ["gemini", "codex"], all: false },
    keep: false,
    html: false,
    tell: () => {}
  }).pipe(Effect.provide(gsdMemory({ disk: disk.copy(), lanes: lanesOver(transport) })), Effect.runPromise)

const concern = "- [HIGH] `plan.md:3`: nothing undoes the migration. Verdict: concern"

test("two reviewers who agree are a quorum", async () => {
  const document = await reviewedBy(() => Promise.resolve(concern))
  assert.equal(document.verdict, "met")
  assert.equal(document.findings[0]?.standing, "agreed")
})

test("a reviewer whom nothing reaches is no approval", async () => {
  const document = await reviewedBy((lane) =>
    lane === "codex" ? Promise.reject(new Error("the queue is down")) : Promise.resolve(concern)
  )
  assert.equal(document.verdict, "degraded")
  assert.deepEqual(
    document.lanes.map(({ outcome, slug }) => `${slug} ${outcome}`),
    ["gemini completed", "codex failed"]
  )
})
