/** Tells of each value whether an earlier one equals it. Linear. */
export const isAgain = (values: ReadonlyArray<unknown>): ReadonlyArray<boolean> => {
  const seen = new Set<unknown>()
  return values.map((value) => {
    const again = seen.has(value)
    seen.add(value)
    return again
  })
}
