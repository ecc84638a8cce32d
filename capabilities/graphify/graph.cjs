// @ts-check
/** A project as a graph: files, what they export and import, documents, requirements, phases and plans. */
"use strict"

const { filesOfPlan, readDocument, readRequirements, requirementId } = require("./documents.cjs")
const { resolveImport } = require("./imports.cjs")
const { languageOf } = require("./languages.cjs")
const { names, readText } = require("./project.cjs")
const { scan } = require("./scan.cjs")
const { ascending, digestsOf, listNames, readSources } = require("./sources.cjs")

/** @typedef {"file" | "module" | "symbol" | "heading" | "requirement" | "phase" | "plan"} NodeKind */
/** @typedef {"imports" | "defines" | "mentions" | "contains" | "changes"} EdgeKind */
/** @typedef {import("./sources.cjs").Source} Source */

/**
 * @typedef {object} Node
 * @property {string} id `<kind>:<name>`, such as `symbol:src/ledger.ts#Ledger`.
 * @property {NodeKind} kind
 * @property {string} label
 * @property {string} [file]
 * @property {number} [line]
 */

/**
 * @typedef {object} Edge
 * @property {string} from
 * @property {string} to
 * @property {EdgeKind} kind
 */

/**
 * @typedef {object} Graph
 * @property {1} version
 * @property {Readonly<Record<string, string>>} files Digest of every file that went in.
 * @property {ReadonlyArray<Node>} nodes Ascending by id.
 * @property {ReadonlyArray<Edge>} edges Ascending by start, kind, end.
 * @property {ReadonlyArray<string>} leftOut
 */

const phasesFolder = ".planning/phases"
const projectDocuments = ["PROJECT", "REQUIREMENTS", "ROADMAP", "CONTEXT", "STATE"].map((name) => `.planning/${name}.md`)
const requirementsFile = ".planning/REQUIREMENTS.md"

/** @param {string} file */
const isDocument = (file) => /\.mdx?$/iu.test(file)

class Builder {
  /** @type {Map<string, Node>} */
  nodes = new Map()
  /** @type {Map<string, Edge>} */
  edges = new Map()

  /** @param {Node} node */
  add(node) {
    if (!this.nodes.has(node.id)) this.nodes.set(node.id, node)
    return node.id
  }

  /** @param {string} from @param {EdgeKind} kind @param {string} to */
  join(from, kind, to) {
    if (from !== to) this.edges.set(`${from}\0${kind}\0${to}`, { from, to, kind })
  }
}

/** @param {Builder} graph @param {string} file */
const addFile = (graph, file) => graph.add({ id: `file:${file}`, kind: "file", label: file, file })

/**
 * What of the planning folder goes in: its documents, and those of its phases.
 * @param {string} root
 */
const planningNames = (root) => {
  const phases = names(root, phasesFolder)
  return [
    ...projectDocuments,
    ...phases.flatMap((phase) => names(root, `${phasesFolder}/${phase}`).map((name) => `${phasesFolder}/${phase}/${name}`)).filter(isDocument)
  ].toSorted(ascending)
}

/**
 * @param {Builder} graph
 * @param {Source} source
 * @param {ReadonlySet<string>} files
 */
const addSource = (graph, { file, text }, files) => {
  const language = languageOf(file)
  if (language === undefined) return
  const from = addFile(graph, file)
  const { exports, imports } = scan(text, language)
  for (const { line, name } of exports) {
    const id = graph.add({ id: `symbol:${file}#${name}`, kind: "symbol", label: name, file, line })
    graph.join(from, "defines", id)
  }
  for (const one of imports) {
    const target = resolveImport({ file, from: one, language: language.name }, files)
    if (target === undefined) continue
    const to = "file" in target ? addFile(graph, target.file) : graph.add({ id: `module:${target.module}`, kind: "module", label: target.module })
    graph.join(from, "imports", to)
  }
}

/**
 * @typedef {object} Known
 * @property {ReadonlySet<string>} files
 * @property {ReadonlyMap<string, { readonly line: number, readonly text: string }>} requirements
 */

/**
 * @param {Builder} graph
 * @param {Source} source
 * @param {Known} known
 */
const addDocument = (graph, { file, text }, { files, requirements }) => {
  const document = addFile(graph, file)
  const read = readDocument(text)
  for (const { line, slug, title } of read.headings) {
    const id = graph.add({ id: `heading:${file}#${slug}`, kind: "heading", label: title, file, line })
    graph.join(document, "defines", id)
  }
  /** @param {string} slug */
  const place = (slug) => (slug === "" ? document : `heading:${file}#${slug}`)
  for (const { slug, word } of read.paths) if (files.has(word)) graph.join(place(slug), "mentions", addFile(graph, word))
  if (file === requirementsFile) return
  for (const { slug, word } of read.ids) if (requirements.has(word)) graph.join(place(slug), "mentions", `requirement:${word}`)
}

