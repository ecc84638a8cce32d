import { loop } from "./loop.ts"
import { planLint } from "./planLint.ts"
import { review } from "./review.ts"

/** What agents' workflows call. */
export const working = [loop, planLint, review] as const
