import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { byteText, bytesOf, readable } from "../domain/family/byteText.ts"
import { planChanges, type SettingChange, type SettingsPlan } from "../domain/family/settingsChange.ts"
import { applySplices, planEdits } from "../domain/family/settingsEdit.ts"
import { FamilySettingsFileRefused, type FamilySettingsRefused } from "../domain/family/settingsErrors.ts"
import { settingsFacts } from "../domain/family/settingsView.ts"
import { FamilySettings } from "../services/FamilySettings.ts"
import { settingsPlace, settingsTextOf, type SettingsPlace } from "./family/settingsHere.ts"

/** What is to be done to the settings file. */
export interface SettingsChangeRequest {
  /** Each key at most once. */
  readonly changes: ReadonlyArray<SettingChange>
  /** Takes out all but the last line of keys that are set. */
  readonly repair: boolean
  /** Writes; without, nothing is written. */
  readonly apply: boolean
  /** Folders of further members. */
  readonly members: ReadonlyArray<string>
}

/** JSON of `family settings set` and `unset`. */
export interface FamilySettingsChanged extends Omit<SettingsPlan, "edits"> {
  readonly path: string
  readonly wrote: boolean
  /** The file says all of it already. */
  readonly noop: boolean
  readonly warnings: ReadonlyArray<string>
}

interface Edited {
  readonly plan: SettingsPlan
  /** Undefined when nothing changes. */
  readonly after: Uint8Array | undefined
}

/** What the changes make of the bytes of the file. */
const editedBytes = (
  { environment, registry }: SettingsPlace,
  { changes, repair }: SettingsChangeRequest,
  before: Uint8Array
): Result.Result<Edited, FamilySettingsRefused> => {
  const facts = settingsFacts(registry, readable(before), environment)
  return Result.map(planChanges(facts, changes, repair), (plan) => {
    const text = byteText(before)
    const splices = planEdits(text, plan.edits)
    return { plan, after: splices.length === 0 ? undefined : bytesOf(applySplices(text, splices)) }
  })
}

/** Changes the settings file in one write, or says what would change. All or none; what is asked for twice is written once. */
export const familySettingsChange = Effect.fn("familySettingsChange")(function* (
  request: SettingsChangeRequest
) {
  const settings = yield* FamilySettings
  const place = yield* settingsPlace(request.members)
  yield* settings.editable(place.file)
  const state = yield* settings.read(place.file)
  if (state._tag === "Unusable")
    return yield* new FamilySettingsFileRefused({ path: place.path, problem: state.problem })
  const before = state._tag === "Present" ? state.bytes : new Uint8Array()
  let edited = yield* Effect.fromResult(editedBytes(place, request, before))
  const wrote =
    request.apply &&
    (yield* settings.edit(place.file, (bytes) =>
      Result.map(editedBytes(place, request, bytes), (now) => {
        edited = now
        return now.after
      })
    ))
  const { plan } = edited
  return {
    path: place.path,
    wrote,
    noop: edited.after === undefined,
    changes: plan.changes,
    caveats: plan.caveats,
    envShadows: plan.envShadows,
    warnings: place.warnings
  } satisfies FamilySettingsChanged
})

/** Takes out all but the last line of every key that stands more than once. */
export const familySettingsRepair = Effect.fn("familySettingsRepair")(function* (
  request: Pick<SettingsChangeRequest, "apply" | "members">
) {
  const settings = yield* FamilySettings
  const place = yield* settingsPlace(request.members)
  const text = settingsTextOf(yield* settings.read(place.file))
  const { duplicateKeys } = settingsFacts(place.registry, text, place.environment).reading
  const changes = duplicateKeys.map((key) => ({ _tag: "Deduplicate", key }) as const)
  return yield* familySettingsChange({ ...request, changes, repair: true })
})
