import * as Predicate from "effect/Predicate"
import * as Runtime from "effect/Runtime"
import { exitCode } from "../../domain/hinted.ts"
import { labelled, safe, type View } from "./view.ts"

/** An error as it is shown. */
export interface Shown {
  readonly tag: string
  readonly message: string
  readonly hints: ReadonlyArray<string>
  readonly exitCode: number
  readonly details: Readonly<Record<string, unknown>>
}

const hintsOf = (error: object): ReadonlyArray<string> =>
  "hints" in error && Array.isArray(error.hints) ? error.hints.filter(Predicate.isString) : []

const unsaid = new Set(["_tag", "message", "stack", "cause", "name", "hints"])

const detailsOf = (error: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    // Effect marks errors with members of its own, whose names start with a tilde.
    Object.entries(error).filter(
      ([key, value]) => !unsaid.has(key) && !key.startsWith("~") && value !== undefined
    )
  )

/** What is shown of an expected error. */
export const shownOf = (error: Error): Shown => ({
  tag: "_tag" in error && Predicate.isString(error._tag) ? error._tag : error.name,
  message: error.message,
  hints: hintsOf(error),
  exitCode: Runtime.getErrorExitCode(error) || exitCode.failed,
  details: detailsOf(error)
})

/** The JSON document of a failed command. Source: design section 7. */
export const errorDocument = (shown: Shown) => ({
  error: {
    _tag: shown.tag,
    message: shown.message,
    hints: shown.hints,
    exitCode: shown.exitCode,
    details: shown.details
  }
})

/** The message, a blank line, one line per hint; hints are not wrapped, since they hold what is to be copied. */
export const renderError = (shown: Shown, view: View): string => {
  const { red, cyan } = view.paint
  const hints = shown.hints.map((hint) => `${cyan("hint:")} ${safe(hint)}`)
  const message = labelled("", safe(shown.message), view).map((line) => red(line))
  return [...message, ...(hints.length === 0 ? [] : ["", ...hints])].join("\n")
}
