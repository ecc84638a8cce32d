import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Granted } from "../domain/consent/decide.ts"
import type { ConsentSubject } from "../domain/consent/digest.ts"
import type {
  AgentConsentDenied,
  ConsentDeclined,
  ConsentMismatch,
  ConsentRequired
} from "../domain/consent/errors.ts"
import type { DisclosureLine } from "../domain/disclosure/DisclosureLine.ts"
import type { ShownChange } from "../domain/install/plan.ts"
import type { Wired } from "../domain/install/receipt.ts"
import type { PolicyUnreadable } from "../domain/policy/policy.ts"

/** What a person is asked to say yes to. Every text in it is escaped already. */
export interface ConsentQuestion {
  readonly id: string
  readonly version: string
  readonly previousVersion?: string
  readonly scope: "global" | "project"
  readonly source: string
  /** What deserves a word about how the source was had. */
  readonly notes?: ReadonlyArray<string>
  readonly subject: ConsentSubject
  readonly digest: string
  readonly disclosure: ReadonlyArray<DisclosureLine>
  readonly notices: ReadonlyArray<string>
  readonly changes: ReadonlyArray<ShownChange>
  /** Entries that would stand in other programs' settings files. */
  readonly wiring: ReadonlyArray<Wired>
  /** Runtimes that are kept in step and that it would go to; absent: none. */
  readonly runtimes?: ReadonlyArray<string>
  /** Why an earlier yes does not cover this; one sentence. */
  readonly reason: string
}

/** Why there is no yes; nothing was changed. */
export type ConsentRefusal =
  ConsentRequired | ConsentMismatch | ConsentDeclined | AgentConsentDenied | PolicyUnreadable

/** Shows a disclosure and returns a decision. */
export class ConsentGate extends Context.Service<
  ConsentGate,
  {
    readonly ask: (question: ConsentQuestion) => Effect.Effect<Granted, ConsentRefusal>
  }
>()("gsd/services/ConsentGate") {}
