import type { ModelDisk } from "./disk.ts"
import { reportIn } from "./invariants.ts"
import { at, bundleOf, readConsent, readLedger, type Consent, type Ledger } from "./world.ts"

/** What a reader can see of a disk at one moment. */
export interface Moment {
  readonly ledger: Ledger | undefined
  readonly consent: Consent | undefined
  readonly bundles: ReadonlyMap<string, string>
}

/** The moments of a run, each different from the one before it. */
export class History {
  readonly moments: Array<Moment> = []
  #last = ""

  add(disk: ModelDisk): void {
    const ledger = disk.read(at.ledger, "file")
    const consent = disk.read(at.consent, "file")
    const bundles = new Map(disk.names(at.store).map((name) => [name, disk.read(at.store, name) ?? ""]))
    const text = JSON.stringify([ledger, consent, [...bundles]])
    if (text === this.#last) return
    this.#last = text
    this.moments.push({ ledger: readLedger(ledger), consent: readConsent(consent), bundles })
  }
}

/** How a reader goes about it; only `careful` does as transaction.md says. */
export type Manner = "careful" | "trusting" | "consent first"

interface Pass {
  /** When its last read was. */
  readonly until: number
  readonly rev: number
  /** Undefined: something that the ledger names was not there. */
  readonly report: string | undefined
}

const judged = (ledger: Ledger, consent: Consent, bundles: Moment["bundles"]): string | undefined => {
  const { active } = ledger
  if (active === null) return reportIn({ ...ledger, consent })
  const bytes = bundles.get(active)
  if (consent[active] === undefined || bytes === undefined) return undefined
  return bytes === bundleOf(active) ? reportIn({ ...ledger, consent }) : `mixture: ${bytes} for ${active}`
}

/** Reads ledger, consent and bundles once each, with any number of the writer's steps in between. */
function* passes(moments: ReadonlyArray<Moment>, from: number, manner: Manner): Generator<Pass> {
  for (let first = from; first < moments.length; first += 1)
    for (let second = first; second < moments.length; second += 1)
      for (let third = second; third < moments.length; third += 1) {
        const isReversed = manner === "consent first"
        const ledger = moments[isReversed ? second : first]?.ledger
        const consent = moments[isReversed ? first : second]?.consent
        const bundles = moments[third]?.bundles
        if (ledger === undefined || consent === undefined || bundles === undefined)
          yield { until: third, rev: -1, report: "unreadable" }
        else yield { until: third, rev: ledger.rev, report: judged(ledger, consent, bundles) }
      }
}

/**
 * Everything that one reader may report over a history. What is missing sends it to the ledger once more:
 * at the same revision it is `missing`, which a sound protocol never lets happen; at another one the reader
 * starts over, and is `changing` (a typed inactive) when it was overtaken twice.
 */
export function* reportsOver({ moments }: History, manner: Manner = "careful"): Generator<string> {
  for (const first of passes(moments, 0, manner)) {
    if (first.report !== undefined) yield first.report
    else if (manner === "trusting") yield "missing"
    else yield* lookAgain(moments, first, manner)
  }
}

function* lookAgain(moments: ReadonlyArray<Moment>, first: Pass, manner: Manner): Generator<string> {
  for (let now = first.until; now < moments.length; now += 1)
    if (moments[now]?.ledger?.rev === first.rev) yield "missing"
  for (const second of passes(moments, first.until, manner)) {
    if (second.rev === first.rev) continue
    if (second.report !== undefined) {
      yield second.report
      continue
    }
    for (let now = second.until; now < moments.length; now += 1)
      yield moments[now]?.ledger?.rev === second.rev ? "missing" : "changing"
  }
}
