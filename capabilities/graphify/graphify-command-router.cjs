// @ts-check
/** `gsd x graphify`: a graph of the project, built, asked and compared. */
"use strict"

const { buildGraph, digestsNow, textOf } = require("./graph.cjs")
const { clean, readBytes, readOptions, writeText } = require("./project.cjs")
const { ascending, bounds, compare } = require("./sources.cjs")
const { around, difference, find, stepsOf } = require("./walk.cjs")

/** @typedef {import("gsd-engine").CommandContext} CommandContext */
/** @typedef {import("gsd-engine").CommandRouter} CommandRouter */
/** @typedef {import("./graph.cjs").Graph} Graph */
/** @typedef {import("./project.cjs").Options} Options */
/** @typedef {{ readonly json: unknown, readonly text: string }} Said */

const place = ".planning/graph/graph.json"
const placeBefore = ".planning/graph/graph.previous.json"

/** A graph is as long as what it is of, at most a few times. */
const graphBytes = 4 * bounds.bytes

const most = { depth: 6, reached: 5000, listed: 200, matches: 50 }

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value)

/** @param {unknown} list @param {ReadonlyArray<string>} members */
const isListOf = (list, members) =>
  Array.isArray(list) && list.every((one) => isRecord(one) && members.every((member) => typeof one[member] === "string"))

/**
 * @param {unknown} value
 * @returns {value is Graph}
 */
const isGraph = (value) =>
  isRecord(value) &&
  value["version"] === 1 &&
  isRecord(value["files"]) &&
  isListOf(value["nodes"], ["id", "kind", "label"]) &&
  isListOf(value["edges"], ["from", "to", "kind"]) &&
  Array.isArray(value["leftOut"])

/** A graph that was built; undefined when there is none that can be read. @param {string} root @param {string} file */
const readGraph = (root, file) => {
  const bytes = readBytes(root, file, graphBytes)
  if (bytes === undefined) return undefined
  try {
    /** @type {unknown} */
    const read = JSON.parse(bytes.toString("utf8"))
    return isGraph(read) ? read : undefined
  } catch {
    return undefined
  }
}

/** @param {string} root */
const builtGraph = (root) => {
  const graph = readGraph(root, place)
  if (graph === undefined) throw new Error(`There is no graph in ${place}; build it with \`gsd x graphify build\``)
  return graph
}

/** @param {number} count @param {string} noun */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`

/** @param {Graph} graph */
const sizeOf = ({ edges, files, nodes }) => ({ files: Object.keys(files).length, nodes: nodes.length, edges: edges.length })

/** @param {Graph} graph */
const sizeText = (graph) => {
  const { edges, files, nodes } = sizeOf(graph)
  return `${counted(nodes, "node")} and ${counted(edges, "edge")} of ${counted(files, "file")}`
}

/** @param {ReadonlyArray<string>} words */
const noMore = ([stray]) => {
  if (stray !== undefined) throw new Error(`Nothing takes \`${clean(stray)}\``)
}

/** @param {Options} options @param {CommandContext} context @returns {Said} */
const build = ({ words }, { projectRoot }) => {
  noMore(words)
  const graph = buildGraph(projectRoot)
  const text = textOf(graph)
  const old = readBytes(projectRoot, place, graphBytes)?.toString("utf8")
  const isChanged = old !== text
  if (old !== undefined && isChanged) writeText(projectRoot, placeBefore, old)
  if (isChanged) writeText(projectRoot, place, text)
  const left = graph.leftOut.length === 0 ? "" : `; ${counted(graph.leftOut.length, "file")} left out`
  return {
    json: { path: place, changed: isChanged, ...sizeOf(graph), leftOut: graph.leftOut },
    text: `${place}: ${sizeText(graph)}${left}${isChanged ? "" : "; as before"}`
  }
}

/** @param {Options} options @param {CommandContext} context @returns {Said} */
const status = ({ words }, { projectRoot }) => {
  noMore(words)
  const graph = readGraph(projectRoot, place)
  if (graph === undefined) return { json: { path: place, state: "missing" }, text: `${place} is not there; build it with \`gsd x graphify build\`` }
  const changes = compare(graph.files, digestsNow(projectRoot))
  const count = changes.added.length + changes.removed.length + changes.changed.length
  /** @param {string} word @param {ReadonlyArray<string>} files */
  const lines = (word, files) => files.map((file) => `  ${word} ${clean(file)}`)
  return {
    json: { path: place, state: count === 0 ? "fresh" : "stale", ...sizeOf(graph), ...changes },
    text: [
      `${place}: ${sizeText(graph)}; ${count === 0 ? "up to date" : `out of date: ${counted(count, "file")}`}`,
      ...lines("added  ", changes.added),
      ...lines("changed", changes.changed),
      ...lines("removed", changes.removed)
    ].join("\n")
  }
}

/** @param {ReadonlyArray<string>} rows @param {string} mark */
const marked = (rows, mark) => [
  ...rows.slice(0, most.listed).map((row) => `  ${mark} ${clean(row)}`),
  ...(rows.length > most.listed ? [`  ${mark} … ${rows.length - most.listed} more`] : [])
]

