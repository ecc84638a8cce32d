import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { decideConsent, type GivenConsent } from "../../domain/consent/decide.ts"
import { differingMembers } from "../../domain/consent/digest.ts"
import { ConsentGate, type ConsentQuestion } from "../../services/ConsentGate.ts"
import { Subjects } from "../../services/Subjects.ts"

/**
 * A gate that never asks anybody: everything is granted with `yes`, one digest with `digest`, nothing with neither.
 * For applications that embed the engine and for tests; the record says `ci`.
 */
export const layerWith = (given: GivenConsent) =>
  Layer.effect(
    ConsentGate,
    Effect.gen(function* () {
      const subjects = yield* Subjects
      const ask = Effect.fn("ConsentGate.ask")(function* (question: ConsentQuestion) {
        const known = given.digest === undefined ? Option.none() : yield* subjects.recall(given.digest)
        const differing = Option.isSome(known) ? differingMembers(known.value, question.subject) : []
        const decision = decideConsent({ ...question, differing }, given, {
          by: "ci",
          fromAgents: "allow",
          canAsk: false
        })
        if (decision._tag === "Granted") return decision.granted
        // Nobody can be asked here, so only a refusal is left.
        return yield* decision._tag === "Refused"
          ? decision.error
          : Effect.die("asked although nobody can be")
      })
      return ConsentGate.of({ ask })
    })
  )
