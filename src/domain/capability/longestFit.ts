/**
 * Finds the row that answers for a path: the one with the longest `at` that fits, the last of those of one length. `at` is
 * a pointer to a part of a document, `*` in it stands for any one part, and the empty one fits every path.
 */
export const longestFit = <A extends { readonly at: string }>(
  rows: ReadonlyArray<A>
): ((path: ReadonlyArray<string>) => A | undefined) => {
  const entries = rows.map((row) => ({ row, parts: row.at.split("/").slice(1) }))
  return (path) => {
    let best: (typeof entries)[number] | undefined
    for (const entry of entries) {
      const fits = entry.parts.every((part, at) => (part === "*" ? at < path.length : part === path[at]))
      if (fits && entry.parts.length >= (best?.parts.length ?? 0)) best = entry
    }
    return best?.row
  }
}
