/** A reader of `key = string` documents, by the TOML 1.0 text and apart from the writer; throws at anything else. */
const named: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  '"': '"',
  "\\": "\\"
}

const forbidden = (character: string): boolean => {
  const code = character.charCodeAt(0)
  return (code < 0x20 && code !== 0x09) || code === 0x7f
}

class Reader {
  at = 0
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  starts(part: string): boolean {
    return this.text.startsWith(part, this.at)
  }

  fail(what: string): never {
    throw new Error(`TOML: ${what} at ${this.at} of ${JSON.stringify(this.text)}`)
  }

  take(part: string): void {
    if (!this.starts(part)) this.fail(`expected ${JSON.stringify(part)}`)
    this.at += part.length
  }

  escape(): string {
    const sign = this.text[this.at] ?? ""
    this.at += 1
    const short = named[sign]
    if (short !== undefined) return short
    const digits = sign === "u" ? 4 : sign === "U" ? 8 : this.fail("unknown escape")
    const hex = this.text.slice(this.at, this.at + digits)
    if (!new RegExp(`^[0-9a-fA-F]{${digits}}$`, "u").test(hex)) this.fail("no code point")
    this.at += digits
    const point = Number.parseInt(hex, 16)
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) this.fail("no scalar value")
    return String.fromCodePoint(point)
  }

  string(): string {
    const quote = this.text[this.at] ?? ""
    if (quote !== '"' && quote !== "'") this.fail("expected a string")
    const many = this.starts(quote.repeat(3))
    const end = many ? quote.repeat(3) : quote
    this.take(end)
    if (many && this.starts("\n")) this.at += 1
    let value = ""
    for (;;) {
      const character = this.text[this.at]
      if (character === undefined) this.fail("no end")
      if (this.starts(end)) {
        // Up to two quotes may stand before the three that end it.
        const more = many
          ? (new RegExp(`^${quote}{4,5}`, "u").exec(this.text.slice(this.at))?.[0].length ?? 3) - 3
          : 0
        value += quote.repeat(more)
        this.at += more
        this.take(end)
        return value
      }
      this.at += 1
      if (character === "\\" && quote === '"') value += this.escape()
      else if (forbidden(character) && !(many && character === "\n")) this.fail("control character")
      else value += character
    }
  }
}

/** The keys and strings of a document in order. */
export const readToml = (text: string): Readonly<Record<string, string>> => {
  const reader = new Reader(text)
  const values: Record<string, string> = {}
  while (reader.at < text.length) {
    const key = /^[A-Za-z0-9_-]+(?= = )/u.exec(text.slice(reader.at))?.[0] ?? reader.fail("expected a key")
    reader.take(`${key} = `)
    if (Object.hasOwn(values, key)) reader.fail("a key stands twice")
    values[key] = reader.string()
    reader.take("\n")
  }
  return values
}
