import * as Layer from "effect/Layer"
import type { FamilySettings } from "../../services/FamilySettings.ts"
import * as DurableNode from "../disk/DurableNode.ts"
import * as FamilySettingsDisk from "./FamilySettingsDisk.ts"

/** The settings file on the machine's own disk. */
export const layer: Layer.Layer<FamilySettings> = FamilySettingsDisk.layer.pipe(
  Layer.provide(DurableNode.layer)
)
