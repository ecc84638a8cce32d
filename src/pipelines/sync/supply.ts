import * as Effect from "effect/Effect"
import { Store } from "../../services/Store.ts"
import type { Supplied } from "../install/stages.ts"

/** What is known of bytes beside their hash. */
export type Known = Pick<Supplied, "resolved" | "ref" | "artifact" | "canonical">

const note = "its bytes were on this machine already, so its source was not asked"

/** A bundle of the store as a supply, when every byte of it is as its hash says. */
export const storedSupply = Effect.fn("sync.stored")(function* (contentHash: string, known: Known) {
  const store = yield* Store
  const { verdict } = yield* store.verify(contentHash)
  if (verdict !== "ok") return undefined
  const files = yield* store.files(contentHash)
  return {
    ...known,
    files,
    read: (path) => store.read(contentHash, path),
    notes: [note]
  } satisfies Supplied
})
