/** Edits that still count as a slip of the pen. */
const mostEdits = 2

const distance = (left: string, right: string): number => {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1] ? 0 : 1
      const replaced = (previous[column - 1] ?? 0) + same
      const removed = (previous[column] ?? 0) + 1
      const added = (current[column - 1] ?? 0) + 1
      current.push(Math.min(replaced, removed, added))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}

/**
 * Name nearest to what was written, when it is at most two edits away (case and outer blanks aside); undefined else.
 * Names longer than 64 characters are not compared.
 */
export const nearest = (written: string, names: ReadonlyArray<string>): string | undefined => {
  const wanted = written.trim().toLowerCase()
  if (wanted === "" || wanted.length > 64) return undefined
  let best: string | undefined
  let bestEdits = Math.min(mostEdits, Math.floor(wanted.length / 2)) + 1
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > mostEdits) continue
    const edits = distance(wanted, name.toLowerCase())
    if (edits < bestEdits) {
      best = name
      bestEdits = edits
    }
  }
  return best
}
