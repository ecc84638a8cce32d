// @ts-check
/** Files of a project, read and written without following a link. The capabilities that need it have the same copy. */
"use strict"

const fs = require("node:fs")
const path = require("node:path")

/** Longest text that is read; plans and sources are far shorter. */
const textBytes = 1024 * 1024

/** Longest piece of foreign text on one line of output. */
const shownCharacters = 200

/**
 * What stands at a path, undefined when nothing does.
 * @param {string} file
 */
const look = (file) => fs.lstatSync(file, { throwIfNoEntry: false })

/**
 * Whether every folder on the way to a path is a folder itself, or nothing yet.
 * @param {string} root
 * @param {string} relative
 */
const isPlainWay = (root, relative) => {
  const parts = relative.split("/").slice(0, -1)
  return parts.every((_, index) => {
    const found = look(path.join(root, ...parts.slice(0, index + 1)))
    return found === undefined || found.isDirectory()
  })
}

/**
 * Names in a folder, ascending; none where it is no folder of its own.
 * @param {string} root
 * @param {string} folder
 * @returns {ReadonlyArray<string>}
 */
const names = (root, folder) => {
  const whole = path.join(root, folder)
  if (!isPlainWay(root, `${folder}/x`) || look(whole)?.isDirectory() !== true) return []
  return fs.readdirSync(whole).toSorted((a, b) => (a < b ? -1 : 1))
}

/**
 * Bytes of a plain file of at most `most` bytes; undefined when there is none.
 * @param {string} root
 * @param {string} relative
 * @param {number} [most]
 */
const readBytes = (root, relative, most = textBytes) => {
  const file = path.join(root, relative)
  if (!isPlainWay(root, relative) || look(file)?.isFile() !== true) return undefined
  const handle = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
  try {
    const { isFile, size } = { isFile: fs.fstatSync(handle).isFile(), size: fs.fstatSync(handle).size }
    return isFile && size <= most ? fs.readFileSync(handle) : undefined
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * A text without its byte order mark and with line ends of one kind; undefined when it is none.
 * @param {Uint8Array} bytes
 */
const decode = (bytes) => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll(/\r\n?/gu, "\n")
  } catch {
    return undefined
  }
}

/**
 * @param {string} root
 * @param {string} relative
 */
const readText = (root, relative) => {
  const bytes = readBytes(root, relative)
  return bytes === undefined ? undefined : decode(bytes)
}

/**
 * Makes the folders of a path; refuses whatever else stands in their place.
 * @param {string} root
 * @param {string} relative
 */
const makeWay = (root, relative) => {
  const parts = relative.split("/").slice(0, -1)
  parts.forEach((_, index) => {
    const folder = parts.slice(0, index + 1).join("/")
    const found = look(path.join(root, folder))
    if (found === undefined) fs.mkdirSync(path.join(root, folder))
    else if (!found.isDirectory()) throw new Error(`\`${folder}\` is no folder, so nothing is written below it`)
  })
}

/**
 * Writes a file so that a reader sees the old or the new text and nothing between.
 * @param {string} root
 * @param {string} relative
 * @param {string} text
 */
const writeText = (root, relative, text) => {
  makeWay(root, relative)
  const file = path.join(root, relative)
  const found = look(file)
  if (found !== undefined && !found.isFile()) throw new Error(`\`${relative}\` is no plain file, so it is not replaced`)
  const temporary = `${file}.${process.pid}.tmp`
  const handle = fs.openSync(temporary, "wx", 0o644)
  try {
    fs.writeFileSync(handle, text)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
  try {
    fs.renameSync(temporary, file)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
}

/**
 * Foreign text as one line that moves no cursor.
 * @param {string} text
 */
const clean = (text) => {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ").trim()
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line
}

/**
 * @typedef {object} Options
 * @property {ReadonlyArray<string>} words
 * @property {ReadonlyMap<string, string>} values
 * @property {ReadonlySet<string>} switches
 */

/**
 * Reads a command line; what it does not know is refused.
 * @param {ReadonlyArray<string>} args
 * @param {{ readonly values?: ReadonlyArray<string>, readonly switches?: ReadonlyArray<string> }} known
 * @returns {Options}
 */
const readOptions = (args, { values = [], switches = [] }) => {
  /** @type {{ words: Array<string>, values: Map<string, string>, switches: Set<string> }} */
  const read = { words: [], values: new Map(), switches: new Set() }
  const rest = [...args]
  while (rest.length > 0) {
    const word = rest.shift() ?? ""
    if (word === "--") return { ...read, words: [...read.words, ...rest] }
    const [name = "", given] = word.startsWith("--") ? word.split(/=(.*)/su) : [word]
    if (!word.startsWith("-") || word === "-") read.words.push(word)
    else if (switches.includes(word)) read.switches.add(word)
    else if (values.includes(name)) {
      const value = given ?? rest.shift()
      if (value === undefined || value === "") throw new Error(`\`${name}\` needs a value`)
      read.values.set(name, value)
    } else throw new Error(`There is no flag \`${clean(word)}\` here`)
  }
  return read
}

module.exports = { clean, decode, look, names, readBytes, readOptions, readText, writeText }
