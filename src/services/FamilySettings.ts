import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { FamilySettingsFileRefused, FamilySettingsUnwritable } from "../domain/family/settingsErrors.ts"
import type { ConcurrentEdit } from "../domain/transaction/errors.ts"

/** What stands where the settings file should be, links followed. */
export type SettingsFileState =
  /** Nothing, or a link that leads to nothing. */
  | { readonly _tag: "Absent" }
  /** No regular file, or one that cannot be read. */
  | { readonly _tag: "Unusable"; readonly problem: string }
  | { readonly _tag: "Present"; readonly bytes: Uint8Array }

/** The file before an edit; empty when there is none. Undefined after it: nothing changes. */
export type SettingsEdit<E> = (before: Uint8Array) => Result.Result<Uint8Array | undefined, E>

/** The settings file of the agent-workflow family; it belongs to the user, not to this product. Paths are absolute. */
export class FamilySettings extends Context.Service<
  FamilySettings,
  {
    readonly read: (path: string) => Effect.Effect<SettingsFileState>
    /** Fails as `edit` would, without writing: where a link or anything but a regular file is in the way. */
    readonly editable: (path: string) => Effect.Effect<void, FamilySettingsFileRefused>
    /**
     * Replaces the file in one step by what the edit makes of it, and tells whether it changed. Mode and owner stay; a new
     * file and missing folders are the user's alone. Starts again when another program wrote it meanwhile. On failure and
     * on interruption the file is as it was and nothing lies beside it.
     */
    readonly edit: <E>(
      path: string,
      edit: SettingsEdit<E>
    ) => Effect.Effect<boolean, E | FamilySettingsFileRefused | FamilySettingsUnwritable | ConcurrentEdit>
  }
>()("gsd/services/FamilySettings") {}
