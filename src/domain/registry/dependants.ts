/** What an installed capability requires, by id. */
export type Requirements = ReadonlyMap<string, ReadonlyArray<string>>

/** Ids that require one of `gone`, directly or through each other, ascending; those of `gone` are left out. */
export const dependantsOf = (
  requirements: Requirements,
  gone: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const without = new Set(gone)
  for (let size = -1; size !== without.size;) {
    size = without.size
    for (const [id, requires] of requirements) if (requires.some((one) => without.has(one))) without.add(id)
  }
  return [...without].filter((id) => !gone.includes(id)).toSorted()
}
