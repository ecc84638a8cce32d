import * as Effect from "effect/Effect"
import { reconcileFindings, unusableFinding, type SettingsFinding } from "../domain/family/reconcile.ts"
import { settingsHere } from "./family/settingsHere.ts"
import { fileReport, type SettingsFileReport } from "./familySettings.ts"

/** JSON of `family settings reconcile`. */
export interface FamilySettingsReconciled extends SettingsFileReport {
  readonly findings: ReadonlyArray<SettingsFinding>
  readonly warnings: ReadonlyArray<string>
}

/** Compares the settings file with the members that are here. Reads only. */
export const familySettingsReconcile = Effect.fn("familySettingsReconcile")(function* (
  members: ReadonlyArray<string>
) {
  const here = yield* settingsHere(members)
  return {
    ...fileReport(here),
    findings:
      here.state._tag === "Unusable"
        ? [unusableFinding(here.state.problem)]
        : reconcileFindings(here.facts, here.text),
    warnings: here.warnings
  } satisfies FamilySettingsReconciled
})
