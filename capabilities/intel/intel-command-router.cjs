// @ts-check
/** `gsd x intel`: what a project's sources export. */
"use strict"

const { languageOf, languages } = require("./languages.cjs")
const { clean, readBytes, readOptions, writeText } = require("./project.cjs")
const { scan } = require("./scan.cjs")
const { ascending, bounds, compare, digestsOf, listNames, readSources } = require("./sources.cjs")

/** @typedef {import("gsd-engine").CommandContext} CommandContext */
/** @typedef {import("gsd-engine").CommandRouter} CommandRouter */
/** @typedef {import("./scan.cjs").Name} Name */

/**
 * @typedef {object} SurfaceFile
 * @property {string} file
 * @property {string} sha256
 * @property {string} language
 * @property {ReadonlyArray<Name>} exports
 */

/**
 * @typedef {object} Surface
 * @property {1} version
 * @property {ReadonlyArray<SurfaceFile>} files Ascending by name.
 * @property {ReadonlyArray<string>} leftOut
 */

const page = ".planning/intel/API-SURFACE.md"
const record = ".planning/intel/api-surface.json"

/** The record is as long as what it is of, at most. */
const recordBytes = bounds.bytes

/**
 * @param {string} root
 * @returns {Surface}
 */
const surfaceOf = (root) => {
  const wanted = listNames(root).filter((file) => languageOf(file) !== undefined)
  const { leftOut, sources } = readSources(root, wanted)
  const files = sources.flatMap(({ file, sha256, text }) => {
    const language = languageOf(file)
    return language === undefined ? [] : [{ file, sha256, language: language.name, exports: scan(text, language).exports }]
  })
  return { version: 1, files, leftOut }
}

/** @param {number} count @param {string} noun */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`

/**
 * A name as code that no backtick in it ends.
 * @param {string} text
 */
const code = (text) => {
  const shown = clean(text)
  return shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``
}

/** @param {SurfaceFile} file */
const section = ({ exports, file }) => ["", `## ${code(file)}`, "", ...exports.map(({ kind, line, name }) => `- ${line}: ${kind} ${code(name)}`)]

/** @param {Surface} surface */
const summary = ({ files }) =>
  languages.flatMap(({ name }) => {
    const own = files.filter(({ language }) => language === name)
    const names = own.reduce((sum, { exports }) => sum + exports.length, 0)
    return own.length === 0 ? [] : [`- ${name}: ${counted(own.length, "file")}, ${counted(names, "exported name")}`]
  })

/**
 * The page: nothing of it differs from run to run unless a source does.
 * @param {Surface} surface
 */
const pageOf = (surface) => {
  const withNames = surface.files.filter(({ exports }) => exports.length > 0)
  const languagesUsed = summary(surface)
  return [
    "# API surface",
    "",
    "What the sources export, by file and line. Written by `gsd x intel api-surface`; do not edit.",
    "",
    ...(languagesUsed.length === 0 ? ["There are no sources in a language that is known."] : languagesUsed),
    ...withNames.flatMap(section),
    ...(surface.leftOut.length === 0 ? [] : ["", "## Left out", "", "Too large, no text, or beyond the bounds:", "", ...surface.leftOut.map((file) => `- ${code(file)}`)]),
    ""
  ].join("\n")
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Digests of the last surface, by file; undefined when there is none that can be read.
 * @param {string} root
 */
const recorded = (root) => {
  const bytes = readBytes(root, record, recordBytes)
  if (bytes === undefined) return undefined
  try {
    /** @type {unknown} */
    const read = JSON.parse(bytes.toString("utf8"))
    if (!isRecord(read) || read["version"] !== 1 || !Array.isArray(read["files"])) return undefined
    const pairs = read["files"].flatMap((one) =>
      isRecord(one) && typeof one["file"] === "string" && typeof one["sha256"] === "string" ? [/** @type {const} */ ([one["file"], one["sha256"]])] : []
    )
    return Object.fromEntries(pairs)
  } catch {
    return undefined
  }
}

/** @param {CommandContext} context */
const write = ({ projectRoot }) => {
  const surface = surfaceOf(projectRoot)
  const names = surface.files.reduce((sum, { exports }) => sum + exports.length, 0)
  writeText(projectRoot, record, `${JSON.stringify(surface, undefined, 1)}\n`)
  writeText(projectRoot, page, pageOf(surface))
  const json = { path: page, files: surface.files.length, names, leftOut: surface.leftOut }
  const rest = json.leftOut.length === 0 ? "" : `; ${counted(json.leftOut.length, "file")} left out`
  return { json, text: `${page}: ${counted(names, "exported name")} in ${counted(json.files, "file")}${rest}` }
}

/** @param {string} word @param {ReadonlyArray<string>} files */
const listed = (word, files) => files.map((file) => `  ${word} ${clean(file)}`)

/** @param {CommandContext} context */
const status = ({ projectRoot }) => {
  const before = recorded(projectRoot)
  if (before === undefined)
    return { json: { path: page, state: "missing" }, text: `${page} is not there; write it with \`gsd x intel api-surface\`` }
  const wanted = listNames(projectRoot).filter((file) => languageOf(file) !== undefined)
  const changes = compare(before, digestsOf(readSources(projectRoot, wanted).sources))
  const count = changes.added.length + changes.removed.length + changes.changed.length
  if (count === 0) return { json: { path: page, state: "fresh", ...changes }, text: `${page} is up to date` }
  const lines = [...listed("added  ", changes.added), ...listed("changed", changes.changed), ...listed("removed", changes.removed)]
  return {
    json: { path: page, state: "stale", ...changes },
    text: [`${page} is out of date: ${counted(count, "file")}`, ...lines].join("\n")
  }
}

const help = `What the project's sources export.

gsd x intel api-surface [--json]  write ${page}
gsd x intel status [--json]       tell whether it is up to date

Known: ${languages.map(({ name }) => name).join(", ")}. Files that git ignores are not looked at.`

/** @typedef {{ readonly json: unknown, readonly text: string }} Said */

/** @type {ReadonlyMap<string, (context: CommandContext) => Said>} */
const commands = new Map(Object.entries({ "api-surface": write, status }))

/** @type {CommandRouter} */
const routeIntelCommand = (args, context) => {
  if (args.length === 0 || args.includes("--help")) return { text: help }
  const { switches, words } = readOptions(args, { switches: ["--json"] })
  const [word = "", stray] = words
  const command = commands.get(word)
  if (command === undefined) throw new Error(`There is no \`intel ${clean(word)}\`; there are ${[...commands.keys()].toSorted(ascending).join(", ")}`)
  if (stray !== undefined) throw new Error(`Nothing takes \`${clean(stray)}\``)
  const { json, text } = command(context)
  return { json, ...(switches.has("--json") ? {} : { text }) }
}

module.exports = { routeIntelCommand }
