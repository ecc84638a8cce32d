/** Members a lane may hold. Source: seed 000, reviewer body; decisions 6. */
export const laneMembers: ReadonlyArray<string> = [
  "slug",
  "flags",
  "transport",
  "probe",
  "invoke",
  "timeoutFloorMs",
  "timeoutConfigKey",
  "emptyOutput",
  "reviewsSection",
  "evidenceClass",
  "requiresBinaries",
  "promptBudgetKey",
  "modelConfigKey",
  "effortConfigKey",
  "defaultEffort",
  "handler"
]

/** Members of a probe by its kind, the kind itself included. Source: seed 000, reviewer body. */
export const probeMembers: ReadonlyMap<unknown, ReadonlyArray<string>> = new Map([
  ["command-exists", ["kind", "binary"]],
  ["command-capability", ["kind", "binary", "needle", "timeoutMs"]],
  ["http-reachable", ["kind", "hostConfigKey", "path", "timeoutMs"]]
])

/** Members of an invocation by the lane's transport. Source: seed 000, reviewer body. */
export const invokeMembers: ReadonlyMap<unknown, ReadonlyArray<string>> = new Map([
  [
    "spawn",
    ["binary", "args", "promptChannel", "outputChannel", "outputArg", "modelArg", "effortChannel", "env"]
  ],
  [
    "openai-http",
    ["hostConfigKey", "defaultHost", "path", "modelDiscovery", "fallbackModel", "effortChannel"]
  ]
])

/** Splits members that do not belong to the chosen variant into those of another variant and those of none. */
export const strayMembers = (
  keys: ReadonlyArray<string>,
  variants: ReadonlyMap<unknown, ReadonlyArray<string>>,
  chosen: unknown
): { readonly foreign: ReadonlyArray<string>; readonly unknown: ReadonlyArray<string> } => {
  if (keys.length === 0) return { foreign: [], unknown: [] }
  const admitted = variants.get(chosen)
  const all = new Set([...variants.values()].flat())
  return {
    foreign: admitted === undefined ? [] : keys.filter((key) => all.has(key) && !admitted.includes(key)),
    unknown: keys.filter((key) => !all.has(key))
  }
}
