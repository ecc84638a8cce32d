/** A manifest that declares nothing. */
export const plainManifest = (id: string) => ({
  id,
  role: "feature",
  version: "1.0.0",
  title: "Bench",
  description: "Bench",
  tier: "full",
  requires: [],
  runtimeCompat: { supported: ["*"], unsupported: [] },
  skills: [],
  agents: [],
  config: {},
  steps: [],
  contributions: [],
  gates: []
})

/** A manifest of a lane that starts a program of its own name and hands it the prompt on stdin. */
export const laneManifest = (slug: string, timeoutFloorMs: number) => ({
  id: slug,
  role: "reviewer",
  version: "1.0.0",
  title: `Lane ${slug}`,
  description: `A lane of the benchmark, ${slug}.`,
  tier: "full",
  requires: [],
  engines: { gsd: ">=1.0.0" },
  reviewer: {
    slug,
    flags: [`--${slug}`],
    transport: "spawn",
    probe: { kind: "command-exists", binary: slug },
    invoke: {
      binary: slug,
      args: [],
      promptChannel: "stdin",
      outputChannel: "stdout",
      modelArg: null,
      effortChannel: "none"
    },
    timeoutFloorMs,
    timeoutConfigKey: null,
    emptyOutput: "stub-with-stderr",
    reviewsSection: `Lane ${slug}`,
    evidenceClass: "source-grounded",
    requiresBinaries: [],
    promptBudgetKey: null,
    modelConfigKey: null,
    effortConfigKey: null,
    defaultEffort: null,
    handler: null
  },
  config: {}
})
