import * as Result from "effect/Result"
import { shortInCharacters } from "./descriptionLimits.ts"
import type { Dialect } from "./dialect.ts"
import { claudeCommand } from "./commandDialects.ts"
import { prepare, writeFront, type Converter } from "./convert.ts"
import { rootsOf } from "./pathMap.ts"
import { limited } from "./limit.ts"

const dialect: Dialect = { ...claudeCommand, words: new Map([["CLAUDE.md", "AGENTS.md"]]) }

/** Where the whole text of a command is, below the runtime's folder. The name is ours: `gsd-core` is another installer's. */
const commandPath = (name: string): string => `gsd/commands/${name}.md`

/** Text in a heading or paragraph, in which nothing begins a block. */
const flat = (text: string): string => text.replace(/^[-+*#>~`|=\d]/u, "\\$&")

/**
 * Writes a workflow of Windsurf, which has no front matter and a bound on its length: a title, one line, and where the
 * text of the command is; that text stands in a file of its own.
 */
export const windsurfWorkflowConverter: Converter = (source, context) =>
  Result.map(prepare(dialect, source, context), (prepared) => {
    const { name, summary } = prepared.facts
    const front = writeFront(dialect, prepared)
    const { config } = rootsOf(dialect.homeSign, context)
    const lines = [
      `# ${name}`,
      "",
      flat(limited(summary, shortInCharacters)),
      "",
      `Read \`${config}/${commandPath(name)}\` whole and do what it says. What the person wrote behind \`/${name}\` is what`,
      "`$ARGUMENTS` stands for in it.",
      ""
    ]
    return {
      name,
      files: [
        { path: `${name}.md`, below: "entry", text: lines.join("\n") },
        {
          path: commandPath(name),
          below: "config",
          text: `${front.text}${prepared.rewriting.body(prepared.document.body)}`
        }
      ],
      notes: [...prepared.notes, ...front.notes]
    }
  })
