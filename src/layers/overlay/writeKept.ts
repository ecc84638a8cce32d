import * as Effect from "effect/Effect"
import type { KeptView } from "../../domain/loop/keptView.ts"
import type { LoopView } from "../../domain/loop/view.ts"
import { limits } from "../../domain/limits.ts"
import { storeKey, temporaryOf } from "../../domain/paths.ts"
import { canSeal, identityText } from "../../domain/store/seal.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { LoopViewStand, SettledBundle } from "../../services/LoopViews.ts"
import { transactionName } from "../transaction/name.ts"
import { dropOthers } from "./dropOthers.ts"
import { headOf } from "./headOf.ts"
import { listName } from "./keptFile.ts"

/** How the recorded lists of bundles look now. */
const listsOf = Effect.fnUntraced(function* (bundles: ReadonlyArray<SettledBundle>) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  return yield* durable.identifyAll(
    bundles.map(({ contentHash }) => `${paths.stored(contentHash)}/files.json`)
  )
})

/** Everything that is compared as it looks now; undefined unless it has been so since before anything was composed. */
const settledOf = Effect.fnUntraced(function* (
  { at, records }: LoopViewStand,
  bundles: ReadonlyArray<SettledBundle>
) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const lists = yield* listsOf(bundles)
  const fileSystem = yield* durable.fileSystemKind(paths.root)
  // Of records, too, only how they look is kept.
  const identities = (yield* durable.identifyAll(records)).filter((one) => one !== undefined)
  const settled: Array<KeptView["bundles"][number]> = []
  for (const [index, { contentHash, files }] of bundles.entries()) {
    const list = lists[index]
    if (list === undefined) return undefined
    identities.push(list)
    settled.push([storeKey(contentHash), { ...files, [listName]: identityText(list) }])
  }
  return canSeal({ now: at, fileSystem, identities }) ? settled : undefined
})

/** Keeps what was composed, when every file that decided it had settled well before. */
export const writeKept = Effect.fnUntraced(function* (
  stand: LoopViewStand,
  composed: { readonly view: LoopView; readonly bundles: ReadonlyArray<SettledBundle> }
) {
  const durable = yield* Durable
  const { paths } = yield* GsdHome
  const bundles = yield* settledOf(stand, composed.bundles)
  if (bundles === undefined) return
  const { members, points, skipped } = composed.view
  const kept: KeptView = { bundles, members, skipped }
  const encoder = new TextEncoder()
  const body = encoder.encode([kept, ...points].map((one) => JSON.stringify(one)).join("\n"))
  const head = encoder.encode(`${headOf(stand.key, body)}\n`)
  if (head.length + body.length > limits.loopViewBytes) return
  const bytes = new Uint8Array(head.length + body.length)
  bytes.set(head)
  bytes.set(body, head.length)
  const path = `${paths.cache}/${stand.name}`
  yield* Effect.ignore(durable.makeDirectory(paths.cache, { mode: 0o700 }))
  yield* durable.replace(path, bytes, { mode: 0o600, temporary: temporaryOf(path, yield* transactionName) })
  yield* dropOthers(stand.name, /^loop-(?:global|[0-9a-f]{32})\.json$/u)
})
