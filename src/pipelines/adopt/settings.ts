import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { markedIn, standingOf, type PublicBundle, type Standing } from "../../domain/adopt/marked.ts"
import { publicPlaces } from "../../domain/adopt/places.ts"
import type { SettingsSeen } from "../../domain/adopt/planAdoption.ts"
import { parentOf, type LedgerScope } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"

const left = (path: string, reason: string): SettingsSeen => ({ _tag: "Left", path, reason })

const changed = "its entries are not those that the public system put there, so all of them stay"

const seenAs: Record<Standing, (path: string) => SettingsSeen> = {
  none: (path) => ({ _tag: "Without", path }),
  whole: (path) => ({ _tag: "Whole", path }),
  changed: (path) => left(path, changed)
}

/** In a project no link is followed: whoever wrote its ledger may have put it there. Nor is the ledger itself edited as one. */
const strayed = (typed: string, resolved: string, at: { scope: LedgerScope; root: string }) => {
  if (resolved === publicPlaces(at.root).ledger) return "it leads to the public system's ledger"
  return at.scope.kind === "project" && resolved !== typed
    ? `it leads to \`${resolved}\`, and no link is followed inside a project`
    : undefined
}

const look = Effect.fnUntraced(function* (
  typed: string,
  at: { scope: LedgerScope; root: string },
  bundle: PublicBundle
) {
  const durable = yield* Durable
  const foreign = yield* ForeignFiles
  const above = yield* Effect.catchIf(
    durable.identify(parentOf(typed)),
    ({ reason }) => reason === "not-a-directory",
    () => Effect.succeedNone
  )
  if (Option.isNone(above)) return seenAs.none(typed)
  const path = yield* foreign.resolve(typed, at.scope)
  const reason = strayed(typed, path, at)
  if (reason !== undefined) return left(typed, reason)
  const { bytes } = yield* foreign.read(path)
  if (bytes === undefined) return seenAs.none(path)
  return Result.match(markedIn({ file: path, bytes, strict: false }, bundle.id), {
    onFailure: ({ message }) => left(path, message),
    onSuccess: (found) => seenAs[standingOf(found, bundle)](path)
  })
})

/** Looks at the settings files that a capability was put into. One that cannot be read or edited is left, with the reason. */
export const settingsSeen = Effect.fn("adopt.settings")(function* (
  settings: ReadonlyArray<string>,
  at: { readonly scope: LedgerScope; readonly root: string },
  bundle: PublicBundle
) {
  return yield* Effect.forEach(settings, (file) => {
    const typed = `${at.root}/${file}`
    const refused = ({ message }: Error) => Effect.succeed(left(typed, message))
    return Effect.catchTags(look(typed, at, bundle), {
      TargetRefused: refused,
      TargetNotWritable: refused,
      FileTooLarge: refused
    })
  })
})
