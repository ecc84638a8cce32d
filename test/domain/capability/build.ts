/** Smallest valid manifest of a feature, with members replaced or added. */
export const feature = (members: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: "sample",
  role: "feature",
  version: "1.0.0",
  title: "Sample",
  description: "A small feature.",
  tier: "full",
  requires: [],
  runtimeCompat: { supported: ["*"], unsupported: [] },
  skills: [],
  agents: [],
  config: {},
  steps: [],
  contributions: [],
  gates: [],
  ...members
})

/** Valid step without a reference to declared stems, with members replaced or added. */
export const step = (members: Record<string, unknown> = {}): Record<string, unknown> => ({
  point: "plan:pre",
  ref: { command: "sample run" },
  produces: [],
  consumes: [],
  onError: "skip",
  ...members
})

/** Valid advisory gate, with members replaced or added. */
export const gate = (members: Record<string, unknown> = {}): Record<string, unknown> => ({
  point: "plan:pre",
  check: { query: "sample.ready" },
  blocking: false,
  onError: "skip",
  ...members
})

/** Valid way to start a lane, as a child that gets the prompt as an argument. */
export const invoke = {
  binary: "sample",
  args: ["{{prompt}}"],
  promptChannel: "argv",
  outputChannel: "stdout",
  modelArg: null,
  effortChannel: "none"
}

/** Valid lane-only manifest, with members of the lane replaced or added. */
export const lane = (members: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: "sample",
  role: "reviewer",
  version: "1.0.0",
  title: "Sample",
  description: "A small lane.",
  tier: "full",
  requires: [],
  reviewer: {
    slug: "sample",
    flags: ["--sample"],
    transport: "spawn",
    probe: { kind: "command-exists", binary: "sample" },
    invoke,
    timeoutFloorMs: 60000,
    emptyOutput: "stub-with-stderr",
    reviewsSection: "Sample",
    evidenceClass: "diff-only",
    requiresBinaries: [],
    promptBudgetKey: null,
    handler: null,
    ...members
  }
})
