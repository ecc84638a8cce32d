import * as Effect from "effect/Effect"
import type { KeptView } from "../../domain/loop/keptView.ts"
import type { LoopView } from "../../domain/loop/view.ts"
import { storeKey } from "../../domain/paths.ts"
import { canSeal, identityText } from "../../domain/store/seal.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import type { LoopViewStand, SettledBundle } from "../../services/LoopViews.ts"
import { listName } from "./keptFile.ts"
import { putKept } from "./putKept.ts"

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
  const bundles = yield* settledOf(stand, composed.bundles)
  if (bundles === undefined) return
  const { members, points, skipped } = composed.view
  const kept: KeptView = { bundles, members, skipped }
  yield* putKept({
    name: stand.name,
    kind: /^loop-(?:global|[0-9a-f]{32})\.json$/u,
    key: stand.key,
    lines: [kept, ...points].map((one) => JSON.stringify(one))
  })
})
