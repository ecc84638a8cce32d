import { family } from "./family.ts"
import { registry } from "./registry.ts"
import { runtime } from "./runtime.ts"

/** What stands around capabilities: where they come from, the hosts they are for, and the family of workflows. */
export const around = [registry, runtime, family] as const
