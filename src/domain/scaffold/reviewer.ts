import type { JsonObject } from "../json/value.ts"
import { editMe, envelopeOf, readmeEnd, readmeHead } from "./envelope.ts"
import type { ScaffoldFile } from "./ScaffoldFile.ts"

/** A program that is nowhere, so that the lane is unavailable until the author names a real one. */
const placeholder = "edit-me"

const timeoutFloorMs = 300_000

const readme = (id: string): string => `${readmeHead(id)}
\`capability.json\` declares one reviewer lane, chosen by \`--${id}\`. ${editMe}

- \`reviewer.probe.binary\` and \`reviewer.invoke.binary\`: the program, in place of \`${placeholder}\`
- \`reviewer.invoke.args\`: its arguments; \`promptChannel\` says how the prompt reaches it
- \`reviewer.evidenceClass\`: \`source-grounded\` when it reads the sources, \`diff-only\` when it sees the prompt alone

${readmeEnd}`

/** Manifest of a new reviewer whose lane reads the prompt from stdin and answers on stdout. */
export const reviewerManifest = (id: string): JsonObject => ({
  ...envelopeOf(id, "reviewer"),
  reviewer: {
    slug: id,
    flags: [`--${id}`],
    transport: "spawn",
    probe: { kind: "command-exists", binary: placeholder },
    invoke: {
      binary: placeholder,
      args: [],
      promptChannel: "stdin",
      outputChannel: "stdout",
      modelArg: null,
      effortChannel: "none"
    },
    timeoutFloorMs,
    emptyOutput: "stub-with-stderr",
    reviewsSection: id,
    evidenceClass: "diff-only",
    requiresBinaries: [],
    promptBudgetKey: null,
    handler: null
  }
})

/** The files of a new reviewer beside its manifest. */
export const reviewerFiles = (id: string): ReadonlyArray<ScaffoldFile> => [
  { path: "README.md", text: readme(id), executable: false }
]
