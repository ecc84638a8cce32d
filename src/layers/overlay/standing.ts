import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { LoopPoint } from "../../domain/capability/loopContract.ts"
import { builtInView } from "../../domain/loop/builtInView.ts"
import { globalScope, scopeKey } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { HostVersion } from "../../services/HostVersion.ts"
import type { LoopViewAsked, LoopViewStand } from "../../services/LoopViews.ts"
import { pendingTransactions } from "../transaction/pending.ts"
import { readKept } from "./keptFile.ts"

/** Form of the file; a change of what is kept or of its meaning makes another. */
const form = "2"

/** Where things stand; undefined when nothing was ever installed or switched here. */
export const standing = (productVersion: string) =>
  Effect.fnUntraced(function* ({ policy, scope }: LoopViewAsked) {
    const durable = yield* Durable
    const { paths } = yield* GsdHome
    const host = yield* HostVersion
    const users = paths.ledger(globalScope)
    const records = [
      users,
      scope.kind === "global" ? users : paths.ledger(scope),
      paths.consent,
      paths.consentBeside
    ]
    const at = yield* Clock.currentTimeMillis
    const looks = (yield* durable.lookAll(records)).map((look) => look ?? "")
    const [ofUsers, ofScope, ...consents] = looks
    if (ofUsers === "" && ofScope === "") return undefined
    // Where the project installed nothing, what is composed is the same as outside of it.
    const isUsers = scope.kind === "global" || ofScope === ""
    return {
      name: `loop-${scopeKey(isUsers ? globalScope : scope)}.json`,
      key: JSON.stringify([
        form,
        productVersion,
        yield* host.read,
        ofUsers,
        isUsers ? "" : ofScope,
        consents,
        policy
      ]),
      records,
      at
    } satisfies LoopViewStand
  })

/** `LoopViews.read`; trouble counts as nothing kept. */
export const recalling = (productVersion: string) => {
  const stand = standing(productVersion)
  const recall = Effect.fnUntraced(function* (asked: LoopViewAsked, point: LoopPoint) {
    if ((yield* pendingTransactions).length > 0) return Option.none()
    const now = yield* stand(asked)
    return now === undefined ? Option.some(builtInView()) : yield* readKept(now, point)
  })
  return (asked: LoopViewAsked, point: LoopPoint) =>
    recall(asked, point).pipe(Effect.orElseSucceed(Option.none), Effect.withSpan("LoopViews.read"))
}
