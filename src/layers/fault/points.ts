/** Faults and crashes that a run of many met, by `Service.method` and kind. */
export interface Points {
  /** Calls of the last, unharmed run. */
  readonly used: ReadonlyMap<string, number>
  /** How often each method was struck, by kind of fault. */
  readonly struck: ReadonlyMap<string, ReadonlyMap<string, number>>
}

/** Adds one strike. */
export const addPoint = (struck: Map<string, Map<string, number>>, method: string, kind: string): void => {
  const kinds = struck.get(method) ?? new Map<string, number>()
  struck.set(method, kinds.set(kind, (kinds.get(kind) ?? 0) + 1))
}

/** Methods that the unharmed run used and no strike of this kind met, in ascending order. */
export const methodsWithoutPoint = (points: Points, kind: string): ReadonlyArray<string> =>
  [...points.used.keys()].filter((method) => points.struck.get(method)?.has(kind) !== true).toSorted()

/** A table for people: one line per method with its calls and strikes by kind. */
export const formatPoints = (points: Points): string => {
  const kinds = [...new Set([...points.struck.values()].flatMap((byKind) => [...byKind.keys()]))].toSorted()
  const methods = [...new Set([...points.used.keys(), ...points.struck.keys()])].toSorted()
  const rows = methods.map((method) => [
    method,
    String(points.used.get(method) ?? 0),
    ...kinds.map((kind) => String(points.struck.get(method)?.get(kind) ?? 0))
  ])
  const table = [["method", "calls", ...kinds], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  return table
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return column === 0 ? cell.padEnd(width) : cell.padStart(width)
        })
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
