import { validate } from "./validate.ts"

/** Verbs for those who write capabilities. */
export const authoring = [validate] as const
