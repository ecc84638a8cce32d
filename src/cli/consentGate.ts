import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { decideConsent, type GivenConsent } from "../domain/consent/decide.ts"
import { differingMembers } from "../domain/consent/digest.ts"
import { ConsentDeclined } from "../domain/consent/errors.ts"
import { ConsentGate, type ConsentQuestion } from "../services/ConsentGate.ts"
import type { Environment } from "../services/Environment.ts"
import type { Policies } from "../services/Policies.ts"
import { Subjects } from "../services/Subjects.ts"
import { circumstances } from "./caller.ts"
import type { Common } from "./common.ts"
import { renderDisclosure } from "./render/disclosure.ts"
import { safe } from "./render/view.ts"
import { Screen } from "./Screen.ts"

/** Members in which what was consented to under the given digest differs from what is asked; empty when unknown. */
const differingFrom = Effect.fnUntraced(function* (question: ConsentQuestion, given: GivenConsent) {
  const subjects = yield* Subjects
  if (given.digest === undefined || given.digest === question.digest) return []
  const known = yield* subjects.recall(given.digest)
  return Option.isNone(known) ? [] : differingMembers(known.value, question.subject)
})

/** Only `y` or `yes`, in any case, is a yes. */
export const isYes = (line: Option.Option<string>): boolean =>
  Option.isSome(line) && /^y(?:es)?$/iu.test(line.value.trim())

const askPerson = Effect.fnUntraced(function* (question: ConsentQuestion) {
  const { ask } = yield* Screen
  const line = yield* ask(`Consent to ${safe(question.id)} ${safe(question.version)} as shown? [y/N] `)
  return isYes(line)
})

/**
 * Shows the disclosure on stderr and decides: by what was said beforehand, by the user's policy, else by asking.
 * With `--json` nothing is shown except where `--yes` grants what is printed. Reads stdin only to ask.
 */
export const layerWith = (common: Pick<Common, "json">, given: GivenConsent) =>
  Layer.effect(
    ConsentGate,
    Effect.gen(function* () {
      const services = yield* Effect.context<Environment | Policies | Screen | Subjects>()
      const { err } = yield* Screen
      const ask = Effect.fn("ConsentGate.ask")(function* (question: ConsentQuestion) {
        const who = yield* circumstances(common.json)
        const differing = yield* differingFrom(question, given)
        if (!common.json || given.yes) yield* Console.error(`${renderDisclosure(question, yield* err)}\n`)
        const decision = decideConsent({ ...question, differing }, given, who)
        if (decision._tag === "Refused") return yield* decision.error
        if (decision._tag === "Granted") return decision.granted
        if (yield* askPerson(question)) return { how: "prompt", by: who.by } as const
        return yield* new ConsentDeclined({ id: question.id })
      }, Effect.provide(services))
      return ConsentGate.of({ ask })
    })
  )
