/** What the program ends with, and which errors lead to it. */
import { exitCode } from "../../src/domain/hinted.ts"
import { page, table } from "./parts/markdown.ts"
import { errorTexts } from "./parts/errors.ts"

export const file = "docs/reference/exit-codes.md"

const meanings: Readonly<Record<keyof typeof exitCode, string>> = {
  ok: "Done. A reader of stdout that leaves early is no failure.",
  failed: "Failed: I/O, a full disk, not writable, the network, a child process.",
  usage: "The command line, or what it names, cannot be meant. Nothing was done.",
  consent: "Consent is required, was declined, or is not for these bytes. Nothing was changed.",
  refused:
    "Refused: invalid, integrity, policy, incompatible, reserved, drift, or state that cannot be read.",
  busy: "Another gsd holds the lock, or the state changed meanwhile. The same command may succeed later.",
  notFound: "Nothing of that name is there.",
  degraded:
    "Printed, and it is bad news: `verify`, `doctor` or `runtime status` found something, a gate blocks, a review has too few usable answers.",
  bug: "A bug of ours.",
  interrupted: "Interrupted by SIGINT. Nothing is left half done.",
  terminated: "Ended by SIGTERM or SIGHUP. Nothing is left half done."
}

const names = Object.keys(exitCode) as ReadonlyArray<keyof typeof exitCode>

const errorsOf = (code: number): string =>
  errorTexts
    .filter(({ exitCodes }) => exitCodes.includes(code))
    .map(({ tag }) => `[${tag}](errors.md#${tag.toLowerCase()})`)
    .join(", ")

const overview = table(
  ["code", "name", "means"],
  names.map((name) => [String(exitCode[name]), `\`${name}\``, meanings[name]])
)

const sections = names
  .map((name) => [exitCode[name], errorsOf(exitCode[name])] as const)
  .filter(([, errors]) => errors !== "")
  .map(([code, errors]) => `## Errors that end with ${code}\n\n${errors}`)

const text = `# Exit codes

The same for every command. A command that ends with another code than 0 says why on stderr, or in the one document of
\`--json\` on stdout. A second signal within two seconds ends the program at the next safe point.

${overview}

${sections.join("\n\n")}
`

export const render = async (): Promise<string> =>
  page("scripts/docs/exitCodes.ts from src/domain/hinted.ts and the errors in src", text)
