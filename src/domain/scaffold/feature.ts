import type { JsonObject } from "../json/value.ts"
import { editMe, envelopeOf, readmeEnd, readmeHead } from "./envelope.ts"
import type { ScaffoldFile } from "./ScaffoldFile.ts"

const script = "hooks/session-start.sh"

const hookText = (id: string): string => `#!/bin/sh
# ${editMe} runs when a session starts; what it prints is given to the agent.
set -eu

echo '${id} is installed: edit ${script} to say something useful.'
`

const skillText = (id: string): string => `---
name: ${id}
description: ${JSON.stringify(`${editMe} what this skill does, and when an agent should use it.`)}
---

# ${id}

1. ${editMe} say step by step what the agent is to do.
2. Name the files it reads and writes.
3. Say what it must not do.
`

const readme = (id: string): string => `${readmeHead(id)}
| file | what it is |
| --- | --- |
| \`capability.json\` | what the capability declares |
| \`skills/${id}/SKILL.md\` | the skill: instructions for the agent |
| \`${script}\` | the hook: a host runs it when a session starts |

${readmeEnd}`

/** Manifest of a new feature with one skill and one hook. */
export const featureManifest = (id: string): JsonObject => ({
  ...envelopeOf(id, "feature"),
  runtimeCompat: { supported: ["*"], unsupported: [] },
  skills: [id],
  agents: [],
  hooks: [{ event: "SessionStart", script }],
  config: {},
  steps: [],
  contributions: [],
  gates: []
})

/** The files of a new feature beside its manifest. */
export const featureFiles = (id: string): ReadonlyArray<ScaffoldFile> => [
  { path: `skills/${id}/SKILL.md`, text: skillText(id), executable: false },
  { path: script, text: hookText(id), executable: true },
  { path: "README.md", text: readme(id), executable: false }
]
