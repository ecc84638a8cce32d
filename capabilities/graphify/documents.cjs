// @ts-check
/** Markdown documents: their headings, the files they name, and the requirements they speak of. */
"use strict"

/** An id of a requirement, such as `AUTH-01`. */
const requirementId = /\b[A-Z][A-Z0-9]{1,15}-\d{1,5}\b/gu

const fence = /^\s{0,3}(```+|~~~+)/u

/**
 * @typedef {object} Heading
 * @property {number} line
 * @property {string} title
 * @property {string} slug Unique in its document.
 */

/**
 * @typedef {object} Mention
 * @property {string} slug Of the heading that it stands below; empty above the first.
 * @property {string} word
 */

/** @param {string} title */
const slugOf = (title) =>
  title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s+/gu, "-") || "section"

/** @param {string} text */
const pathsIn = (text) => [
  ...[...text.matchAll(/`([^`\s]{1,300})`/gu)].map(([, word = ""]) => word),
  ...[...text.matchAll(/\]\(([^)\s#?]{1,300})[^)]*\)/gu)].map(([, word = ""]) => word)
]

/**
 * A path that is written in a document, as it may stand in the project; a line behind it is left out.
 * @param {string} word
 */
const asPath = (word) => word.replace(/^\.\//u, "").replace(/:\d+(?:[:-]\d+)?$/u, "")

/**
 * @param {string} text
 * @returns {{ readonly headings: ReadonlyArray<Heading>, readonly paths: ReadonlyArray<Mention>, readonly ids: ReadonlyArray<Mention> }}
 */
const readDocument = (text) => {
  /** @type {{ headings: Array<Heading>, paths: Array<Mention>, ids: Array<Mention> }} */
  const read = { headings: [], paths: [], ids: [] }
  /** @type {Map<string, number>} */
  const slugs = new Map()
  let slug = ""
  let open = ""
  text.split("\n").forEach((line, index) => {
    const mark = fence.exec(line)?.[1] ?? ""
    if (open === "" && mark !== "") open = mark
    else if (open !== "" && mark.startsWith(open)) open = ""
    const title = open === "" ? /^#{1,6}\s+(.*?)\s*#*$/u.exec(line)?.[1] : undefined
    if (title !== undefined && title !== "") {
      const base = slugOf(title)
      const count = slugs.get(base) ?? 0
      slugs.set(base, count + 1)
      slug = count === 0 ? base : `${base}-${count}`
      read.headings.push({ line: index + 1, title, slug })
    }
    for (const word of pathsIn(line)) read.paths.push({ slug, word: asPath(word) })
    for (const [word] of line.matchAll(requirementId)) read.ids.push({ slug, word })
  })
  return read
}

/**
 * Requirements that a REQUIREMENTS.md defines: the id leads a list item, a heading or a row of a table.
 * @param {string} text
 * @returns {ReadonlyMap<string, { readonly line: number, readonly text: string }>}
 */
const readRequirements = (text) => {
  const definition = /^\s*(?:[-*+]\s+(?:\[.\]\s+)?|#{1,6}\s+|\|\s*)\**`?(?<id>[A-Z][A-Z0-9]{1,15}-\d{1,5})`?\**\s*[:|.—–-]*\**\s*(?<text>.*)$/u
  /** @type {Map<string, { line: number, text: string }>} */
  const found = new Map()
  text.split("\n").forEach((line, index) => {
    const groups = definition.exec(line)?.groups
    const id = groups?.["id"]
    if (id !== undefined && !found.has(id)) found.set(id, { line: index + 1, text: (groups?.["text"] ?? "").replace(/\s*\|.*$/u, "").trim() })
  })
  return found
}

/**
 * Files that a plan is about: of its `<files>` blocks and of `files_modified` of its front matter.
 * @param {string} text
 * @returns {ReadonlyArray<string>}
 */
const filesOfPlan = (text) => {
  const tagged = [...text.matchAll(/<files>([^<]{0,20000})<\/files>/gu)].flatMap(([, list = ""]) => list.split(/[\s,]+/u))
  const front = /^---\n([\s\S]{0,65536}?)\n---/u.exec(text)?.[1] ?? ""
  const inline = /^files_modified:[ \t]*\[([^\]]*)\]/mu.exec(front)?.[1]?.split(",") ?? []
  const listed = /^files_modified:[ \t]*\n((?:[ \t]*-[^\n]*\n?)*)/mu.exec(front)?.[1]?.split("\n") ?? []
  const words = [...tagged, ...inline, ...listed].map((one) => asPath(one.replaceAll(/^\s*-\s*|["'`]/gu, "").trim()))
  return [...new Set(words.filter((one) => one !== ""))]
}

module.exports = { filesOfPlan, readDocument, readRequirements, requirementId }
