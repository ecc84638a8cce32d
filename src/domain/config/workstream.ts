import * as Result from "effect/Result"
import { WorkstreamRefused } from "./errors.ts"

/** Variable that names the workstream of a call. */
export const workstreamVariable = "GSD_WORKSTREAM"

/** File of a project that names its active workstream, from the project's root. */
export const activeWorkstreamFile = ".planning/active-workstream"

const grammar = /^[a-z0-9_-][a-z0-9._-]{0,127}$/u

/** A name that something says; blank counts as nothing said. */
export interface Said {
  readonly text: string | undefined
  /** What says it, as messages name it. */
  readonly by: string
}

/** The workstream that counts: of what is said, in order, the first; undefined when nothing is. */
export const chooseWorkstream = (
  said: ReadonlyArray<Said>
): Result.Result<string | undefined, WorkstreamRefused> => {
  const first = said.find(({ text }) => text !== undefined && text.trim() !== "")
  if (first?.text === undefined) return Result.succeed(undefined)
  const name = first.text.trim()
  return grammar.test(name)
    ? Result.succeed(name)
    : Result.fail(new WorkstreamRefused({ name, said: first.by }))
}
