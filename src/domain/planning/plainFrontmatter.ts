/**
 * `key: text`, the text a plain scalar that ends where its line does: it begins with a letter, and holds nothing that means
 * anything there. Brackets are left out, since their depth is bounded.
 */
const plainLine = /^([A-Za-z][A-Za-z0-9_-]{0,63}): +([A-Za-z][A-Za-z0-9 !"#$%&'()*+,./:;<=>?@\\^_`|~-]*)$/u

/** What a plain scalar of letters may be beside a text. Source: YAML 1.2.2 section 10.3.2. */
const noText = /^(?:null|Null|NULL|true|True|TRUE|false|False|FALSE)$/u

/** A colon before a blank or at the end begins a value, a number sign after a blank a comment. */
const meansMore = /: |:$| #/u

/**
 * Values of front matter in which every line is `key: text` and nothing else, which most are; undefined for any other, which
 * is then read as YAML. Where there is an answer, YAML has the same; a test compares them.
 */
export const plainFrontmatter = (front: string): ReadonlyMap<string, string> | undefined => {
  const values = new Map<string, string>()
  for (const line of front.replace(/\n$/u, "").split("\n")) {
    const [, key = "", said = ""] = plainLine.exec(line) ?? []
    const text = said.replace(/ +$/u, "")
    if (key === "" || noText.test(key) || noText.test(text) || meansMore.test(text) || values.has(key))
      return undefined
    values.set(key, text)
  }
  return values
}
