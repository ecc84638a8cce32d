import * as Layer from "effect/Layer"
import * as FamilyFilesDisk from "./family/FamilyFilesDisk.ts"
import * as FamilySettingsLazy from "./family/FamilySettingsLazy.ts"
import * as EnvironmentNode from "./home/EnvironmentNode.ts"

/** What looks at members of the family need, on this machine's disk; `command` is how the program was called. */
export const familyLayer = (command: string) =>
  Layer.mergeAll(FamilyFilesDisk.layer, FamilySettingsLazy.layer, EnvironmentNode.layerWith(command))
