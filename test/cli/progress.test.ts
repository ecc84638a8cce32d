import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { progressOn, type ProgressOutput } from "../../src/cli/mainProgress.ts"
import { renderBytes, renderProgress } from "../../src/cli/render/progress.ts"

const written: Array<string> = []

const live = { isShown: false, stop: () => {} }

const output: ProgressOutput = {
  live,
  writeLive: (line) => {
    live.isShown = true
    written.push(`live ${line}`)
  },
  writeError: (line) => {
    live.stop()
    written.push(line)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  written.length = 0
  live.isShown = false
})

afterEach(() => {
  vi.useRealTimers()
})

describe("progress", () => {
  it("is silent while steps are short", () => {
    for (const isTerminal of [true, false]) {
      const { step } = progressOn(isTerminal, output)
      for (const name of ["copy", "seal", "commit"] as const) {
        step(name)
        vi.advanceTimersByTime(250)
      }
      live.stop()
      vi.advanceTimersByTime(60_000)
    }
    assert.deepStrictEqual(written, [])
  })

  it("is one line per long step where no terminal is", () => {
    const { bytes, step } = progressOn(false, output)
    step("copy")
    for (let at = 0; at < 50; at += 1) {
      bytes(1_000_000)
      vi.advanceTimersByTime(100)
    }
    step("seal")
    vi.advanceTimersByTime(500)
    step("commit")
    vi.advanceTimersByTime(5000)
    assert.deepStrictEqual(written, ["Copying the source… 10.0 MB", "Committing…"])
  })

  it("is a line that changes on a terminal, until something else is written", () => {
    const { bytes, step } = progressOn(true, output)
    step("copy")
    vi.advanceTimersByTime(300)
    bytes(1500)
    vi.advanceTimersByTime(500)
    step("seal")
    vi.advanceTimersByTime(100)
    live.stop()
    bytes(1)
    vi.advanceTimersByTime(5000)
    assert.deepStrictEqual(written, [
      "live Copying the source…",
      "live Copying the source… 1.5 kB",
      "live Hashing and sealing…"
    ])
  })
})

describe("renderProgress", () => {
  it("is short, with bytes when there are any", () => {
    assert.deepStrictEqual([0, 999, 1000, 999_949, 1_500_000, 2e9, 5e12].map(renderBytes), [
      "0 B",
      "999 B",
      "1.0 kB",
      "999.9 kB",
      "1.5 MB",
      "2.0 GB",
      "5000.0 GB"
    ])
    for (const step of ["copy", "seal", "commit", "verify"] as const)
      assert.isBelow(renderProgress(step, 5e12).length, 40)
  })
})
