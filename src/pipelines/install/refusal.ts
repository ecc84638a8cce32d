import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { failureOf } from "../../domain/failure.ts"
import { decide } from "./decide.ts"
import { validate } from "./judge.ts"
import type { Disclosure, Judged } from "./stages.ts"

/** What somebody asks for who only names the source. */
const bare = { op: "install", replace: false, allowDowngrade: false, wait: Duration.zero } as const

/** Why an install of it without further flags would end before the question; undefined when it would not, and for faults of the manifest, which are told as such. */
export const refusalOf = Effect.fn("install.refusal")(function* (judged: Judged, disclosure: Disclosure) {
  if (judged.problems.some(({ severity }) => severity === "error")) return undefined
  const decided = Effect.flatMap(validate(judged), (validated) =>
    decide({ ...bare, ...validated, disclosure })
  )
  return yield* Effect.match(decided, {
    onSuccess: () => undefined,
    onFailure: failureOf
  })
})