/** @param {Options} options @param {CommandContext} context @returns {Said} */
const diff = ({ switches, words }, { projectRoot }) => {
  noMore(words)
  const last = builtGraph(projectRoot)
  const isNow = switches.has("--now")
  const before = isNow ? last : readGraph(projectRoot, placeBefore)
  if (before === undefined) return { json: { state: "first" }, text: "There is one build only, and nothing to compare it with" }
  const found = difference(before, isNow ? buildGraph(projectRoot) : last)
  const { edges, nodes } = found
  const count = nodes.added.length + nodes.removed.length + edges.added.length + edges.removed.length
  if (count === 0) return { json: { state: "same", ...found }, text: "Nothing differs" }
  return {
    json: { state: "differs", ...found },
    text: [
      `Nodes: ${nodes.added.length} added, ${nodes.removed.length} removed`,
      ...marked(nodes.added, "+"),
      ...marked(nodes.removed, "-"),
      `Edges: ${edges.added.length} added, ${edges.removed.length} removed`,
      ...marked(edges.added, "+"),
      ...marked(edges.removed, "-")
    ].join("\n")
  }
}

/** @param {string | undefined} given @param {number} usual @param {number} greatest */
const wholeNumber = (given, usual, greatest) => {
  if (given === undefined) return usual
  const number = /^\d{1,6}$/u.test(given) ? Number(given) : 0
  if (number < 1 || number > greatest) throw new Error(`\`${clean(given)}\` is no whole number from 1 to ${greatest}`)
  return number
}

/** @param {import("./walk.cjs").Step} step */
const stepText = ({ isForward, kind, to }) => (isForward ? `-${kind}-> ${clean(to)}` : `<-${kind}- ${clean(to)}`)

/** @param {import("./graph.cjs").Node} node */
const nodeText = ({ file, id, line }) => {
  const where = file === undefined || id === `file:${file}` ? "" : ` (${clean(file)}${line === undefined ? "" : `:${line}`})`
  return `${clean(id)}${where}`
}

/**
 * Matches of a word, each with what is around it, or with the shortest way to the best match of another word.
 * @param {Options} options
 * @param {CommandContext} context
 * @returns {Said}
 */
const query = ({ values, words }, { projectRoot }) => {
  const [term = "", ...rest] = words
  noMore(rest)
  if (term === "") throw new Error("`graphify query` needs a word to look for")
  const graph = builtGraph(projectRoot)
  const to = values.get("--to")
  const depth = wholeNumber(values.get("--depth"), to === undefined ? 1 : most.depth, most.depth)
  const limit = wholeNumber(values.get("--limit"), 5, most.matches)
  const steps = stepsOf(graph)
  const target = to === undefined ? undefined : find(graph, to)[0]?.id
  const all = find(graph, term)
  const matches = all.slice(0, limit).map((node) => {
    const reached = around(steps, node.id, { depth, most: to === undefined ? most.reached : Infinity })
    return { node, around: to === undefined ? reached : reached.filter(({ id }) => id === target) }
  })
  const lines = matches.flatMap(({ around, node }) => [
    nodeText(node),
    ...around.slice(0, most.listed).map(({ path }) => `  ${path.map(stepText).join(" ")}`),
    ...(around.length > most.listed ? [`  … ${around.length - most.listed} more`] : [])
  ])
  const left = all.length > matches.length ? [`${all.length - matches.length} more match; see them with --limit`] : []
  return {
    json: { term, depth, ...(to === undefined ? {} : { to: target ?? null }), found: all.length, matches },
    text: all.length === 0 ? `Nothing in the graph is called \`${clean(term)}\`` : [...lines, ...left].join("\n")
  }
}

const help = `A graph of the project: files, exports, imports, documents, requirements, phases, plans.

gsd x graphify build                   write ${place}
gsd x graphify query TERM [--depth N]  what a name means, and what is around it
gsd x graphify query TERM --to OTHER   the shortest way from one to the other
gsd x graphify status                  tell whether it is up to date
gsd x graphify diff [--now]            what the last build changed, or what a build would change now

--limit N shows more matches, --json prints JSON.`

/** @type {ReadonlyMap<string, (options: Options, context: CommandContext) => Said>} */
const commands = new Map(Object.entries({ build, diff, query, status }))

/** @type {CommandRouter} */
const routeGraphifyCommand = (args, context) => {
  if (args.length === 0 || args.includes("--help")) return { text: help }
  const { switches, values, words } = readOptions(args, { values: ["--depth", "--limit", "--to"], switches: ["--json", "--now"] })
  const [word = "", ...rest] = words
  const command = commands.get(word)
  if (command === undefined) throw new Error(`There is no \`graphify ${clean(word)}\`; there are ${[...commands.keys()].toSorted(ascending).join(", ")}`)
  const { json, text } = command({ switches, values, words: rest }, context)
  return { json, ...(switches.has("--json") ? {} : { text }) }
}

module.exports = { routeGraphifyCommand }
