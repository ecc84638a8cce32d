import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { Lock } from "../../services/Lock.ts"

/** Holds the one lock for all scopes until the scope closes. */
export const holdLock = Effect.fnUntraced(function* (wait: Duration.Duration) {
  const lock = yield* Lock
  const environment = yield* Environment
  const { paths } = yield* GsdHome
  yield* lock.acquire(paths.lock, { wait, holder: { path: paths.lockHolder, command: environment.command } })
})
