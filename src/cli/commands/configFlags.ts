import type * as Option from "effect/Option"
import * as Effect from "effect/Effect"
import * as Flag from "effect/cli/Flag"
import type { ConfigTarget } from "../../services/Config.ts"
import { InvocationInvalid } from "../errors.ts"

/** `--set KEY=VALUE`: configuration of this one call, the strongest layer. */
export const setFlag = Flag.String("set").pipe(
  Flag.withMetavar("KEY=VALUE"),
  Flag.withDescription("Take this value for this call alone; may be given again"),
  Flag.atLeast(0)
)

/** `--ws NAME`: whose configuration counts above the project's. */
export const workstreamFlag = Flag.String("ws").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription("Workstream; else GSD_WORKSTREAM, else `.planning/active-workstream`"),
  Flag.optional
)

/** Which file is written. */
export const targetFlags = {
  user: Flag.Boolean("user").pipe(
    Flag.withDescription("Write the user's own file, which counts in every project"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  workstream: Flag.String("workstream").pipe(
    Flag.withMetavar("NAME"),
    Flag.withAlias("ws"),
    Flag.withDescription("Write the file of this workstream of the project"),
    Flag.optional
  )
}

/** The file that these flags choose; undefined without any. */
export const targetOf = Effect.fnUntraced(function* (
  command: string,
  input: { readonly user: boolean; readonly workstream: Option.Option<string> }
) {
  const { user, workstream } = input
  if (workstream._tag === "None") return user ? ({ origin: "user" } satisfies ConfigTarget) : undefined
  if (!user) return { origin: "workstream", name: workstream.value } satisfies ConfigTarget
  const problem = "`--user` and `--workstream` are given, and only one file is written"
  return yield* new InvocationInvalid({ command, problem, problems: [problem], suggestions: [] })
})
