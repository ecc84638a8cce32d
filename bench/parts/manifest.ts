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
