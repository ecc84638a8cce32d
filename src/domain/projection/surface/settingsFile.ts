import { isJsonObject, member } from "../../json/value.ts"
import type { Places } from "../places.ts"
import { behaviorOf, isFileName } from "./behavior.ts"

/**
 * The settings file of a host in a scope: what its `settingsFileByScope` names, in a project the file that is not shared;
 * else `settings.json`.
 */
export const settingsFileOf = (places: Pick<Places, "runtime" | "scope">): string => {
  const named = behaviorOf(places, "settingsFileByScope")
  const file = isJsonObject(named)
    ? member(named, places.scope.kind === "global" ? "global" : "local")
    : undefined
  return isFileName(file) ? file : "settings.json"
}
