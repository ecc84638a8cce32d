/** Something that is told of one place; an error hides what follows from it. */
interface Told {
  readonly severity: "error" | "warning"
  /** RFC 6901. */
  readonly pointer: string
}

/** Tells whether a pointer is one of these places or below one. Linear in the pointer. */
export const isBelow = (places: ReadonlySet<string>, pointer: string): boolean => {
  for (let end = pointer.length; end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf("/", end - 1))
    if (places.has(pointer.slice(0, end))) return true
  return false
}

/** Drops what is told at or below the place of an earlier error: one root cause, no followers. Warnings hide nothing. */
export const rootCauses = <A extends Told>(told: ReadonlyArray<A>): ReadonlyArray<A> => {
  const broken = new Set<string>()
  return told.filter(({ pointer, severity }) => {
    const follows = isBelow(broken, pointer)
    if (severity === "error" && !follows) broken.add(pointer)
    return !follows
  })
}
