// @ts-check
/** From what a source imports to the file of the project that it means, or the module of others. */
"use strict"

const path = require("node:path").posix

/** Names of the files of a project. @typedef {ReadonlySet<string>} Project */

/** @typedef {{ readonly file: string } | { readonly module: string } | undefined} Target */

/** @param {Project} files @param {ReadonlyArray<string>} candidates */
const first = (files, candidates) => candidates.find((one) => files.has(one))

const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx"]

/** @param {string} base */
const scriptCandidates = (base) => {
  const bare = base.replace(/\.[cm]?jsx?$/u, "")
  return [base, ...endings.map((one) => base + one), ...endings.map((one) => bare + one), ...endings.map((one) => `${base}/index${one}`)]
}

/** Name of a package, without what lies in it. @param {string} from */
const packageOf = (from) => from.split("/").slice(0, from.startsWith("@") ? 2 : 1).join("/")

/** @param {string} from @param {string} file @param {Project} project @returns {Target} */
const script = (from, file, project) => {
  if (!from.startsWith(".")) return { module: packageOf(from) }
  const found = first(project, scriptCandidates(path.join(path.dirname(file), from)))
  return found === undefined ? undefined : { file: found }
}

/** @param {string} base */
const pythonCandidates = (base) => [`${base}.py`, `${base}.pyi`, `${base}/__init__.py`]

/** @param {string} from @param {string} file @param {Project} project @returns {Target} */
const python = (from, file, project) => {
  const [, dots = "", name = ""] = /^(\.*)(.*)$/u.exec(from) ?? []
  const below = name.replaceAll(".", "/")
  if (dots !== "") {
    const base = path.join(path.dirname(file), "../".repeat(dots.length - 1), below)
    const found = first(project, pythonCandidates(base.replace(/\/$/u, "")))
    return found === undefined || found === file ? undefined : { file: found }
  }
  const found = first(project, ["", "src/", "lib/"].flatMap((root) => pythonCandidates(root + below)))
  return found === undefined ? { module: name.split(".")[0] ?? name } : { file: found }
}

/** A package of Go is a folder, so it stays a module, by its path. @param {string} from @returns {Target} */
const go = (from) => ({ module: from })

/** @param {string} file */
const rustFolder = (file) => (/(?:^|\/)(?:mod|lib|main)\.rs$/u.test(file) ? path.dirname(file) : file.replace(/\.rs$/u, ""))

/** @param {string} base @param {ReadonlyArray<string>} names */
const rustCandidates = (base, names) =>
  names.flatMap((_, index) => {
    const below = path.join(base, ...names.slice(0, names.length - index))
    return [`${below}.rs`, `${below}/mod.rs`]
  })

/** @param {string} from @param {string} file @param {Project} project @returns {Target} */
const rust = (from, file, project) => {
  const names = from.split("::").filter((one) => one !== "")
  const [head = "", ...rest] = names
  const root = /^(.*?\bsrc)\//u.exec(file)?.[1] ?? path.dirname(file)
  const inside =
    head === "crate" ? rustCandidates(root, rest)
    : head === "super" ? rustCandidates(path.dirname(rustFolder(file)), rest)
    : rustCandidates(rustFolder(file), head === "self" ? rest : names)
  const found = first(project, inside)
  if (found !== undefined) return found === file ? undefined : { file: found }
  return ["crate", "super", "self", ""].includes(head) ? undefined : { module: head }
}

/** @type {ReadonlyMap<string, (from: string, file: string, project: Project) => Target>} */
const resolvers = new Map(Object.entries({ "TypeScript and JavaScript": script, Python: python, Go: go, Rust: rust }))

/**
 * What an import means; undefined when it is of the project and nothing is there, or it is the file itself.
 * @param {{ readonly from: string, readonly file: string, readonly language: string }} imported
 * @param {Project} project
 * @returns {Target}
 */
const resolveImport = ({ file, from, language }, project) => resolvers.get(language)?.(from, file, project)

module.exports = { resolveImport }
