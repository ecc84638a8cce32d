// @ts-check
/** Markdown of `.planning`, read line by line: front matter, headings, list items. */
"use strict"

/**
 * @typedef {object} Line
 * @property {number} line From 1.
 * @property {string} text
 */

/**
 * @typedef {object} Document
 * @property {ReadonlyArray<Line>} front Lines of the front matter.
 * @property {ReadonlyArray<Line>} body Lines behind it that stand in no code block and in no comment.
 */

const fence = /^\s{0,3}(```+|~~~+)/u

/**
 * Lines outside of fenced code and comments.
 * @param {ReadonlyArray<Line>} lines
 */
const proseOf = (lines) => {
  /** @type {Array<Line>} */
  const prose = []
  let open = ""
  let isComment = false
  for (const line of lines) {
    const mark = fence.exec(line.text)?.[1] ?? ""
    if (open !== "") {
      if (mark.startsWith(open)) open = ""
      continue
    }
    if (!isComment && mark !== "") {
      open = mark
      continue
    }
    const starts = line.text.lastIndexOf("<!--")
    const ends = line.text.lastIndexOf("-->")
    const wasComment = isComment
    if (starts !== -1 || ends !== -1) isComment = starts > ends
    if (!wasComment && starts === -1) prose.push(line)
  }
  return prose
}

/**
 * @param {string} text
 * @returns {Document}
 */
const readDocument = (text) => {
  const lines = text.split("\n").map((one, index) => ({ line: index + 1, text: one }))
  const end = lines[0]?.text.trim() === "---" ? lines.findIndex(({ text }, at) => at > 0 && text.trim() === "---") : -1
  return { front: end > 0 ? lines.slice(1, end) : [], body: proseOf(end > 0 ? lines.slice(end + 1) : lines) }
}

/**
 * A plain value of the front matter, in lower case; empty when there is none.
 * @param {Document} document
 * @param {string} key
 */
const frontValue = ({ front }, key) => {
  const found = front.find(({ text }) => text.startsWith(`${key}:`))
  return (found?.text.slice(key.length + 1) ?? "").replaceAll(/["']|\s#.*$/gu, "").trim()
}

/**
 * Entries of a list of the front matter: the text behind `- `, or behind the first key there.
 * @param {Document} document
 * @param {string} key
 * @returns {ReadonlyArray<Line>}
 */
const frontList = ({ front }, key) => {
  const start = front.findIndex(({ text }) => text.trimEnd() === `${key}:`)
  if (start === -1) return []
  const rest = front.slice(start + 1)
  const end = rest.findIndex(({ text }) => /^\S/u.test(text) && !text.startsWith("- "))
  return rest.slice(0, end === -1 ? undefined : end).flatMap(({ line, text }) => {
    const entry = /^\s*-\s+(?:[\w-]+:\s*)?(.*)$/u.exec(text)?.[1]
    return entry === undefined ? [] : [{ line, text: entry.replaceAll(/^["']|["']$/gu, "") }]
  })
}

/** @param {string} text */
const headingOf = (text) => {
  const [, marks = "", title = ""] = /^(#{1,6})\s+(.*?)\s*#*$/u.exec(text) ?? []
  return marks === "" ? undefined : { level: marks.length, title }
}

/**
 * @typedef {object} Item
 * @property {number} line
 * @property {string} text
 * @property {string} mark What stands in its box; undefined without a box.
 * @property {boolean} isBoxed
 */

/**
 * A list item with what its box holds.
 * @param {Line} line
 * @returns {Item | undefined}
 */
const itemOf = ({ line, text }) => {
  const [, mark, item] = /^\s{0,3}(?:[-*+]|\d+[.)])\s+(?:\[(.)\]\s+)?(.*)$/u.exec(text) ?? []
  return item === undefined || item === "" ? undefined : { line, text: item, mark: mark ?? "", isBoxed: mark !== undefined }
}

const nothing = /^(?:none|nothing|n\/a|-|keine)\b[.!]?$/iu

/**
 * Whether an item is still to be done: no tick in its box, not struck out, and more than a word for nothing.
 * @param {Item} item
 */
const isOpen = ({ mark, text }) => !/^[xX✓✔]$/u.test(mark) && !/^~~.*~~/u.test(text) && !nothing.test(text)

/**
 * Open items below headings that match, down to the next heading of the same or a higher level.
 * @param {Document} document
 * @param {RegExp} heading
 */
const openItems = ({ body }, heading) => {
  let level = 0
  return body.flatMap((line) => {
    const found = headingOf(line.text)
    if (found !== undefined && heading.test(found.title)) level = level === 0 ? found.level : Math.min(level, found.level)
    else if (found !== undefined && found.level <= level) level = 0
    const item = level === 0 ? undefined : itemOf(line)
    return item === undefined || !isOpen(item) ? [] : [item]
  })
}

module.exports = { frontList, frontValue, headingOf, isOpen, itemOf, openItems, readDocument }
