import { config } from "./config.ts"
import { loop } from "./loop.ts"
import { planLint } from "./planLint.ts"
import { query } from "./query.ts"
import { review } from "./review.ts"
import { task } from "./task.ts"
import { x } from "./x.ts"

/** What agents' workflows call. */
export const working = [loop, config, planLint, query, review, task, x] as const