/** @param {Builder} graph @param {Source} source @param {Known} known */
const addMentions = (graph, { file, text }, { requirements }) => {
  for (const [id] of text.matchAll(requirementId)) if (requirements.has(id)) graph.join(`file:${file}`, "mentions", `requirement:${id}`)
}

/** @param {Builder} graph @param {Source} source @param {Known} known */
const addPlan = (graph, { file, text }, { files, requirements }) => {
  const [, folder, name] = /^\.planning\/phases\/([^/]+)\/([^/]+)$/u.exec(file) ?? []
  if (folder === undefined || name === undefined) return
  const phase = graph.add({ id: `phase:${folder}`, kind: "phase", label: folder, file: `${phasesFolder}/${folder}` })
  if (!/^(?:.*[-_])?PLAN\.md$/iu.test(name)) return graph.join(phase, "contains", `file:${file}`)
  const plan = graph.add({ id: `plan:${folder}/${name}`, kind: "plan", label: name.replace(/\.md$/iu, ""), file })
  graph.join(phase, "contains", plan)
  graph.join(plan, "contains", `file:${file}`)
  for (const one of filesOfPlan(text)) if (files.has(one)) graph.join(plan, "changes", addFile(graph, one))
  for (const [id] of text.matchAll(requirementId)) if (requirements.has(id)) graph.join(plan, "mentions", `requirement:${id}`)
}

/** Path by which others import the folder of a file. @param {string} module @param {string} file */
const packageOfGo = (module, file) => (file.includes("/") ? `${module}/${file.slice(0, file.lastIndexOf("/"))}` : module)

/** @param {Edge} a @param {Edge} b */
const edgeOrder = (a, b) => ascending(a.from, b.from) || ascending(a.kind, b.kind) || ascending(a.to, b.to)

/** Texts that the graph is made of, and every name of the project. @param {string} root */
const readProject = (root) => {
  const listed = listNames(root)
  const wanted = listed.filter((file) => languageOf(file) !== undefined || isDocument(file))
  const { leftOut, sources } = readSources(root, [...planningNames(root), ...wanted])
  return { leftOut, sources, files: new Set([...listed, ...planningNames(root)]) }
}

/**
 * @param {string} root
 * @returns {Graph}
 */
const buildGraph = (root) => {
  const { files, leftOut, sources } = readProject(root)
  const graph = new Builder()
  const known = { files, requirements: readRequirements(readText(root, requirementsFile) ?? "") }
  const goModule = /^module\s+(\S+)/mu.exec(readText(root, "go.mod") ?? "")?.[1] ?? ""
  for (const [id, { line, text }] of known.requirements) {
    graph.add({ id: `requirement:${id}`, kind: "requirement", label: text === "" ? id : `${id}: ${text}`, file: requirementsFile, line })
    graph.join(`file:${requirementsFile}`, "defines", `requirement:${id}`)
  }
  for (const source of sources) {
    addSource(graph, source, files)
    if (isDocument(source.file)) addDocument(graph, source, known)
    else addMentions(graph, source, known)
    addPlan(graph, source, known)
    if (goModule !== "" && source.file.endsWith(".go")) graph.join(`module:${packageOfGo(goModule, source.file)}`, "contains", `file:${source.file}`)
  }
  return {
    version: 1,
    files: digestsOf(sources.toSorted((a, b) => ascending(a.file, b.file))),
    nodes: [...graph.nodes.values()].toSorted((a, b) => ascending(a.id, b.id)),
    edges: [...graph.edges.values()].filter(({ from, to }) => graph.nodes.has(from) && graph.nodes.has(to)).toSorted(edgeOrder),
    leftOut
  }
}

/** Digests of what would go in now. @param {string} root */
const digestsNow = (root) => digestsOf(readProject(root).sources)

/**
 * The same graph is the same text.
 * @param {Graph} graph
 */
const textOf = ({ edges, files, leftOut, nodes, version }) => {
  /** @param {string} start @param {ReadonlyArray<string>} rows @param {string} end */
  const block = (start, rows, end) => (rows.length === 0 ? start + end : `${start}\n${rows.join(",\n")}\n${end}`)
  /** @param {ReadonlyArray<unknown>} list */
  const list = (list) => block("[", list.map((one) => JSON.stringify(one)), "]")
  const digests = Object.entries(files).map(([file, digest]) => `${JSON.stringify(file)}:${JSON.stringify(digest)}`)
  const members = [`"version":${version}`, `"files":${block("{", digests, "}")}`, `"nodes":${list(nodes)}`, `"edges":${list(edges)}`, `"leftOut":${list(leftOut)}`]
  return `{${members.join(",\n")}}\n`
}

module.exports = { buildGraph, digestsNow, textOf }
