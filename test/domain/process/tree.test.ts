import { assert, describe, it } from "@effect/vitest"
import {
  cookieVariable,
  extendLineage,
  lineageOf,
  ownerOf,
  RunCookie
} from "../../../src/domain/process/cookie.ts"
import { cookiesIn, isRunning, parseStat, type ProcessRow } from "../../../src/domain/process/procfs.ts"
import { type Carries, selectTree } from "../../../src/domain/process/tree.ts"

const row = (pid: number, more?: Partial<ProcessRow>): ProcessRow => ({
  pid,
  name: "sh",
  state: "S",
  parent: 1,
  group: pid,
  session: pid,
  threads: 1,
  startTicks: 100,
  ...more
})

const leader = { pid: 50, startTicks: 100, isGone: false }
const nobody = (): Carries => "no"
const pids = (
  rows: ReadonlyArray<ProcessRow>,
  who = leader,
  carries: (row: ProcessRow) => Carries = nobody
) => selectTree(rows, who, carries).members.map(({ pid }) => pid)

describe("selectTree", () => {
  it("takes leader, group, session, carriers and descendants, and nobody else", () => {
    const rows = [
      row(50),
      row(51, { group: 50 }),
      row(52, { session: 50 }),
      row(53, { parent: 52 }),
      row(54, { parent: 53 }),
      row(55),
      row(56, { parent: 55 }),
      row(57)
    ]
    const carries = ({ pid }: ProcessRow): Carries => (pid === 55 ? "yes" : "no")
    assert.deepStrictEqual(pids(rows, leader, carries), [50, 51, 52, 53, 54, 55, 56])
  })

  it("leaves out zombies and what is older than the leader", () => {
    assert.deepStrictEqual(pids([row(50, { state: "Z" }), row(51, { group: 50, startTicks: 99 })]), [])
  })

  it("touches nothing by a number that now names another process", () => {
    const reused = [row(50, { startTicks: 300 }), row(51, { group: 50, startTicks: 300 })]
    assert.deepStrictEqual(pids(reused, { ...leader, isGone: true }), [])
    assert.deepStrictEqual(pids([row(51, { group: 50 })], { ...leader, isGone: true }), [51])
  })

  it("is unsure of a process without an environment, kernel threads aside", () => {
    const unknown = (): Carries => "unknown"
    assert.isTrue(selectTree([row(60)], leader, unknown).unsure)
    assert.isFalse(selectTree([row(60, { parent: 2 })], leader, unknown).unsure)
    assert.isFalse(selectTree([row(60, { startTicks: 1 })], leader, unknown).unsure)
  })
})

describe("parseStat", () => {
  const tail = "S 3 4 5 0 -1 0 0 0 0 0 1 2 3 4 20 0 7 0 999 100 200"

  it("reads names with spaces and brackets", () => {
    assert.deepStrictEqual(parseStat(`12 (a) b (c) ${tail}\n`), {
      pid: 12,
      name: "a) b (c",
      state: "S",
      parent: 3,
      group: 4,
      session: 5,
      threads: 7,
      startTicks: 999
    })
  })

  it("refuses what is no stat line", () => {
    for (const text of ["", "12", "12 (a", "12 (a) S 1", `x (a) ${tail}`]) assert.isUndefined(parseStat(text))
  })

  it("takes a zombie whose threads live as running", () => {
    assert.isTrue(isRunning(row(1, { state: "Z", threads: 2 })))
    assert.isFalse(isRunning(row(1, { state: "Z", threads: 1 })))
  })
})

describe("the lineage of cookies", () => {
  const [outer, inner] = [RunCookie.make("12-ab"), RunCookie.make("13-cd")]

  it("puts the own cookie last and reads all of them back", () => {
    assert.strictEqual(extendLineage(undefined, outer), outer)
    assert.deepStrictEqual(lineageOf(extendLineage(outer, inner)), [outer, inner])
    assert.deepStrictEqual(lineageOf(`;;:x-1:${inner}:`), [inner])
    assert.strictEqual(ownerOf(inner), 13)
  })

  it("is read out of an environment by its exact name", () => {
    assert.deepStrictEqual(cookiesIn(`A=1\0${cookieVariable}=${outer}:${inner}\0B=2\0`), [outer, inner])
    assert.deepStrictEqual(cookiesIn(`X${cookieVariable}=${outer}\0`), [])
  })
})
