import type { JsonObject } from "../../src/domain/json/value.ts"

/** Files of a capability's folder: text by path. */
export type CapabilityFiles = Readonly<Record<string, string>>

/** A valid feature manifest; members given take the place of the usual ones. */
export const manifestOf = (members: JsonObject = {}): JsonObject => ({
  id: "hk-cap",
  role: "feature",
  version: "1.0.0",
  title: "Hook capability",
  description: "Greets at the start of a session",
  tier: "full",
  requires: [],
  engines: { gsd: ">=1.6.0" },
  runtimeCompat: { supported: ["*"], unsupported: [] },
  skills: ["hk-s"],
  agents: [],
  hooks: [{ event: "SessionStart", script: "hooks/a.sh" }],
  config: {},
  steps: [],
  contributions: [],
  gates: [],
  ...members
})

/** Files of a valid capability with one hook and one skill; members and files given take the place of the usual ones. */
export const capability = (members: JsonObject = {}, files: CapabilityFiles = {}): CapabilityFiles => ({
  "capability.json": JSON.stringify(manifestOf(members), null, 2),
  "hooks/a.sh": "#!/bin/sh\necho hello\n",
  "skills/hk-s/SKILL.md": "---\nname: hk-s\ndescription: Says hello\n---\nSay hello.\n",
  ...files
})

/** The same files below a folder, for a disk. */
export const below = (folder: string, files: CapabilityFiles): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
