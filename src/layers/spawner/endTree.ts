import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { processLimits } from "../../domain/process/limits.ts"
import type { ProcessEntry } from "../../domain/process/outcome.ts"

/** The processes of one run, as one operating system shows them. No method throws. */
export interface ProcessTree {
  /** Who lives; `unsure` when somebody might be missing from the list for an instant. */
  readonly find: () => { readonly members: ReadonlyArray<ProcessEntry>; readonly unsure: boolean }
  /** Signals the whole group first, then the members outside it. */
  readonly signal: (members: ReadonlyArray<ProcessEntry>, signal: "SIGTERM" | "SIGKILL") => void
  /** Cheaper than `find`: whether this one has ended. */
  readonly isGone: (member: ProcessEntry) => boolean
}

/** What the end of a tree found and left. */
export interface TreeEnd {
  readonly ended: ReadonlyArray<ProcessEntry>
  readonly survivors: ReadonlyArray<ProcessEntry>
}

const poll = Effect.sleep(Duration.millis(processLimits.pollMillis))

/** Looks again while a process between two programs could hide its cookie. */
const findSettled = Effect.fnUntraced(function* (tree: ProcessTree) {
  for (let looks = 1; ; looks++) {
    const { members, unsure } = tree.find()
    if (members.length > 0 || !unsure || looks >= processLimits.unsureLooks) return members
    yield* poll
  }
})

interface Round {
  readonly signal: "SIGTERM" | "SIGKILL"
  readonly bound: Duration.Duration
  readonly seen: Map<number, ProcessEntry>
}

/** Signals until nobody is found or the bound is over: TERM once for each, KILL at every look. */
const signalUntilGone = Effect.fnUntraced(function* (
  tree: ProcessTree,
  first: ReadonlyArray<ProcessEntry>,
  round: Round
) {
  const clock = yield* Clock.Clock
  const deadline = clock.monotonicTimeNanosUnsafe() + Duration.toNanosUnsafe(round.bound)
  const asked = new Set<number>()
  let members = first
  while (members.length > 0) {
    const due = round.signal === "SIGKILL" ? members : members.filter(({ pid }) => !asked.has(pid))
    if (due.length > 0) tree.signal(due, round.signal)
    for (const member of members) {
      asked.add(member.pid)
      round.seen.set(member.pid, member)
    }
    if (clock.monotonicTimeNanosUnsafe() >= deadline) return members
    yield* poll
    const known = members
    const mustLook = round.signal === "SIGKILL" || known.every(tree.isGone)
    if (mustLook) members = yield* findSettled(tree)
  }
  return members
})

/**
 * Ends every process of a tree: TERM, grace, then KILL until nobody is found or the bound is over.
 * Never fails and does not end early: run it where it cannot be interrupted. Waits on the Clock only.
 */
export const endTree = Effect.fnUntraced(function* (tree: ProcessTree, grace: Duration.Duration) {
  const seen = new Map<number, ProcessEntry>()
  const found = yield* findSettled(tree)
  const stubborn = yield* signalUntilGone(tree, found, { signal: "SIGTERM", bound: grace, seen })
  const survivors = yield* signalUntilGone(tree, stubborn, {
    signal: "SIGKILL",
    bound: Duration.millis(processLimits.killBoundMillis),
    seen
  })
  return { ended: [...seen.values()], survivors } satisfies TreeEnd
})
