import * as Effect from "effect/Effect"
import type { Changes } from "../../domain/query/changes.ts"
import { ProjectHistory } from "../../services/ProjectHistory.ts"
import type { QueryContext } from "./context.ts"
import { plansOf } from "./texts.ts"

const declared = Effect.fnUntraced(function* ({ phase }: QueryContext, isWanted: (path: string) => boolean) {
  const done = (yield* plansOf(phase)).filter(({ isDone }) => isDone)
  return done
    .flatMap(({ plan }) => plan.files.items.map((path) => path.replace(/^\.\//u, "")))
    .filter(isWanted)
})

const ascending = (paths: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(paths)].toSorted()

const byPlans = Effect.fnUntraced(function* (
  context: QueryContext,
  isWanted: (path: string) => boolean,
  note: string
) {
  const history = yield* ProjectHistory
  const files = [...(yield* declared(context, isWanted)), ...(yield* history.uncommitted(isWanted))]
  return { files: ascending(files), source: "plans", note } satisfies Changes
})

/**
 * Files, of those that are wanted, that were changed since a phase began: since the commit before the one that brought
 * its folder, or since that one when none is known before. What is not committed counts too. Where git does not tell
 * when it began, those that its carried out plans name.
 */
export const changesOf = Effect.fn("query.changesOf")(function* (
  context: QueryContext,
  isWanted: (path: string) => boolean
) {
  const history = yield* ProjectHistory
  const head = yield* history.head
  if (head._tag === "None") return yield* byPlans(context, isWanted, head.reason)
  const uncommitted = yield* history.uncommitted(isWanted)
  if (head._tag === "Unborn")
    return {
      files: uncommitted,
      source: "history",
      note: "the repository has no commit yet, so every file counts"
    } satisfies Changes
  const { folder } = context.phase
  const began = yield* history.began(folder)
  if (began === undefined) return yield* byPlans(context, isWanted, `\`${folder}\` is in no commit`)
  const since = began.before ?? began.commit
  const committed = (yield* history.changedSince(since)).filter(isWanted)
  const files = ascending([...committed, ...uncommitted])
  const cut = "the history is shallow: what was changed before its first commit does not count"
  return {
    files,
    source: "history",
    since,
    ...(began.before === undefined && head.isShallow ? { note: cut } : {})
  } satisfies Changes
})
