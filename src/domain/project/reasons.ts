import type { ConsentRecord, ConsentState } from "../consent/record.ts"
import { withNote } from "../overlay/note.ts"
import type { Overlay } from "../overlay/overlay.ts"

/** Why a vendored capability is not active on this machine, and what makes it. */
export const notTrusted = (id: string): string =>
  `vendored in this project; not trusted on this machine: \`gsd capability trust add ${id}\``

const standing = (record: ConsentRecord): boolean => record.revoked === undefined

/** Where else somebody consented to the same bytes: a project that moved, another checkout, the global scope; undefined: nowhere. */
export const trustedElsewhere = (
  consent: ConsentState,
  bytes: { readonly scope: string; readonly id: string; readonly contentHash: string }
): string | undefined => {
  const places = [...consent.values()].filter(
    (record) =>
      standing(record) &&
      record.id === bytes.id &&
      record.contentHash === bytes.contentHash &&
      record.scope !== bytes.scope
  )
  if (places.length === 0) return undefined
  return places.some((record) => record.scope === "global")
    ? "the same bytes are trusted in global scope"
    : "the same bytes are trusted in another project of this machine, or in this one at another place"
}

/** How a vendored copy differs from what is active. */
export type OddCopy = "changed" | "missing" | { readonly refused: string }

const sentenceOf = (id: string, copy: OddCopy, isAgreed: boolean): string => {
  const back = "`gsd capability sync` puts back what the lockfile names"
  if (copy === "missing")
    return `its vendored copy is gone from the project; the installed bytes are used${isAgreed ? `; ${back}` : ""}`
  if (copy === "changed" && isAgreed)
    return `the project holds other bytes of it now; the installed ones stay in use; ${back}`
  if (copy === "changed")
    return `the project holds other bytes of it now; the installed ones stay in use until \`gsd capability trust add ${id}\``
  return `its vendored copy is not used: ${copy.refused}; the installed bytes are`
}

/** The row of a recorded capability with a word about its vendored copy. `isAgreed`: what is installed is what the lockfile names. */
export const withCopyNote = (row: Overlay, copy: OddCopy, isAgreed: boolean): Overlay =>
  withNote(row, sentenceOf(row.id, copy, isAgreed))
