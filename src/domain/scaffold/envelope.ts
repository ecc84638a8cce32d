import type { JsonObject } from "../json/value.ts"
import { gsdApiVersion } from "../version/gsdApiVersion.ts"

/** Stands before every text that the author has to replace. */
export const editMe = "Edit me:"

/** The members that every role has; the texts are valid and say that they are to be replaced. */
export const envelopeOf = (id: string, role: string): JsonObject => ({
  id,
  role,
  version: "0.1.0",
  title: `${editMe} ${id}`,
  description: `${editMe} one sentence that says what ${id} does, and for whom`,
  tier: "standard",
  requires: [],
  engines: { gsd: `^${gsdApiVersion}` }
})

/** The part of a README that every role has. */
export const readmeHead = (id: string): string => `# ${id}

${editMe} what this capability does, and what it needs.
`

/** How an author goes on, for a README. */
export const readmeEnd = `## Try it

\`\`\`sh
gsd capability validate .   # what is wrong, with the place and a hint
gsd capability plan .       # what whoever installs it will be shown
gsd capability install .    # installs it, after your consent
\`\`\`
`
