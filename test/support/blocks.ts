/** A block as a reader finds it in what is rendered. */
export interface ReadBlock {
  readonly tag: string
  /** As they are written, one blank before each. */
  readonly attributes: string
  readonly text: string
}

/** A reader that is as lax as one may be: tags in any case, with blanks, anywhere in a line. */
const anyTag = /<([\s/\\]*)(contribution|fragment)\b([^<>]*)>/giu

/**
 * Reads blocks as an agent might: from what looks like an opening tag to the next thing that looks like a closing tag.
 * Fails where one closes that is not open, or opens inside another.
 */
export const readBlocks = (rendered: string): ReadonlyArray<ReadBlock> => {
  const found: Array<ReadBlock> = []
  let open: { readonly tag: string; readonly attributes: string; readonly from: number } | undefined
  for (const match of rendered.matchAll(anyTag)) {
    const [whole, slash = "", tag = "", attributes = ""] = match
    const closes = /[/\\]/u.test(slash)
    if (closes === (open === undefined)) throw new Error(`unexpected ${whole} at ${match.index}`)
    if (!closes) open = { tag, attributes, from: match.index + whole.length }
    else if (open !== undefined) {
      found.push({
        tag: open.tag,
        attributes: open.attributes,
        text: rendered.slice(open.from, match.index).replace(/^\n|\n$/gu, "")
      })
      open = undefined
    }
  }
  if (open !== undefined) throw new Error(`<${open.tag}> is not closed`)
  return found
}

/** Before what looks like a tag of ours, an entity is one that was put there, or had an `amp;` put into it. */
const entity =
  /&((?:amp;)*)(lt|#x(?:ff1c|fe64|2039|3008|27e8));(?=[\s/\\!?]*(?:[cｃсϲⅽ][oｏоο0][nｎո][tｔтτ]|[fｆ][rｒг][aａаα]))/giu

/** The text that was framed, from the text in a block. */
export const unguarded = (text: string): string =>
  text.replace(entity, (whole: string, more: string, name: string) => {
    if (more !== "") return `&${whole.slice("&amp;".length)}`
    return name.toLowerCase() === "lt" ? "<" : String.fromCodePoint(Number.parseInt(name.slice(2), 16))
  })
