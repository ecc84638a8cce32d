import type { JsonValue } from "../../json/value.ts"
import type { CommandForm } from "./references.ts"
import type { DialectContext, Source, SourceKind } from "./source.ts"
import type { Words } from "./words.ts"

/** What is known of a source when its front matter is written. */
export interface Facts {
  readonly source: Source
  readonly context: DialectContext
  readonly front: ReadonlyMap<string, JsonValue>
  /** Its name in the runtime. */
  readonly name: string
  /** Not empty; commands and folders in it are the runtime's already. */
  readonly description: string
  /** The same on one line. */
  readonly summary: string
}

/** What a field comes to. */
export interface FieldText {
  /** Lines of YAML; none when the source says nothing of it. */
  readonly lines: ReadonlyArray<string>
  /** Clauses without a period whose subject is the source. */
  readonly notes: ReadonlyArray<string>
}

/** One entry of a whitelist. */
export interface Field {
  readonly key: string
  /** Keys of the source that it is made of. */
  readonly takes: ReadonlyArray<string>
  readonly write: (facts: Facts) => FieldText
}

/** How texts are written for one host. */
export interface Dialect {
  readonly takes: ReadonlyArray<SourceKind>
  readonly writes: "skill" | "command" | "agent"
  /** Ending of the file; a skill's is `SKILL.md`. */
  readonly extension: string
  /** Everything that its front matter may say, in this order. Empty: it has none. */
  readonly frontmatter: ReadonlyArray<Field>
  /** What stands for the person's home in a path. */
  readonly homeSign: "$HOME" | "~"
  readonly paths: "mapped" | "kept"
  readonly commands: CommandForm
  /** Words that are written anew in prose. */
  readonly words: Words
  /** Words that are written anew in code too. */
  readonly everywhere: Words
  /** Lines that only say `/clear`, which the host has not, are left out. */
  readonly dropsClear: boolean
  /** Text that stands above every body, in lines. */
  readonly header: (name: string) => ReadonlyArray<string>
}
