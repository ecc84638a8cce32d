// @ts-check
/** Exported names and imports of a source text, found without understanding it. The capabilities that need it have the same copy. */
"use strict"

/** @typedef {import("./languages.cjs").Language} Language */

/**
 * @typedef {object} Name
 * @property {number} line From 1.
 * @property {string} kind
 * @property {string} name
 */

/**
 * @typedef {object} Scan
 * @property {ReadonlyArray<Name>} exports By line, then name; each once.
 * @property {ReadonlyArray<string>} imports As written, ascending, each once.
 */

/** More than that in one file is generated, and no help to a reader. */
const mostNames = 2000

/** A `/` behind one of these begins a pattern, not a division. */
const beforePattern = /(?:^|[(,=:[!&|?{};+\-*%~^<>\n]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield))\s*$/u

/** @typedef {{ readonly start: RegExp, readonly keep: boolean }} Span */

/**
 * Stretches of a text that are no code, each as a sticky pattern: comments, strings, patterns.
 * @type {Readonly<Record<Language["comments"], ReadonlyArray<Span>>>}
 */
const spans = {
  c: [
    { start: /\/\/[^\n]*/uy, keep: false },
    { start: /\/\*[\s\S]*?(?:\*\/|$)/uy, keep: false },
    { start: /"(?:[^"\\\n]|\\[\s\S])*"?/uy, keep: true },
    { start: /'(?:[^'\\\n]|\\[\s\S])*'?/uy, keep: true },
    { start: /`(?:[^`\\]|\\[\s\S])*`?/uy, keep: false }
  ],
  python: [
    { start: /#[^\n]*/uy, keep: false },
    { start: /"""(?:[^\\]|\\[\s\S])*?(?:"""|$)/uy, keep: false },
    { start: /'''(?:[^\\]|\\[\s\S])*?(?:'''|$)/uy, keep: false },
    { start: /"(?:[^"\\\n]|\\[\s\S])*"?/uy, keep: true },
    { start: /'(?:[^'\\\n]|\\[\s\S])*'?/uy, keep: true }
  ]
}

const pattern = /\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/uy

/** In Rust `'a` is a lifetime, and in every other language a quotation mark that is not closed hides nothing else. */
const lifetime = /'[\p{ID_Start}_][\p{ID_Continue}]*(?!')/uy

/** @param {string} text */
const blank = (text) => text.replaceAll(/[^\n]/gu, " ")

/**
 * @param {RegExp} sticky
 * @param {string} text
 * @param {number} at
 */
const matchAt = (sticky, text, at) => {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0]
}

const marks = /["'`#/]/gu

/**
 * The same text, line by line, without comments, patterns and strings over several lines.
 * @param {string} text
 * @param {Language} language
 */
const masked = (text, { comments, name }) => {
  /** @type {Array<string>} */
  const pieces = []
  let at = 0
  for (;;) {
    marks.lastIndex = at
    const found = marks.exec(text)
    if (found === null) return [...pieces, text.slice(at)].join("")
    pieces.push(text.slice(at, found.index))
    const isPattern = comments === "c" && found[0] === "/" && beforePattern.test(text.slice(Math.max(0, found.index - 20), found.index))
    const code = name === "Rust" ? matchAt(lifetime, text, found.index) : undefined
    const hidden = isPattern ? matchAt(pattern, text, found.index) : undefined
    const span = spans[comments].map(({ keep, start }) => ({ keep, span: matchAt(start, text, found.index) })).find((one) => one.span !== undefined)
    const piece = code ?? hidden ?? span?.span ?? found[0]
    pieces.push(code === undefined && (hidden !== undefined || span?.keep === false) ? blank(piece) : piece)
    at = found.index + piece.length
  }
}

/** @param {string} text */
const lineIndex = (text) => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return starts
}

/**
 * Line of a place, from 1, by halving.
 * @param {ReadonlyArray<number>} starts
 * @param {number} place
 */
const lineAt = (starts, place) => {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle
  }
  return low + 1
}

const listed = /(?:^|,)\s*(?:type\s+)?(?<spread>\.\.\.)?(?<name>[\p{ID_Start}$_][\p{ID_Continue}$]*|"[^"\n]*")(?:\s+as\s+(?:type\s+)?(?<alias>[\p{ID_Start}$_][\p{ID_Continue}$]*|"[^"\n]*"))?(?:\s*:\s*(?<renamed>[\p{ID_Start}$_][\p{ID_Continue}$]*))?/gu

/**
 * Names of a list in braces, with their places in it. In a pattern `{ a: b }` it is `b` that is exported, in an object `a`.
 * @param {string} names
 * @param {string} kind
 */
const namesIn = (names, kind) =>
  [...names.matchAll(listed)].flatMap(({ 0: whole, groups = {}, index }) => {
    const { alias, name = "", renamed, spread } = groups
    if (spread !== undefined) return []
    const written = alias ?? (kind === "constant" ? (renamed ?? name) : name)
    return [{ name: written.replaceAll('"', ""), place: index + whole.indexOf(name) }]
  })

const blockLine = /^(?:\t| {2,4})(?<name>\p{Lu}[\p{L}\p{Nd}_]*)/gmu

/**
 * Names at the first level of a block in parentheses.
 * @param {string} block
 * @param {number} start
 */
const namesOfBlock = (block, start) =>
  [...block.matchAll(blockLine)].map(({ groups, index }) => ({ name: groups?.["name"] ?? "", place: start + index }))

/**
 * @param {RegExpExecArray} match
 * @param {string} kind
 */
const found = (match, kind) => {
  const { block, name, names } = match.groups ?? {}
  const at = match.index
  if (block !== undefined) return namesOfBlock(block, at + match[0].indexOf(block))
  if (name !== undefined) return [{ name, place: at + match[0].search(/\S/u) }]
  const start = at + match[0].indexOf("{") + 1
  return namesIn(names ?? "", kind).map((one) => ({ name: one.name, place: start + one.place }))
}

const pythonAll = /^__all__\s*(?::[^=\n]+)?=\s*[[(](?<list>[^\])]{0,20000})[\])]/mu

/**
 * Names that a Python module says are public; undefined when it says nothing.
 * @param {string} text
 */
const declaredAll = (text) => {
  const list = pythonAll.exec(text)?.groups?.["list"]
  return list === undefined ? undefined : new Set([...list.matchAll(/["']([^"'\n]+)["']/gu)].map(([, name]) => name))
}

/**
 * @param {string} text
 * @param {Language} language
 * @returns {Scan}
 */
const scan = (text, language) => {
  const code = masked(text, language)
  const starts = lineIndex(code)
  const all = language.comments === "python" ? declaredAll(code) : undefined
  /** @type {Map<string, Name>} */
  const names = new Map()
  for (const { kind, pattern } of language.exports)
    for (const match of code.matchAll(pattern))
      for (const { name, place } of found(/** @type {RegExpExecArray} */ (match), kind)) {
        const isPublic = all === undefined ? language.hidden?.test(name) !== true : all.has(name)
        if (isPublic && names.size < mostNames && !names.has(`${kind} ${name}`)) names.set(`${kind} ${name}`, { line: lineAt(starts, place), kind, name })
      }
  const imports = language.imports.flatMap((one) => [...code.matchAll(one)].map(({ groups }) => groups?.["from"] ?? ""))
  return {
    exports: [...names.values()].toSorted((a, b) => a.line - b.line || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    imports: [...new Set(imports.filter((one) => one !== ""))].toSorted()
  }
}

module.exports = { masked, scan }
