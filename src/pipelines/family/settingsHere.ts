import * as Effect from "effect/Effect"
import { readable } from "../../domain/family/byteText.ts"
import type { Variables } from "../../domain/family/directories.ts"
import { conflictText, settingsRegistry, type SettingsRegistry } from "../../domain/family/registry.ts"
import { familySources } from "../../domain/family/sources.ts"
import { settingsFile } from "../../domain/family/settingsText.ts"
import { settingsFacts, type SettingsFacts } from "../../domain/family/settingsView.ts"
import { Environment } from "../../services/Environment.ts"
import { FamilySettings, type SettingsFileState } from "../../services/FamilySettings.ts"
import { membersHere } from "./members.ts"
import { passedOver } from "./skipped.ts"

/** The settings file of this user, and who says what may stand in it. */
export interface SettingsPlace {
  /** As the environment says it, maybe relative. */
  readonly path: string
  /** The same, absolute. */
  readonly file: string
  readonly registry: SettingsRegistry
  readonly environment: Variables
  /** Sentences about members; raw values may be in them. */
  readonly warnings: ReadonlyArray<string>
}

/** Finds the settings file and the members; `given` are folders of further members. */
export const settingsPlace = Effect.fn("settingsPlace")(function* (given: ReadonlyArray<string>) {
  const { home, variables, workingDirectory } = yield* Environment
  const environment: Variables = Object.fromEntries(variables)
  const path = settingsFile({ env: environment, home })
  const here = yield* membersHere(given)
  const registry = settingsRegistry(familySources(here.members))
  return {
    path,
    file: path.startsWith("/") ? path : `${workingDirectory}/${path}`,
    registry,
    environment,
    warnings: [...passedOver(here).warnings, ...registry.conflicts.map(conflictText)]
  } satisfies SettingsPlace
})

/** The same with what stands in the file. */
export interface SettingsHere extends SettingsPlace {
  readonly state: SettingsFileState
  /** Empty without a readable file. */
  readonly text: string
  readonly facts: SettingsFacts
}

/** Text of the file; what is no UTF-8 is replaced. */
export const settingsTextOf = (state: SettingsFileState): string =>
  state._tag === "Present" ? readable(state.bytes) : ""

/** Reads the settings file. Never fails: an unusable one is told by its state. */
export const settingsHere = Effect.fn("settingsHere")(function* (given: ReadonlyArray<string>) {
  const settings = yield* FamilySettings
  const place = yield* settingsPlace(given)
  const state = yield* settings.read(place.file)
  const text = settingsTextOf(state)
  const facts = settingsFacts(place.registry, text, place.environment)
  return { ...place, state, text, facts } satisfies SettingsHere
})
