import { itemsOf, own } from "../capability/raw.ts"
import { withNote } from "./note.ts"
import type { Overlay } from "./overlay.ts"

/** Has a gate that holds the loop until it is passed; as far as a manifest, judged or not, says so. */
export const holdsLoop = (raw: unknown): boolean =>
  itemsOf(own(raw, "gates")).some((gate) => own(gate, "blocking") === true)

const sentence = "a gate of it that holds the loop is not asked while it is not active"

/**
 * A row that says loudly when a capability with a blocking gate is not acted on; being switched off is the person's own
 * choice and needs no word. Source: decisions 14.
 */
export const withGateNote = (
  row: Overlay,
  about: { readonly holds: boolean; readonly isDisabled: boolean }
): Overlay => (!about.holds || about.isDisabled || row.status === "active" ? row : withNote(row, sentence))
