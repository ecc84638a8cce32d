// @ts-check
/** Files of a project that are looked at, within bounds. The capabilities that need it have the same copy. */
"use strict"

const { spawnSync } = require("node:child_process")
const { createHash } = require("node:crypto")
const fs = require("node:fs")
const path = require("node:path")
const { decode, look, readBytes } = require("./project.cjs")

/** What is looked at, at most. A larger project is cut, and the result says so. */
const bounds = {
  files: 5000,
  fileBytes: 512 * 1024,
  bytes: 64 * 1024 * 1024,
  /** Names that are listed before they are chosen from. */
  names: 200_000,
  gitMillis: 20_000,
  gitBytes: 64 * 1024 * 1024
}

/** Folders of tools and of what they make. */
const skipped = new Set(
  ".git .hg .svn .planning .gsd node_modules bower_components dist build out target coverage .next .venv venv __pycache__ .tox vendor".split(" ")
)

/** @param {string} file */
const isSkipped = (file) => file.split("/").some((part) => skipped.has(part))

/** @param {string} one @param {string} other */
const ascending = (one, other) => (one < other ? -1 : one > other ? 1 : 0)

/** Ours without the variables by which a git around us would point at another repository. */
const gitEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith("GIT_")))

/**
 * Names that git knows or would add; undefined where there is no git, or no repository. No program of the repository
 * is run.
 * @param {string} root
 */
const listedByGit = (root) => {
  const flags = ["-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false", "-c", "core.quotePath=false"]
  const run = spawnSync("git", [...flags, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", "."], {
    cwd: root,
    env: { ...gitEnvironment(), GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
    stdio: ["ignore", "pipe", "ignore"],
    timeout: bounds.gitMillis,
    maxBuffer: bounds.gitBytes
  })
  return run.status === 0 ? run.stdout.toString("utf8").split("\0").filter((name) => name !== "") : undefined
}

/**
 * Names below a folder, no link followed.
 * @param {string} root
 */
const listedByWalk = (root) => {
  /** @type {Array<string>} */
  const files = []
  const folders = [""]
  for (let folder = folders.shift(); folder !== undefined && files.length < bounds.names; folder = folders.shift()) {
    const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true }).toSorted((a, b) => ascending(a.name, b.name))
    for (const entry of entries) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(name)
      else if (entry.isFile()) files.push(name)
    }
  }
  return files
}

/**
 * @typedef {object} Source
 * @property {string} file From the project's root, `/` between.
 * @property {string} sha256 Of its bytes, 64 hex digits.
 * @property {string} text
 */

/**
 * @typedef {object} Sources
 * @property {ReadonlyArray<Source>} sources Ascending by name.
 * @property {ReadonlyArray<string>} leftOut Names of files that are too large, no text, or beyond the bounds; ascending.
 * @property {ReadonlyArray<string>} names Every name of the project, ascending.
 */

/** @param {Uint8Array} bytes */
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex")

/**
 * Every name of the project that is not of a tool.
 * @param {string} root
 */
const listNames = (root) =>
  [...new Set((listedByGit(root) ?? listedByWalk(root)).filter((name) => !isSkipped(name)))].toSorted(ascending).slice(0, bounds.names)

/**
 * Reads the files that are wanted. A link is no file of the project, and what is no text is left out.
 * @param {string} root
 * @param {ReadonlyArray<string>} wanted
 * @returns {{ readonly sources: ReadonlyArray<Source>, readonly leftOut: ReadonlyArray<string> }}
 */
const readSources = (root, wanted) => {
  /** @type {Array<Source>} */
  const sources = []
  /** @type {Array<string>} */
  const leftOut = []
  let left = bounds.bytes
  for (const file of wanted) {
    if (look(path.join(root, file))?.isFile() !== true) continue
    const bytes = sources.length < bounds.files && left > 0 ? readBytes(root, file, Math.min(left, bounds.fileBytes)) : undefined
    const text = bytes === undefined ? undefined : decode(bytes)
    if (bytes === undefined || text === undefined || text.includes("\0")) leftOut.push(file)
    else {
      left -= bytes.length
      sources.push({ file, sha256: digest(bytes), text })
    }
  }
  return { sources, leftOut }
}

/**
 * What has changed between two sets of files, by their digests; each list ascending.
 * @param {Readonly<Record<string, string>>} before
 * @param {Readonly<Record<string, string>>} now
 */
const compare = (before, now) => ({
  added: Object.keys(now).filter((file) => !Object.hasOwn(before, file)).toSorted(ascending),
  removed: Object.keys(before).filter((file) => !Object.hasOwn(now, file)).toSorted(ascending),
  changed: Object.keys(now).filter((file) => Object.hasOwn(before, file) && before[file] !== now[file]).toSorted(ascending)
})

/** @param {ReadonlyArray<Source>} sources @returns {Record<string, string>} */
const digestsOf = (sources) => Object.fromEntries(sources.map(({ file, sha256 }) => [file, sha256]))

module.exports = { ascending, bounds, compare, digestsOf, listNames, readSources }
