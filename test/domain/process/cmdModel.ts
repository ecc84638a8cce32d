/**
 * A small model of what Windows does between a line for `cmd.exe` and the argv of a program behind a batch file. It
 * knows nothing of the code under test: percent signs first, then quotation marks, carets and operators, once for the
 * line and once for the line of the batch file.
 */

/** Variables of the child, by name in upper case. */
export type Variables = ReadonlyMap<string, string>

/** Part of a value as `%NAME:~START,LENGTH%` asks for it; undefined for another modifier. */
const partOf = (value: string, modifier: string): string | undefined => {
  const parts = /^~(\d+),(\d+)$/u.exec(modifier)
  return parts === null ? undefined : value.slice(Number(parts[1]), Number(parts[1]) + Number(parts[2]))
}

/** Replaces every `x` of `x=y`, whatever its case. */
const substituted = (value: string, modifier: string): string => {
  const at = modifier.indexOf("=", 1)
  if (at < 0) return value
  const [search, replacement] = [modifier.slice(0, at).toUpperCase(), modifier.slice(at + 1)]
  let text = ""
  for (let index = 0; index < value.length;) {
    const isHit = value.slice(index, index + search.length).toUpperCase() === search
    text += isHit ? replacement : (value[index] ?? "")
    index += isHit ? search.length : 1
  }
  return text
}

interface Expansion {
  readonly text: string
  readonly next: number
}

/** The expansion that begins at the percent sign at `from`; undefined when the sign stays. */
const expansionAt = (line: string, from: number, variables: Variables): Expansion | undefined => {
  const end = /[%:]/u.exec(line.slice(from + 1))
  if (end === null) return undefined
  const stop = from + 1 + end.index
  const value = variables.get(line.slice(from + 1, stop).toUpperCase())
  if (value === undefined) return undefined
  if (line[stop] === "%") return { text: value, next: stop + 1 }
  const close = line.indexOf("%", stop)
  if (close < 0) return undefined
  const modifier = line.slice(stop + 1, close)
  return { text: partOf(value, modifier) ?? substituted(value, modifier), next: close + 1 }
}

/** Percent expansion as of a typed line: an unknown name stays as it is, and `%%` is nothing special. */
export const expandTyped = (line: string, variables: Variables): string => {
  let text = ""
  for (let index = 0; index < line.length;) {
    const found = line[index] === "%" ? expansionAt(line, index, variables) : undefined
    text += found?.text ?? line[index]
    index = found?.next ?? index + 1
  }
  return text
}

/** Percent expansion in a batch file: `%%` is one, `%*` the arguments, an unknown name nothing. */
const expandInBatch = (line: string, variables: Variables, all: string): string =>
  line.replaceAll(/%%|%\*|%([^%:]+)%/gu, (whole, name: string | undefined) => {
    if (whole === "%%") return "%"
    return name === undefined ? all : (variables.get(name.toUpperCase()) ?? "")
  })

/** Text of one command after quotation marks and carets; what would be an operator is thrown. */
export const readSpecials = (line: string): string => {
  if (/[\r\n\0]/u.test(line)) throw new Error("a line ends within the command")
  let text = ""
  let quoted = false
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index] ?? ""
    if (!quoted && character === "^") {
      index += 1
      text += line[index] ?? ""
      continue
    }
    if (character === `"`) quoted = !quoted
    else if (!quoted && "&|<>()".includes(character)) throw new Error(`an operator: ${character}`)
    text += character
  }
  if (quoted) throw new Error("a quotation mark without its other")
  return text
}

/** `/s /c`: all after the first quotation mark and before the last. */
const betweenOuter = (line: string): string => {
  if (!line.startsWith(`"`) || !line.endsWith(`"`)) throw new Error("not within quotation marks")
  return line.slice(1, -1)
}

interface Called {
  readonly command: string
  readonly all: string
}

const readCommand = (text: string): Called => {
  const parts = /^"([^"]*)"(?: (.*))?$/su.exec(text)
  if (parts === null) throw new Error("no quoted command")
  return { command: parts[1] ?? "", all: parts[2] ?? "" }
}

/** What `cmd.exe` hands to a batch file: its path, and the text of `%*`. */
export const callOf = (line: string, variables: Variables): Called =>
  readCommand(readSpecials(expandTyped(betweenOuter(line), variables)))

/** The line of a shim that starts the program, with the programs beside it and on PATH. */
export const shims: ReadonlyArray<string> = [
  `"%_PROG%"  "%DP0%\\node_modules\\codex\\bin\\codex.js" %*`,
  `node  "%DP0%\\100%%\\codex.js"   %*`
]

/** The command line that the program behind a shim is started with. */
export const throughShim = (shim: string, all: string, variables: Variables): string =>
  readSpecials(expandInBatch(shim, variables, all))

type Parser = (commandLine: string) => ReadonlyArray<string>

interface Reading {
  argument: string
  inQuotes: boolean
}

/** Reads backslashes and the quotation mark after them; gives the place of the next character. */
const readRun = (text: string, from: number, reading: Reading, onMark: (from: number) => number): number => {
  let count = 0
  while (text[from + count] === "\\") count += 1
  const mark = from + count
  if (text[mark] !== `"`) {
    reading.argument += "\\".repeat(count)
    return mark
  }
  reading.argument += "\\".repeat(Math.floor(count / 2))
  if (count % 2 === 0) return onMark(mark)
  reading.argument += `"`
  return mark + 1
}

const parserWith =
  (markOf: (text: string, reading: Reading) => (at: number) => number): Parser =>
  (text) => {
    const found: Array<string> = []
    const reading: Reading = { argument: "", inQuotes: false }
    let started = false
    for (let index = 0; index < text.length;) {
      const character = text[index] ?? ""
      if (!reading.inQuotes && (character === " " || character === "\t")) {
        if (started) found.push(reading.argument)
        started = false
        reading.argument = ""
        index += 1
        continue
      }
      started = true
      if (character === `"` || character === "\\")
        index = readRun(text, index, reading, markOf(text, reading))
      else {
        reading.argument += character
        index += 1
      }
    }
    return started ? [...found, reading.argument] : found
  }

/** CommandLineToArgvW: three quotation marks in a row, the opening one included, are one of the text. */
export const shellParser: Parser = parserWith((text, reading) => (at) => {
  let count = reading.inQuotes ? 1 : 0
  let next = at
  while (text[next] === `"`) {
    count += 1
    if (count === 3) {
      reading.argument += `"`
      count = 0
    }
    next += 1
  }
  reading.inQuotes = count === 1
  return next
})

/** The C runtime, which node.exe uses: within quotation marks two of them are one of the text. */
export const runtimeParser: Parser = parserWith((text, reading) => (at) => {
  if (reading.inQuotes && text[at + 1] === `"`) {
    reading.argument += `"`
    return at + 2
  }
  reading.inQuotes = !reading.inQuotes
  return at + 1
})
