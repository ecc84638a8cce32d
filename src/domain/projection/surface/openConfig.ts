import type { Places } from "../places.ts"
import type { HostTexts } from "./surface.ts"

/** OpenCode and Kilo read their configuration as JSON with comments or without, each under its own name. */
const nameOf = ({ runtime }: Pick<Places, "runtime">): string =>
  runtime.body.permissionWriter === "kilo" ? "kilo" : "opencode"

/** The two files that may be it. */
export const openConfigsOf = (places: Pick<Places, "runtime" | "config">): ReadonlyArray<string> =>
  [".jsonc", ".json"].map((ending) => `${places.config}/${nameOf(places)}${ending}`)

/** The one that is there, the one with comments first; else the plain one. */
export const openConfigOf = (places: Pick<Places, "runtime" | "config">, texts: HostTexts): string => {
  const [commented = "", plain = ""] = openConfigsOf(places)
  return texts.has(commented) ? commented : plain
}
