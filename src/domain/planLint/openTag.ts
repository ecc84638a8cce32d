/** An opening tag of a plan. */
export interface OpenTag {
  /** Values of its attributes by name in lower case, as they are written; of one that stands twice the first. */
  readonly attributes: ReadonlyMap<string, string>
  /** Index behind its `>`, or of the text's end when it has none. */
  readonly end: number
}

/** Values hold no `<`, so that one without its closing quote ends where the next element begins. */
const piece = /([^\s"'=<>/]{1,64})\s{0,8}=\s{0,8}(?:"([^"<]*)"|'([^'<]*)')|>|[^>]/uy

/** Reads the tag that a text begins with; a `>` between quotes is part of a value. Total, linear. */
export const openTag = (text: string): OpenTag => {
  const attributes = new Map<string, string>()
  // A blank before a name, so that none begins in the middle of a word.
  let wasBlank = false
  piece.lastIndex = text.startsWith("<") ? 1 : 0
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const [whole, name, double, single] = match
    if (whole === ">") return { attributes, end: match.index + 1 }
    if (name !== undefined && wasBlank && !attributes.has(name.toLowerCase()))
      attributes.set(name.toLowerCase(), double ?? single ?? "")
    wasBlank = /\s$/u.test(whole) || name !== undefined
  }
  return { attributes, end: text.length }
}
