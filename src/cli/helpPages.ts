import type { HelpSection, HelpText } from "./render/helpText.ts"

/** The help of one command, its sections by their place among those of all. */
export interface HelpPage extends Omit<HelpText, "sections"> {
  readonly sections: ReadonlyArray<number>
  /** A group that does nothing itself: called alone it shows its help. */
  readonly isBare: boolean
}

/** The help of every command, as a build keeps it. */
export interface HelpPages {
  /** Each once: most commands share what is said of the flags of all. */
  readonly sections: ReadonlyArray<HelpSection>
  /** By the words behind `gsd`, with a blank between. */
  readonly pages: Readonly<Record<string, HelpPage>>
  /** Words whose last is another name of a command, and those that it is known by: `capability ls`, `capability list`. */
  readonly aliases: Readonly<Record<string, string>>
}

/** A command line that only asks for help, or may. */
export interface FastHelp {
  readonly _tag: "Help"
  readonly words: ReadonlyArray<string>
  readonly json: boolean
  /** `--help` stands there; else help is shown of a group alone. */
  readonly isAsked: boolean
}

const helpFlags: ReadonlySet<string> = new Set(["--help", "-h"])

/** Reads a command line of words, `--json` and one flag for help, in any order; undefined for every other. */
export const fastHelp = (argv: ReadonlyArray<string>): FastHelp | undefined => {
  const flags = argv.filter((word) => word.startsWith("-"))
  const others = flags.filter((flag) => !helpFlags.has(flag))
  const json = others.length === 1 && others[0] === "--json"
  const asked = flags.length - others.length
  if (others.length !== (json ? 1 : 0) || asked > 1 || (json && asked === 0)) return undefined
  return { _tag: "Help", words: argv.filter((word) => !word.startsWith("-")), json, isAsked: asked === 1 }
}

const own = <A>(record: Readonly<Record<string, A>>, key: string): A | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** A blank parts the words of a page's name, so that no word may have one. */
const isWord = (word: string): boolean => /^\S+$/u.test(word)

/** The help that a command line is answered with; undefined when it is none of help. */
export const helpFor = (all: HelpPages, { isAsked, words }: FastHelp): HelpText | undefined => {
  if (!words.every(isWord)) return undefined
  const path = words.reduce((before, word) => {
    const next = before === "" ? word : `${before} ${word}`
    return own(all.aliases, next) ?? next
  }, "")
  const page = own(all.pages, path)
  if (page === undefined || !(isAsked || page.isBare)) return undefined
  const { description, examples, usage } = page
  const sections = page.sections.flatMap((at) => all.sections[at] ?? [])
  return { description, usage, sections, examples }
}
