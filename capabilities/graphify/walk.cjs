// @ts-check
/** Looks around in a graph: by words, by steps, and against another graph. */
"use strict"

const { ascending } = require("./sources.cjs")

/** @typedef {import("./graph.cjs").Graph} Graph */
/** @typedef {import("./graph.cjs").Node} Node */
/** @typedef {import("./graph.cjs").Edge} Edge */

/**
 * One step along an edge, either way.
 * @typedef {object} Step
 * @property {string} to
 * @property {string} kind
 * @property {boolean} isForward Whether the edge leads there.
 */

/** @param {Graph} graph @returns {ReadonlyMap<string, ReadonlyArray<Step>>} */
const stepsOf = ({ edges }) => {
  /** @type {Map<string, Array<Step>>} */
  const steps = new Map()
  /** @param {string} from @param {Step} step */
  const add = (from, step) => void (steps.get(from)?.push(step) ?? steps.set(from, [step]))
  for (const { from, kind, to } of edges) {
    add(from, { to, kind, isForward: true })
    add(to, { to: from, kind, isForward: false })
  }
  return steps
}

/** How well a label or an id fits a word: 0 is best, undefined not at all. @param {Node} node @param {string} word */
const rank = ({ id, label }, word) => {
  const [name, whole] = [label.toLowerCase(), id.toLowerCase()]
  if (name === word || whole === word || whole.endsWith(`:${word}`)) return 0
  if (name.startsWith(word) || name.endsWith(`/${word}`)) return 1
  return name.includes(word) ? 2 : whole.includes(word) ? 3 : undefined
}

/**
 * Nodes that a word means, the best first.
 * @param {Graph} graph
 * @param {string} term
 * @returns {ReadonlyArray<Node>}
 */
const find = ({ nodes }, term) => {
  const word = term.toLowerCase()
  return nodes
    .flatMap((node) => {
      const found = rank(node, word)
      return found === undefined ? [] : [{ node, found }]
    })
    .toSorted((a, b) => a.found - b.found || ascending(a.node.id, b.node.id))
    .map(({ node }) => node)
}

/**
 * @typedef {object} Reached
 * @property {string} id
 * @property {ReadonlyArray<Step>} path Steps from the start; the last leads here.
 */

/**
 * What is reached from a node within so many steps, the nearest first; every node once, by a shortest way.
 * @param {ReadonlyMap<string, ReadonlyArray<Step>>} steps
 * @param {string} start
 * @param {{ readonly depth: number, readonly most: number }} limits
 * @returns {ReadonlyArray<Reached>}
 */
const around = (steps, start, { depth, most }) => {
  const seen = new Set([start])
  /** @type {Array<Reached>} */
  const reached = []
  /** @type {ReadonlyArray<Reached>} */
  let edge = [{ id: start, path: [] }]
  for (let step = 0; step < depth && edge.length > 0; step += 1) {
    /** @type {Array<Reached>} */
    const next = []
    for (const { id, path } of edge)
      for (const one of steps.get(id) ?? []) {
        if (seen.has(one.to) || reached.length >= most) continue
        seen.add(one.to)
        const found = { id: one.to, path: [...path, one] }
        // That two files import the same package connects them no more than that both are files.
        if (!one.to.startsWith("module:")) next.push(found)
        reached.push(found)
      }
    edge = next
  }
  return reached
}

/** @param {Edge} edge */
const edgeName = ({ from, kind, to }) => `${from} ${kind} ${to}`

/** @param {ReadonlyArray<string>} before @param {ReadonlyArray<string>} now */
const lists = (before, now) => {
  const [old, fresh] = [new Set(before), new Set(now)]
  return { added: now.filter((one) => !old.has(one)), removed: before.filter((one) => !fresh.has(one)) }
}

/** What one graph has and the other has not. @param {Graph} before @param {Graph} now */
const difference = (before, now) => ({
  nodes: lists(before.nodes.map(({ id }) => id), now.nodes.map(({ id }) => id)),
  edges: lists(before.edges.map(edgeName), now.edges.map(edgeName))
})

module.exports = { around, difference, find, stepsOf }
