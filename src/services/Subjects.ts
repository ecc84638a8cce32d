import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ConsentSubject } from "../domain/consent/digest.ts"

/** Consent subjects that were shown here, so that a digest which no longer fits can be explained. A cache: losing it costs an explanation. */
export class Subjects extends Context.Service<
  Subjects,
  {
    readonly remember: (digest: string, subject: ConsentSubject) => Effect.Effect<void>
    /** The subject behind a digest, believed only when it hashes to it. */
    readonly recall: (digest: string) => Effect.Effect<Option.Option<ConsentSubject>>
  }
>()("gsd/services/Subjects") {}
