import { diagnosisOf, type Diagnosis } from "./finding.ts"
import { judgeDrift, type DriftFacts } from "./judgeDrift.ts"
import { judgeLeftovers, type LeftoverFacts } from "./judgeLeftovers.ts"
import { judgePolicy, type PolicyFacts } from "./judgePolicy.ts"
import { judgeProcesses, type ProcessFacts } from "./judgeProcesses.ts"
import { judgeProject, type ProjectFacts } from "./judgeProject.ts"
import { judgeRecords, type RecordFacts } from "./judgeRecords.ts"
import { judgeRuntimes, type RuntimeFacts } from "./judgeRuntimes.ts"
import { judgeStore, type StoreFacts } from "./judgeStore.ts"
import { judgeWiring, type WiringFacts } from "./judgeWiring.ts"

/** Everything that a doctor looks at. */
export interface Facts {
  readonly records: RecordFacts
  readonly leftovers: LeftoverFacts
  readonly store: StoreFacts
  readonly wiring: WiringFacts
  readonly policy: PolicyFacts
  /** Undefined without a project, or a `.gsd` in it. */
  readonly project: ProjectFacts | undefined
  /** Undefined in global scope, without anything installed, and while something waits to be finished or cannot be read. */
  readonly drift: DriftFacts | undefined
  /** Undefined while something waits to be finished or cannot be read. */
  readonly runtimes: RuntimeFacts | undefined
  readonly processes: ProcessFacts
}

/** Judges all of it, records first: what cannot be read there explains the rest. */
export const judge = (facts: Facts): Diagnosis =>
  diagnosisOf([
    ...judgeRecords(facts.records),
    ...judgeLeftovers(facts.leftovers, facts.records.ledgers),
    ...judgeStore(facts.store),
    ...judgeWiring(facts.wiring),
    ...judgePolicy(facts.policy),
    ...(facts.project === undefined ? [] : judgeProject(facts.project)),
    ...(facts.drift === undefined ? [] : judgeDrift(facts.drift)),
    ...(facts.runtimes === undefined ? [] : judgeRuntimes(facts.runtimes)),
    ...judgeProcesses(facts.processes)
  ])
