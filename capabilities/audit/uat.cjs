// @ts-check
/** Tests that people run, as UAT.md files hold them. */
"use strict"

const { headingOf, itemOf, readDocument } = require("./markdown.cjs")

/** @typedef {"failed" | "blocked" | "pending" | "passed" | "skipped"} State */

/**
 * @typedef {object} Test
 * @property {number} line
 * @property {string} number As written; empty without one.
 * @property {string} name
 * @property {State} state
 * @property {string} note What else is said of it; empty when nothing is.
 */

/** @type {ReadonlyArray<readonly [State, RegExp]>} */
const words = [
  ["passed", /^(?:pass|passed|ok|yes|done|works|✅|✓|x)$/u],
  ["failed", /^(?:fail|failed|issue|issues|no|broken|error|❌|✗|!)$/u],
  ["blocked", /^(?:blocked|blocker|waiting)$/u],
  ["skipped", /^(?:skip|skipped|n\/a|na|-|~)$/u]
]

/**
 * State that a result names; anything that names none is still to be tested.
 * @param {string} result
 * @returns {State}
 */
const stateOf = (result) => {
  const [word = ""] = result.replaceAll(/[[\]`*_"']/gu, "").trim().toLowerCase().split(/[\s,.:;(]/u)
  return words.find(([, pattern]) => pattern.test(word))?.[0] ?? "pending"
}

const numbered = /^(?:test\s+)?(\d+(?:\.\d+)*)\s*[.:)-]?\s+(.+)$/iu

const field = /^\s*(?:[-*]\s+)?\**(result|status|reason|reported|blocked[ _-]by|severity|note)\**\s*:\**\s*(.*)$/iu

/**
 * @param {Test | undefined} test
 * @param {string} text
 */
const readField = (test, text) => {
  const [, name = "", value = ""] = field.exec(text) ?? []
  if (test === undefined || name === "") return false
  if (/^(?:result|status)$/iu.test(name)) test.state = stateOf(value)
  else if (value.trim() !== "") test.note = [test.note, `${name.toLowerCase()}: ${value.trim()}`].filter(Boolean).join("; ")
  return true
}

/**
 * Tests of a file: a numbered heading with `result:` below it, or a list item with a box.
 * @param {string} text
 * @returns {ReadonlyArray<Test>}
 */
const readTests = (text) => {
  /** @type {Array<Test>} */
  const tests = []
  /** @type {Test | undefined} */
  let open
  for (const line of readDocument(text).body) {
    const heading = headingOf(line.text)
    if (heading !== undefined) {
      const [, number, name] = numbered.exec(heading.title) ?? []
      open = number === undefined || heading.level === 1 ? undefined : { line: line.line, number, name: name ?? "", state: "pending", note: "" }
      if (open !== undefined) tests.push(open)
      continue
    }
    if (readField(open, line.text)) continue
    const item = itemOf(line)
    if (item?.isBoxed !== true || open !== undefined) continue
    tests.push({ line: line.line, number: "", name: item.text, state: stateOf(item.mark.trim()), note: "" })
  }
  return tests
}

module.exports = { readTests, stateOf }
