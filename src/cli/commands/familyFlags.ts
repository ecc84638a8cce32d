import * as Flag from "effect/cli/Flag"

/** `--member DIR`, which may be given again. */
export const memberFlag = Flag.String("member").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("Folder of a member besides the known ones; may be given again"),
  Flag.atLeast(0)
)

/** `--cwd DIR`. */
export const cwdFlag = Flag.String("cwd").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("Root of the project; otherwise the working directory"),
  Flag.optional
)
