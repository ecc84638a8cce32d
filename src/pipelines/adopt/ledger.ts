import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { PublicLedgerUnusable } from "../../domain/adopt/errors.ts"
import { publicPlaces, publicRoot } from "../../domain/adopt/places.ts"
import { decodePublicLedger, type Recorded, type Unfit } from "../../domain/adopt/recorded.ts"
import { withoutEntry } from "../../domain/adopt/withoutEntry.ts"
import { sameJson } from "../../domain/json/canonical.ts"
import type { LedgerScope } from "../../domain/paths.ts"
import { textRow } from "../../domain/project/planProject.ts"
import { StateChanged } from "../../domain/transaction/errors.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { ProjectFiles } from "../../services/ProjectFiles.ts"

/** What the public system recorded in a scope, and where. */
export interface PublicLedger {
  /** The folder that everything of it lies in. */
  readonly root: string
  readonly path: string
  /** Ascending by id; empty where there is no ledger. */
  readonly entries: ReadonlyArray<Recorded | Unfit>
}

const lookAt = Effect.fnUntraced(function* (root: string) {
  const files = yield* ProjectFiles
  const path = publicPlaces(root).ledger
  return (yield* files.look(root, [path])).get(path)
})

/** Reads the public system's ledger of a scope; no link is followed to it. */
export const publicLedger = Effect.fn("adopt.ledger")(function* (scope: LedgerScope) {
  const { home, paths } = yield* GsdHome
  const root = publicRoot(scope, { root: paths.root, home })
  const path = publicPlaces(root).ledger
  const found = yield* lookAt(root)
  if (found?._tag === "Blocked")
    return yield* new PublicLedgerUnusable({
      path,
      problem: found.reason,
      hint: "Put the file itself there, under that one name"
    })
  const bytes = found?.target.bytes
  const entries = bytes === undefined ? [] : yield* Effect.fromResult(decodePublicLedger(path, bytes))
  return { root, path, entries } satisfies PublicLedger
})

/** Plans the edit that takes an entry out of the public system's ledger, which must still say the same of it. */
export const planRecord = Effect.fn("adopt.planRecord")(function* (root: string, recorded: Recorded) {
  const { id } = recorded
  const { ledger } = publicPlaces(root)
  const changed = new StateChanged({ id, what: `\`${ledger}\` says something else of it now` })
  const found = yield* lookAt(root)
  const bytes = found?._tag === "Plain" ? found.target.bytes : undefined
  if (found?._tag !== "Plain" || bytes === undefined) return yield* changed
  const now = Result.getOrElse(decodePublicLedger(ledger, bytes), () => []).find((one) => one.id === id)
  const without = withoutEntry(bytes, id)
  if (now?._tag !== "Recorded" || !sameJson({ ...now }, { ...recorded }) || without === undefined)
    return yield* changed
  return textRow(found, without)
})
