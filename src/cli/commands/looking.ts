import { list } from "./list.ts"
import { outdated } from "./outdated.ts"
import { path } from "./path.ts"
import { show } from "./show.ts"
import { state } from "./state.ts"
import { verify } from "./verify.ts"

/** Verbs that look at what is installed. */
export const looking = [list, show, state, path, verify, outdated] as const
