import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { builtInView } from "../../domain/loop/builtInView.ts"
import { globalScope, scopeKey } from "../../domain/paths.ts"
import { limits } from "../../domain/limits.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import type { LoopViewAsked, LoopViewStand } from "../../services/LoopViews.ts"
import { readIfThere } from "../disk/readIfThere.ts"
import { pendingTransactions } from "../transaction/pending.ts"
import { readKept } from "./keptFile.ts"
import { sha256Of } from "./sha256.ts"

/** Form of the file; a change of what is kept or of its meaning makes another. */
const form = "1"

/** Digest of a file's bytes; empty when there is none. */
const digestOf = Effect.fnUntraced(function* (path: string, maxBytes: number) {
  const bytes = yield* readIfThere(path, maxBytes)
  return bytes === undefined ? "" : sha256Of(bytes)
})

/** Digests of the ledgers that count in a scope: the user's, then the project's. */
const ledgersOf = Effect.fnUntraced(function* ({ scope }: LoopViewAsked) {
  const { paths } = yield* GsdHome
  const users = yield* digestOf(paths.ledger(globalScope), limits.ledgerBytes)
  return [
    users,
    scope.kind === "global" ? "" : yield* digestOf(paths.ledger(scope), limits.ledgerBytes)
  ] as const
})

/** Where things stand; undefined when nothing was ever installed or switched here. */
export const standing = (productVersion: string) =>
  Effect.fnUntraced(function* (asked: LoopViewAsked) {
    const { paths } = yield* GsdHome
    const host = yield* HostVersion
    const [users, projects] = yield* ledgersOf(asked)
    if (users === "" && projects === "") return undefined
    const at = yield* Clock.currentTimeMillis
    const consent = yield* digestOf(paths.consent, limits.consentBytes)
    const key = [form, productVersion, yield* host.read, users, projects, consent, asked.policy]
    // Where the project installed nothing, what is composed is the same as outside of it.
    const scope = projects === "" ? globalScope : asked.scope
    return { name: `loop-${scopeKey(scope)}.json`, key: JSON.stringify(key), at } satisfies LoopViewStand
  })

/** `LoopViews.read`; trouble counts as nothing kept. */
export const recalling = (productVersion: string) => {
  const stand = standing(productVersion)
  const recall = Effect.fnUntraced(function* (asked: LoopViewAsked) {
    if ((yield* pendingTransactions).length > 0) return Option.none()
    const now = yield* stand(asked)
    return now === undefined ? Option.some(builtInView()) : yield* readKept(now)
  })
  return (asked: LoopViewAsked) =>
    recall(asked).pipe(Effect.orElseSucceed(Option.none), Effect.withSpan("LoopViews.read"))
}
