import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { globalScope } from "../../../src/domain/paths.ts"
import { protocol } from "../../../src/layers/transaction/protocol.ts"
import type { Step } from "../../../src/layers/transaction/step.ts"
import { disable } from "../../../src/pipelines/enable.ts"
import { runOn } from "../../support/engine.ts"
import { settings, textAt, wiredDisk, write } from "../../support/wired.ts"

const about = { id: "hk-cap", scope: globalScope, wait: Duration.seconds(30) }

/** The protocol, with something that somebody does before a step of this name. */
const before = (name: string, run: Effect.Effect<void>): ReadonlyArray<Step> =>
  protocol.flatMap((step) =>
    step.name === name ? [{ name: "somebody", phase: "undoable", run: () => run }, step] : [step]
  )

describe("a settings file that somebody writes while it is edited", () => {
  it.effect.each([
    ["takes out what shall go out", '{ "model": "y" }\n', '{ "model": "y" }\n'],
    ["changes something else", undefined, '{ "model": "y" }\n']
  ] as const)("is edited as it stands, with nothing left beside it: %s", ([, theirs, expected]) =>
    Effect.gen(function* () {
      const disk = yield* wiredDisk
      const text = theirs ?? textAt(disk, settings).replace('"x"', '"y"')
      const steps = before("applyFiles", Effect.orDie(write(disk, settings, text)))
      yield* runOn(disk, { steps })(disable(about))
      assert.strictEqual(textAt(disk, settings), expected)
      assert.deepStrictEqual(
        [...disk.snapshot().keys()].filter((path) => path.startsWith("/home/ada/.host/")),
        [settings]
      )
    })
  )
})
