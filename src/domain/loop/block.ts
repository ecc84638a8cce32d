import { visible } from "../text/escape.ts"

/** Tags that frame the text of capabilities in what an agent reads. */
export type BlockTag = "contribution" | "fragment"

/** Letters of the tags, each with what looks like it: full width, Cyrillic, Greek and the like. */
const alike: Readonly<Record<string, string>> = {
  a: "aａаα",
  b: "bｂЬ",
  c: "cｃсϲⅽ",
  e: "eｅе",
  f: "fｆ",
  g: "gｇɡ",
  i: "iｉіι1l|",
  m: "mｍмⅿ",
  n: "nｎո",
  o: "oｏоο0",
  r: "rｒг",
  t: "tｔтτ",
  u: "uｕυս"
}

const word = (tag: BlockTag): string => Array.from(tag, (letter) => `[${alike[letter] ?? letter}]`).join("")

/** What stands where a tag would begin, or what `guarded` makes of it: both are written one step further. */
const openers =
  /(&(?:amp;)*(?:lt|#x(?:ff1c|fe64|2039|3008|27e8));|[<＜﹤‹〈⟨])(?=[\s/\\!?]*(?:CONTRIBUTION|FRAGMENT))/u

const lookalike = new RegExp(
  openers.source.replace("CONTRIBUTION", word("contribution")).replace("FRAGMENT", word("fragment")),
  "giu"
)

const entityOf = (opener: string): string => {
  if (opener.startsWith("&")) return `&amp;${opener.slice(1)}`
  return opener === "<" ? "&lt;" : `&#x${(opener.codePointAt(0) ?? 0).toString(16)};`
}

/**
 * Text in which nothing opens or closes a block, nor looks to a reader as if it did: the bracket of every such tag is
 * written as an entity, `&lt;/contribution>`, and every entity that stands there already gets one `amp;` more, so that
 * each text has a form of its own. All else stays as it is. Source: docs/adr/0022.
 */
export const guarded = (text: string): string => text.replace(lookalike, entityOf)

const attribute = (text: string): string =>
  visible(text).replace(/["&<>]/gu, (one) => `&#x${(one.codePointAt(0) ?? 0).toString(16)};`)

/**
 * Text of a capability between two lines that nothing in it can forge: an opening tag with attributes, a closing tag.
 * Without a line end behind it.
 */
export const block = (tag: BlockTag, attributes: Readonly<Record<string, string>>, text: string): string => {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${attribute(value)}"`)
  return `<${tag}${written.join("")}>\n${guarded(text)}\n</${tag}>`
}
