import type { Rule } from "../Candidate.ts"
import { keysOf, own, pointerOf, quote } from "../raw.ts"
import { reservedNames } from "../vocabulary.ts"

const reserved: ReadonlySet<string> = new Set(reservedNames)

/** Asks that each part of a dotted key is non-empty and no reserved name. Source: decisions 3. */
export const configKeys: Rule = {
  id: "config.key",
  severity: "error",
  asks: "Each dotted part of a configuration key is non-empty and not reserved",
  source: "manifest facts 3; decisions 3",
  judge: ({ root }) =>
    keysOf(own(root, "config"))
      .filter((key) => key.split(".").some((part) => part === "" || reserved.has(part)))
      .map((key) => ({
        pointer: pointerOf("config", key),
        message: `The configuration key ${quote(key)} has an empty or reserved part`,
        hint: "Use dotted parts such as `my_board.enabled`"
      }))
}
