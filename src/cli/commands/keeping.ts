import { gc } from "./gc.ts"
import { history } from "./history.ts"
import { pin, unpin } from "./pin.ts"
import { rollback } from "./rollback.ts"

/** Verbs about what is kept of a capability, and for how long. */
export const keeping = [rollback, history, pin, unpin, gc] as const
