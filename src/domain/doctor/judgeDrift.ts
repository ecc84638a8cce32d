import type { Drift } from "../project/drift.ts"
import { shown } from "../text/escape.ts"
import { subjectOf, type Finding } from "./finding.ts"

/** A project beside its lockfile. */
export interface DriftFacts {
  /** The lockfile. */
  readonly path: string
  readonly drift: ReadonlyArray<Drift>
  /** Why they cannot be compared, when they cannot. */
  readonly problem?: string
}

const finding = (path: string, message: string): Finding => ({
  kind: "lock-drifted",
  subject: subjectOf(path),
  message,
  hint: "`gsd capability lock --check` lists all of it; `gsd capability sync` brings the project to its lockfile, `gsd capability lock` writes that anew",
  fix: "none"
})

/** Tells that a project is not as its team agreed; what nobody on this machine brought in yet is no fault. */
export const judgeDrift = ({ drift, path, problem }: DriftFacts): ReadonlyArray<Finding> => {
  if (problem !== undefined)
    return [finding(path, shown`The project cannot be compared with ${path}: ${problem}`)]
  const [first, ...more] = drift.filter(({ kind }) => kind !== "not-installed")
  if (first === undefined) return []
  const others = more.length === 0 ? "" : ` (and ${more.length} more)`
  return [
    finding(path, `${shown`${path} does not agree with the project: ${first.id}: `}${first.detail}${others}`)
  ]
}
