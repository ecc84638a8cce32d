import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { limits } from "../../../src/domain/limits.ts"
import { messageOf, tailOf } from "../../../src/domain/loop/message.ts"
import { HookRecord } from "../../../src/domain/loop/outcome.ts"
import { readRecords, recordLine } from "../../../src/domain/loop/record.ts"
import { takenUp } from "../../../src/domain/loop/recorded.ts"
import { selectRecords } from "../../../src/domain/loop/selectRecords.ts"

const record = (more: Partial<HookRecord> = {}): HookRecord => ({
  at: "2026-12-01T08:00:00.000Z",
  run: "r1",
  point: "plan:pre",
  phase: "03-pay",
  hook: "ui/step/0",
  capId: "ui",
  kind: "step",
  outcome: "handed",
  ...more
})

const agents = (more: Partial<HookRecord> = {}): HookRecord => {
  const { run: _, ...rest } = record({ outcome: "done", ...more })
  return rest
}

const size = (text: string): number => new TextEncoder().encode(text).length

describe("readRecords", () => {
  const line = recordLine(record())

  it("leaves out a last line that never ended", () => {
    assert.deepStrictEqual(readRecords(`${line}\n${line.slice(0, 40)}`, false), {
      records: [record()],
      unreadable: 0,
      cut: false
    })
  })

  it("leaves out a first line whose beginning was cut off", () => {
    assert.deepStrictEqual(readRecords(`${line.slice(9)}\n${line}\n`, true).records, [record()])
  })

  it("counts hostile lines, and believes those around them", () => {
    const hostile = [
      "[]",
      "null",
      "{",
      `{"__proto__":{"outcome":"done"}}`,
      `${"[".repeat(5000)}`,
      JSON.stringify({ ...record(), outcome: "approved" }),
      JSON.stringify({ ...record(), point: "plan:never" }),
      "\u0000"
    ]
    const read = readRecords(`${[line, ...hostile, line].join("\n")}\n`, false)
    assert.deepStrictEqual(read, { records: [record(), record()], unreadable: hostile.length, cut: false })
  })

  it("takes blank lines and Windows' line ends", () => {
    assert.strictEqual(readRecords(`\n\r\n${line}\r\n`, false).records.length, 1)
  })
})

describe("recordLine", () => {
  it.prop("is one line of bounded length that is read again", [HookRecord], ([one]) => {
    const line = recordLine({ ...one, message: messageOf(one.message ?? "") })
    assert.notMatch(line, /[\n\r]/u)
    assert.isAtMost(size(line), limits.loopRecordBytes + 8 * limits.hookMessageCharacters)
    assert.strictEqual(readRecords(`${line}\n`, false).records.length, 1)
  })

  it("leaves out details that are too large, and what is no JSON", () => {
    const large = recordLine(record({ details: { text: "x".repeat(limits.loopRecordBytes) } }))
    assert.isAtMost(size(large), limits.loopRecordBytes)
    assert.deepInclude(JSON.parse(large), { details: { leftOut: true } })
    const odd = JSON.parse(
      recordLine(record({ details: { f: () => 1, u: undefined, n: Number.NaN, ok: [1] } }))
    )
    assert.deepStrictEqual(odd.details, { n: null, ok: [1] })
  })
})

describe("messageOf", () => {
  it("is one line, without what cannot be seen, bounded", () => {
    assert.strictEqual(messageOf("one\r\n\n two\u001b[31m\u202e "), "one | two\\u{1b}[31m\\u{202e}")
    assert.isAtMost(messageOf("x".repeat(100_000)).length, limits.hookMessageCharacters)
    assert.isAtMost(messageOf("\u0007".repeat(100_000)).length, limits.hookMessageCharacters)
  })

  it("keeps the end of an output", () => {
    assert.strictEqual(tailOf("a\nb\n", 100), "a | b")
    const tail = tailOf(`${"x".repeat(5000)}end`, 50)
    assert.match(tail, /^…x+end$/u)
    assert.isAtMost(tail.length, 50)
  })
})

describe("takenUp", () => {
  const subject = { point: "plan:pre", phase: { name: "03-pay" } } as const
  const taken = (records: ReadonlyArray<HookRecord>) => takenUp(records, "ui/step/0", subject)

  it("is what an agent wrote down since the last dispatch of the hook", () => {
    assert.deepStrictEqual(taken([record(), agents()]), agents())
    assert.deepStrictEqual(taken([agents({ outcome: "failed" }), agents()]), agents())
  })

  it("counts once: what a dispatch took up is no news", () => {
    assert.isUndefined(taken([agents(), record({ outcome: "done" })]))
    assert.isUndefined(taken([]))
  })

  it("counts still when the dispatch in between did not come to the hook", () => {
    assert.deepStrictEqual(taken([agents(), record({ outcome: "unrun" })]), agents())
  })

  it("is of this point, phase and hook alone", () => {
    for (const other of [{ point: "plan:post" }, { phase: "04-ship" }, { hook: "ui/step/1" }] as const)
      assert.isUndefined(taken([agents(other)]), JSON.stringify(other))
    const { phase: _, ...wholeProject } = agents()
    assert.isUndefined(taken([wholeProject]))
  })
})

describe("selectRecords", () => {
  const records = [
    record(),
    record({ phase: "03.1-fix" }),
    record({ point: "ship:pre" }),
    record({ hook: "b/step/0" })
  ]

  it("takes the newest, of a point or of a phase by number or name", () => {
    assert.deepStrictEqual(selectRecords(records, { last: 1 }), records.slice(3, 4))
    assert.deepStrictEqual(selectRecords(records, { last: 9, point: "ship:pre" }), records.slice(2, 3))
    assert.deepStrictEqual(selectRecords(records, { last: 9, phase: "3.1" }), records.slice(1, 2))
    assert.strictEqual(selectRecords(records, { last: 9, phase: "03-pay" }).length, 3)
    assert.deepStrictEqual(selectRecords(records, { last: 0 }), [])
  })
})

it("records of every outcome decode", () => {
  for (const outcome of HookRecord.fields.outcome.literals)
    assert.isTrue(Schema.is(HookRecord)(record({ outcome })), outcome)
})
