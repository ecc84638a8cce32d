import { loop } from "./loop.ts"
import { planLint } from "./planLint.ts"
import { review } from "./review.ts"
import { task } from "./task.ts"
import { x } from "./x.ts"

/** What agents' workflows call. */
export const working = [loop, planLint, review, task, x] as const
