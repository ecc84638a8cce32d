import { assert, describe, it } from "vitest"
import type { RecordedSpan } from "../../../src/domain/telemetry/span.ts"
import { placeSpans } from "../../../src/domain/telemetry/tracks.ts"
import { traceOpening, traceText } from "../../../src/domain/telemetry/traceEvents.ts"

const span = (id: string, parent: string | undefined, start: number, end: number): RecordedSpan => ({
  id,
  parent,
  name: `Test.${id}`,
  start: BigInt(start),
  end: BigInt(end),
  outcome: "ok",
  attributes: {}
})

const tracks = (spans: ReadonlyArray<RecordedSpan>) =>
  Object.fromEntries(placeSpans(spans).map(({ span, track }) => [span.id, track]))

/** Whether two spans of one row overlap without one being in the other. */
const cross = (one: RecordedSpan, other: RecordedSpan): boolean =>
  one.start < other.start && other.start < one.end && one.end < other.end

describe("placeSpans", () => {
  it("draws what follows one another under its parent", () => {
    const spans = [
      span("a", undefined, 0, 100),
      span("b", "a", 10, 20),
      span("c", "a", 20, 90),
      span("d", "c", 30, 40)
    ]
    assert.deepStrictEqual(tracks(spans), { a: 0, b: 0, c: 0, d: 0 })
  })

  it("gives what runs at once rows of its own, with its children, and uses a free row again", () => {
    const spans = [
      span("a", undefined, 0, 100),
      span("b", "a", 10, 50),
      span("c", "a", 11, 40),
      span("d", "c", 12, 30),
      span("e", "a", 55, 90),
      span("f", "a", 60, 80)
    ]
    assert.deepStrictEqual(tracks(spans), { a: 0, b: 0, c: 1, d: 1, e: 0, f: 1 })
  })

  it("draws a child that outlives its parent elsewhere", () => {
    assert.deepStrictEqual(tracks([span("a", undefined, 0, 10), span("b", "a", 5, 20)]), { a: 0, b: 1 })
  })

  it("keeps spans in each other that begin and end together", () => {
    const spans = [span("a", undefined, 5, 5), span("b", "a", 5, 5), span("c", "b", 5, 5)]
    assert.deepStrictEqual(tracks(spans), { a: 0, b: 0, c: 0 })
  })

  it("never lets spans of a row cross", () => {
    let seed = 7
    const random = (most: number): number => {
      seed = (seed * 48271) % 2147483647
      return seed % most
    }
    for (let round = 0; round < 200; round += 1) {
      const spans: Array<RecordedSpan> = [span("0", undefined, 0, 1000)]
      for (let at = 1; at < 40; at += 1) {
        const start = random(900)
        spans.push(span(String(at), String(random(at)), start, start + random(200)))
      }
      const placed = placeSpans(spans)
      assert.strictEqual(placed.length, spans.length)
      for (const one of placed)
        for (const other of placed) assert.isFalse(one.track === other.track && cross(one.span, other.span))
    }
  })
})

describe("traceText", () => {
  const head = { processId: 7, name: "gsd", about: { command: "list" } }

  it("is one JSON object whose events are microseconds from the first span", () => {
    const failed: RecordedSpan = { ...span("b", "a", 2500, 3000), outcome: "failed", error: "NotInstalled" }
    const text = traceText(head, [span("a", undefined, 1000, 5000), failed])
    assert.isTrue(text.startsWith(traceOpening))
    const { otherData, traceEvents } = JSON.parse(text)
    assert.deepStrictEqual(otherData, { command: "list" })
    assert.deepStrictEqual(traceEvents.at(-1), {
      ph: "X",
      name: "Test.b",
      cat: "Test",
      pid: 7,
      tid: 1,
      ts: 1.5,
      dur: 0.5,
      args: { span: "b", parent: "a", outcome: "failed", error: "NotInstalled" }
    })
  })

  it("lets spans that end together end together, whatever the rounding", () => {
    const end = 1_234_567_891
    const starts = Array.from({ length: 500 }, (_, at) => at * 1_000_003)
    const spans = starts.map((start, at) =>
      span(String(at), at === 0 ? undefined : String(at - 1), start, end)
    )
    const { traceEvents } = JSON.parse(traceText(head, spans))
    const ends = traceEvents.flatMap(({ dur, ts }: { readonly dur?: number; readonly ts: number }) =>
      dur === undefined ? [] : [ts + dur]
    )
    assert.strictEqual(ends.length, starts.length)
    assert.strictEqual(new Set(ends).size, 1)
  })

  it("is a trace without spans, too", () => {
    const { traceEvents } = JSON.parse(traceText(head, []))
    assert.deepStrictEqual(
      traceEvents.map(({ name }: { readonly name: string }) => name),
      ["process_name"]
    )
  })
})
