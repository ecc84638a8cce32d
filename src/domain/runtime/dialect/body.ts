import type { Dialect } from "./dialect.ts"
import { rewritePaths, rootsOf, type Roots } from "./pathMap.ts"
import { rewriteReferences } from "./references.ts"
import { segmentsOf } from "./segments.ts"
import type { DialectContext } from "./source.ts"
import { rewriteWords, type Words } from "./words.ts"

/** Functions that write texts of a source as the runtime takes them. */
export interface Rewriting {
  readonly prose: (text: string) => string
  readonly body: (body: string) => string
  /** What stands for Claude's folders; undefined when paths stay. */
  readonly roots: Roots | undefined
}

const clearLine = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]*)?`?\/clear`?[ \t]*(?:[.:][ \t]*)?(?:\r?\n|$)/gmu

/** Words of the dialect and of the runtime's `brandingRewrites`; the latter's folders are the paths' to map. */
const wordsOf = ({ words }: Dialect, { behaviors }: DialectContext): Words =>
  new Map([...words, ...[...(behaviors.brandingRewrites ?? [])].filter(([word]) => !word.startsWith("."))])

const rootsIn = ({ homeSign, paths }: Dialect, context: DialectContext): Roots | undefined => {
  const roots = rootsOf(homeSign, context)
  const owns = context.behaviors.ownsClaudePaths === true
  const same = context.scope === "local" || roots.config === `${homeSign}/.claude`
  return paths === "kept" || (owns && same) ? undefined : roots
}

/**
 * How a dialect writes texts in a place. Folders and what stands for arguments are written anew wherever they stand;
 * commands and words in prose alone: a fence with a language is code, and is run as it is.
 */
export const rewritingOf = (dialect: Dialect, context: DialectContext): Rewriting => {
  const roots = rootsIn(dialect, context)
  const words = wordsOf(dialect, context)
  const everywhere = (text: string): string =>
    rewriteWords(roots === undefined ? text : rewritePaths(text, roots), dialect.everywhere)
  const prose = (text: string): string =>
    rewriteWords(rewriteReferences(everywhere(text), dialect.commands, context), words)
  const body = (whole: string): string =>
    segmentsOf(whole)
      .map(({ kind, text }) => {
        if (kind === "kept") return text
        if (kind === "code") return everywhere(text)
        return prose(dialect.dropsClear ? text.replace(clearLine, "") : text)
      })
      .join("")
  return { prose, body, roots }
}
