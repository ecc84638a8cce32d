import { plan } from "./journal.ts"
import { History } from "./reader.ts"
import { beginOf, finish, runRecovery, runTransaction, type Point, type Variant } from "./run.ts"
import type { ModelDisk } from "./disk.ts"
import { at, bundleOf, diskBefore, type Operation, type State } from "./world.ts"

const record = (history: History, disk: ModelDisk, points: Iterable<Point>): void => {
  for (const _ of points) history.add(disk)
  history.add(disk)
}

/** The moments of one operation from its begin to its end. */
export const whole = (operation: Operation, variant: Variant = {}): History => {
  const history = new History()
  const { disk, journal } = beginOf(operation)
  record(history, disk, runTransaction(disk, journal, variant))
  return history
}

/** The moments of one operation that is killed before each of its calls in turn, and recovered by another process. */
export function* killed(operation: Operation, variant: Variant = {}): Generator<History> {
  const { disk: counted, journal: planned } = beginOf(operation)
  const calls = finish(runTransaction(counted, planned, variant))
  for (let kill = 0; kill < calls; kill += 1) {
    const history = new History()
    const { disk, journal } = beginOf(operation)
    record(history, disk, until(runTransaction(disk, journal, variant), kill))
    record(history, disk, runRecovery(disk, variant))
    yield history
  }
}

/** The first so many calls; the one after them is asked for and never done. */
function* until(points: Generator<Point>, calls: number): Generator<Point> {
  let done = 0
  for (const point of points) {
    yield point
    if (done === calls) return
    done += 1
  }
}

/** A state in which every kept generation is agreed to. */
const kept = (active: string | null, ...generations: ReadonlyArray<string>): State => ({
  active,
  kept: generations,
  consent: Object.fromEntries(generations.map((one) => [one, "standing"]))
})

/** States in a row, one transaction from each to the next; a slow reader may be overtaken by both. */
export const successions: Readonly<Record<string, ReadonlyArray<State>>> = {
  "install, then remove": [kept(null), kept("1", "1"), kept(null)],
  "remove, then install the same again": [kept("1", "1"), kept(null), kept("1", "1")],
  "two updates that keep one before": [kept("2", "1", "2"), kept("3", "2", "3"), kept("4", "3", "4")],
  "two updates that keep none before": [kept("1", "1"), kept("2", "2"), kept("3", "3")],
  "update, then rollback": [kept("1", "1"), kept("2", "1", "2"), kept("1", "1", "2")],
  "rollback, then remove": [kept("2", "1", "2"), kept("1", "1", "2"), kept(null)]
}

/** The moments of transactions in a row. */
export const inSuccession = (states: ReadonlyArray<State>): History => {
  const history = new History()
  const [first = kept(null), ...rest] = states
  const disk = diskBefore(first, [])
  let from = first
  for (const [index, to] of rest.entries()) {
    const journal = plan(disk, from, to, String(index + 1))
    for (const name of journal.store)
      disk.run({ do: "write", directory: at.staging, name, data: bundleOf(name) })
    record(history, disk, runTransaction(disk, journal))
    from = to
  }
  return history
}
