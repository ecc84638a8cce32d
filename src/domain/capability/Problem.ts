/** How grave a problem is: an error makes the manifest invalid, a warning does not. */
export type Severity = "error" | "warning"

/**
 * One thing that is wrong with a manifest, at one place.
 *
 * `pointer` is RFC 6901 ("" is the document) and names the member itself, missing ones included. `message` is one
 * sentence without final period; `hint` says what to do next and is never empty.
 */
export interface Problem {
  readonly rule: string
  readonly severity: Severity
  readonly pointer: string
  readonly message: string
  readonly hint: string
}

/** Verdict over a list of problems. */
export type Verdict = "valid" | "warning" | "invalid"

/** Invalid when any problem is an error, else warning when there is any, else valid. */
export const verdictOf = (problems: ReadonlyArray<Pick<Problem, "severity">>): Verdict =>
  problems.some((problem) => problem.severity === "error")
    ? "invalid"
    : problems.length > 0
      ? "warning"
      : "valid"
