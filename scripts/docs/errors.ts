/** Every tagged error, with its exit code, how it reads, and what it says to do next. */
import { codes, page } from "./parts/markdown.ts"
import { errorTexts, type ErrorText } from "./parts/errors.ts"

export const file = "docs/reference/errors.md"

const section = ({ exitCodes, hints, meaning, members, message, tag }: ErrorText): string =>
  [
    `## ${tag}`,
    `${meaning} Exit ${exitCodes.join(" or ")}.`,
    `\`\`\`text\n${[message, ...hints.map((hint) => `hint: ${hint}`)].join("\n")}\n\`\`\``,
    ...(members.length === 0 ? [] : [`Members: ${codes(members)}.`])
  ].join("\n\n")

const text = `# Errors

The ${errorTexts.length} expected errors. The program prints the message and a line for each hint on stderr; with \`--json\` it
prints one document on stdout, and \`details\` has the members:

\`\`\`json
{ "error": { "_tag": "…", "message": "…", "hints": ["…"], "exitCode": 4, "details": {} } }
\`\`\`

Callers of the library find the same errors in the type of each pipeline, by \`_tag\`. Words in angle brackets stand for what
an error tells; where a text depends on it, one of the texts is shown. [Exit codes](exit-codes.md) has the same errors by
code.

${errorTexts.map(section).join("\n\n")}
`

export const render = async (): Promise<string> => page("scripts/docs/errors.ts from the errors in src", text)
