/** Tells whether a JSON text opens more than `most` objects and arrays at once. Linear, without recursion. */
export const isDeeper = (text: string, most: number): boolean => {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isString) {
      if (character === "\\") at += 1
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === "[" || character === "{") {
      depth += 1
      if (depth > most) return true
    } else if (character === "]" || character === "}") depth -= 1
  }
  return false
}
