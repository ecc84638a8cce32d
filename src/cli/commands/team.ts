import { exporting } from "./exporting.ts"
import { importing } from "./importing.ts"
import { lock } from "./lock.ts"
import { log } from "./log.ts"
import { sync } from "./sync.ts"

/** Verbs for those who share what is installed, and who look back at it. */
export const team = [lock, sync, exporting, importing, log] as const
