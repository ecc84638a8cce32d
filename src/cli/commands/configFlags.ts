import * as Flag from "effect/cli/Flag"

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
