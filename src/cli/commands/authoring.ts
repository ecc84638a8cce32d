import { init } from "./init.ts"
import { pack } from "./pack.ts"
import { validate } from "./validate.ts"

/** Verbs for those who write capabilities. */
export const authoring = [init, validate, pack] as const
