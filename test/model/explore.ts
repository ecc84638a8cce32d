import { ModelDisk, type Image, type Losses } from "./disk.ts"
import { doEdit, edits, expectedAfter } from "./edits.ts"
import { differences, faultsOf, reportIn, treeOf } from "./invariants.ts"
import { beginOf, finish, runRecovery, runTransaction, type Variant } from "./run.ts"
import { at, ends, ourTx, readLedger, type Operation } from "./world.ts"

/** How far an exploration goes. */
export interface Reach {
  readonly variant?: Variant
  /** Images whose recovery is itself interrupted everywhere (I3). */
  readonly interrupts?: (image: Image) => boolean
  /** How often in a row a process may be killed, with everything it did not fsync still pending. */
  readonly kills?: number
  /** Whether a person edits a foreign file between crash and recovery (I6). */
  readonly edits?: boolean
  /** `late` unless said otherwise. */
  readonly losses?: Losses
}

/** What an exploration saw. */
export interface Explored {
  /** Calls of the transaction. */
  readonly calls: number
  /** Disks after a crash, over all crash points. */
  readonly images: number
  /** Different ones among them. */
  readonly distinct: number
  readonly recoveries: number
  /** At most a few; empty when every invariant held everywhere. */
  readonly violations: ReadonlyArray<string>
}

const enough = 3

const isCommitted = (disk: ModelDisk): boolean => readLedger(disk.read(at.ledger, "file"))?.lastTx === ourTx

/** Both trees that may be left, without what the next command sweeps. */
const endTrees = (operation: Operation) => {
  const before = beginOf(operation)
  finish(runRecovery(before.disk))
  const after = beginOf(operation)
  finish(runTransaction(after.disk, after.journal))
  return { before: treeOf(before.disk), after: treeOf(after.disk) }
}

class Exploration {
  readonly #operation: Operation
  readonly #reach: Reach
  readonly #trees: ReturnType<typeof endTrees>
  readonly #reports: ReadonlyArray<string>
  readonly #seen = new Set<string>()
  readonly #queue: Array<Image> = []
  readonly #violations: Array<string> = []
  #images = 0
  #recoveries = 0

  constructor(operation: Operation, reach: Reach) {
    this.#operation = operation
    this.#reach = reach
    this.#trees = endTrees(operation)
    this.#reports = [reportIn(ends[operation].from), reportIn(ends[operation].to)]
  }

  explore(): Explored {
    const { disk, journal } = beginOf(this.#operation)
    let calls = 0
    for (const { step, call } of runTransaction(disk, journal, this.#reach.variant)) {
      calls += 1
      this.#crash(disk, `before ${call.do} of ${step}`)
      if (this.#isDone()) break
    }
    if (!this.#isDone()) this.#crash(disk, "at the end")
    for (const image of this.#queue) {
      if (this.#isDone()) break
      this.#recoverImage(image)
    }
    const { length: distinct } = this.#queue
    return {
      calls,
      images: this.#images,
      distinct,
      recoveries: this.#recoveries,
      violations: this.#violations
    }
  }

  #isDone(): boolean {
    return this.#violations.length >= enough
  }

  #crash(disk: ModelDisk, where: string): void {
    this.#losePower(disk, where)
    if ((this.#reach.kills ?? 0) > 0) this.#recoverKilled(disk, where, this.#reach.kills ?? 0)
  }

  /** Looks at everything a power loss can leave now; what is new waits for its recovery. */
  #losePower(disk: ModelDisk, where: string, committed?: boolean): void {
    const { journal } = beginOf(this.#operation)
    for (const image of disk.images(this.#reach.losses)) {
      this.#images += 1
      if (this.#seen.has(image.text)) continue
      this.#seen.add(image.text)
      this.#queue.push(image)
      const found = ModelDisk.from(image.directories)
      for (const fault of faultsOf(found, journal, this.#reports)) this.#violations.push(`${where}: ${fault}`)
      // I3: no recovery decides anew what an earlier one had decided on durable ground.
      if (committed !== undefined && committed !== isCommitted(found))
        this.#violations.push(`${where}: I3: the commit came or went`)
    }
  }

  #recoverImage(image: Image): void {
    const disk = ModelDisk.from(image.directories)
    const committed = isCommitted(disk)
    const interrupts = this.#reach.interrupts?.(image) === true
    for (const { step, call } of this.#recovering(disk))
      if (interrupts) this.#losePower(disk, `recovery before ${call.do} of ${step}`, committed)
    if (interrupts) this.#losePower(disk, "recovered", committed)
    this.#proveTree(disk, committed)
    if (this.#reach.edits === true) this.#recoverEdited(image)
  }

  /** A process that was killed leaves a disk that still owes its fsyncs, and recovery must not believe what it sees. */
  #recoverKilled(killed: ModelDisk, where: string, kills: number): void {
    const disk = killed.copy()
    const committed = isCommitted(disk)
    for (const { step, call } of this.#recovering(disk)) {
      const here = `${where}, recovery before ${call.do} of ${step}`
      this.#losePower(disk, here)
      if (kills > 1) this.#recoverKilled(disk, here, kills - 1)
      if (this.#isDone()) return
    }
    this.#losePower(disk, `${where}, recovered`, committed)
    this.#proveTree(disk, committed)
  }

  #recoverEdited(image: Image): void {
    const { journal } = beginOf(this.#operation)
    for (const edit of edits) {
      const disk = ModelDisk.from(image.directories)
      if (!doEdit(disk, edit)) continue
      const committed = isCommitted(disk)
      // Without a journal nobody recovers, and the person's file is nobody's business.
      const isOpen = disk.read(at.transaction, "journal") !== undefined
      const left = disk.read(edit.file.directory, edit.file.name)
      finish(this.#recovering(disk))
      const expected = isOpen ? expectedAfter(edit, journal, committed) : left
      const found = disk.read(edit.file.directory, edit.file.name)
      if (found !== expected)
        this.#violations.push(
          `I6: ${edit.kind} of ${edit.file.directory} became ${String(found)}, not ${String(expected)}`
        )
      // A folder of ours stays while the person's file is in it.
      this.#proveTree(disk, committed, [edit.file.directory, `${edit.file.directory}/${edit.file.name}`])
    }
  }

  #recovering(disk: ModelDisk) {
    this.#recoveries += 1
    return runRecovery(disk, this.#reach.variant)
  }

  /** I2, but for what is the person's. */
  #proveTree(disk: ModelDisk, committed: boolean, except: ReadonlyArray<string> = []): void {
    const end = committed ? this.#trees.after : this.#trees.before
    const paths = differences(treeOf(disk), end).filter((path) => !except.includes(path))
    if (paths.length > 0)
      this.#violations.push(`I2: not the tree ${committed ? "after" : "before"}: ${paths.join(", ")}`)
  }
}

/** Every crash of an operation, and what recovery makes of each, within a reach. */
export const explore = (operation: Operation, reach: Reach = {}): Explored =>
  new Exploration(operation, reach).explore()
