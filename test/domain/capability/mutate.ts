/** Puts a value into a manifest's text at a place that the turns lead to, member by member; gives what it says then. */
export const mutate = (text: string, where: ReadonlyArray<number>, value: unknown): unknown => {
  const raw: unknown = JSON.parse(text)
  let holder = raw as Record<string, unknown>
  for (const turn of where) {
    const keys = Object.keys(holder)
    const next = holder[keys[Math.abs(turn) % Math.max(keys.length, 1)] ?? ""]
    if (typeof next !== "object" || next === null) break
    holder = next as Record<string, unknown>
  }
  const keys = Object.keys(holder)
  holder[keys[Math.abs(where[0] ?? 0) % Math.max(keys.length, 1)] ?? "x"] = value
  return raw
}
