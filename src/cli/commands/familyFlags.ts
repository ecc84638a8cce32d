import * as Flag from "effect/cli/Flag"
import { allowanceFormats } from "../render/familyAllowances.ts"

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

/** `--format`. */
export const formatFlag = Flag.Literals("format", allowanceFormats).pipe(
  Flag.withDescription("How it is printed; snippet is a fragment of a settings file. --json is json"),
  Flag.withDefault("text")
)
