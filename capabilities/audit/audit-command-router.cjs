// @ts-check
/** `gsd x audit-open` and `gsd x audit-uat`: what is still open in `.planning`. */
"use strict"

const { frontList, frontValue, headingOf, itemOf, isOpen, openItems, readDocument } = require("./markdown.cjs")
const { clean, names, readOptions, readText } = require("./project.cjs")
const { readTests } = require("./uat.cjs")

/** @typedef {import("gsd-engine").CommandContext} CommandContext */
/** @typedef {import("gsd-engine").CommandRouter} CommandRouter */

/** @typedef {"todo" | "uat" | "verification" | "deferred" | "question" | "debug"} Kind */

/**
 * @typedef {object} OpenItem
 * @property {Kind} kind
 * @property {string | null} phase Name of the phase's folder.
 * @property {string} file From the project's root.
 * @property {number} line From 1.
 * @property {string} text
 */

/**
 * @typedef {object} Place
 * @property {string | null} phase
 * @property {string} file
 * @property {string} text
 */

/** @type {ReadonlyArray<Kind>} */
const kinds = ["todo", "uat", "verification", "deferred", "question", "debug"]

/** @type {Readonly<Record<Kind, string>>} */
const titles = {
  todo: "Todos",
  uat: "Tests by people",
  verification: "Gaps of verification",
  deferred: "Deferred",
  question: "Open questions",
  debug: "Debug sessions"
}

const planning = ".planning"

/**
 * Texts of a folder whose names match.
 * @param {string} root
 * @param {string} folder
 * @param {RegExp} name
 * @param {string | null} phase
 * @returns {ReadonlyArray<Place>}
 */
const textsIn = (root, folder, name, phase = null) =>
  names(root, folder).flatMap((one) => {
    const file = `${folder}/${one}`
    const text = name.test(one) ? readText(root, file) : undefined
    return text === undefined ? [] : [{ phase, file, text }]
  })

/** @param {string} name */
const artefact = (name) => new RegExp(`^(?:.*[-_])?${name}\\.md$`, "iu")

/**
 * Names of phases' folders, by number; only the phase that was named where one was.
 * @param {CommandContext} context
 */
const phasesOf = ({ phase, projectRoot }) =>
  names(projectRoot, `${planning}/phases`)
    .filter((name) => phase === undefined || name === phase.name)
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))

/**
 * Artefacts of phases, and of the project where no phase is named.
 * @param {CommandContext} context
 * @param {RegExp} name
 */
const artefactsOf = (context, name) => [
  ...(context.phase === undefined ? textsIn(context.projectRoot, planning, name) : []),
  ...phasesOf(context).flatMap((phase) => textsIn(context.projectRoot, `${planning}/phases/${phase}`, name, phase))
]

/**
 * @param {Kind} kind
 * @param {Place} place
 * @param {{ readonly line: number, readonly text: string }} found
 * @returns {OpenItem}
 */
const itemAt = (kind, { phase, file }, { line, text }) => ({ kind, phase, file, line, text: clean(text) })

/**
 * What a document is called: its title, its first heading, else its name.
 * @param {Place} place
 */
const titleOf = ({ file, text }) => {
  const document = readDocument(text)
  const heading = document.body.map((line) => headingOf(line.text)?.title).find((title) => title !== undefined)
  return frontValue(document, "title") || heading || file.slice(file.lastIndexOf("/") + 1)
}

/** @param {CommandContext} context */
const todos = ({ phase, projectRoot }) => {
  if (phase !== undefined) return []
  const files = textsIn(projectRoot, `${planning}/todos/pending`, /\.md$/iu)
  const lists = textsIn(projectRoot, planning, /^TODOS?\.md$/iu)
  return [
    ...files.map((place) => itemAt("todo", place, { line: 1, text: titleOf(place) })),
    ...lists.flatMap((place) =>
      readDocument(place.text).body.flatMap((line) => {
        const item = itemOf(line)
        return item?.isBoxed === true && isOpen(item) ? [itemAt("todo", place, item)] : []
      })
    )
  ]
}

/** @param {CommandContext} context */
const uat = (context) =>
  artefactsOf(context, artefact("UAT")).flatMap((place) =>
    readTests(place.text)
      .filter(({ state }) => state === "failed" || state === "blocked" || state === "pending")
      .map(({ line, name, state }) => itemAt("uat", place, { line, text: `${state}: ${name}` }))
  )

const openStates = /^(?:gaps_?found|gaps|failed|partial|human_?needed|pending|in_?progress)$/iu

/** @param {CommandContext} context */
const verification = (context) =>
  artefactsOf(context, artefact("VERIFICATION")).flatMap((place) => {
    const document = readDocument(place.text)
    const state = frontValue(document, "status")
    const gaps = [...frontList(document, "gaps"), ...openItems(document, /^(?:open\s+)?gaps\b/iu)]
    if (gaps.length > 0) return gaps.map((gap) => itemAt("verification", place, gap))
    return openStates.test(state) ? [itemAt("verification", place, { line: 1, text: `its status is ${state}` })] : []
  })

/** @param {CommandContext} context */
const deferred = (context) => [
  ...artefactsOf(context, artefact("deferred(?:-items)?")).flatMap((place) =>
    readDocument(place.text).body.flatMap((line) => {
      const item = itemOf(line)
      return item !== undefined && isOpen(item) ? [itemAt("deferred", place, item)] : []
    })
  ),
  ...artefactsOf(context, /^(?:.*[-_])?(?:CONTEXT|SUMMARY)\.md$/iu).flatMap((place) =>
    openItems(readDocument(place.text), /^deferred\b/iu).map((item) => itemAt("deferred", place, item))
  )
]

/** @param {CommandContext} context */
const questions = (context) =>
  artefactsOf(context, artefact("CONTEXT")).flatMap((place) =>
    openItems(readDocument(place.text), /^(?:open|unanswered|unresolved)\s+questions?\b/iu).map((item) =>
      itemAt("question", place, item)
    )
  )

/** @param {CommandContext} context */
const debug = ({ phase, projectRoot }) =>
  phase === undefined
    ? textsIn(projectRoot, `${planning}/debug`, /\.md$/iu).flatMap((place) => {
        const state = frontValue(readDocument(place.text), "status")
        const isOver = /^(?:resolved|closed|done|fixed|complete|completed)$/iu.test(state)
        return isOver ? [] : [itemAt("debug", place, { line: 1, text: `${titleOf(place)} (${state || "no status"})` })]
      })
    : []

/**
 * @param {string | undefined} given
 * @returns {ReadonlyArray<Kind>}
 */
const wantedKinds = (given) => {
  if (given === undefined) return kinds
  const words = given.split(",")
  const stray = words.find((word) => !kinds.some((kind) => kind === word))
  if (stray !== undefined) throw new Error(`\`${clean(stray)}\` is no kind; there are ${kinds.join(", ")}`)
  return kinds.filter((kind) => words.includes(kind))
}

/** @param {ReadonlyArray<string>} words */
const noWords = ([stray]) => {
  if (stray !== undefined) throw new Error(`Nothing takes \`${clean(stray)}\``)
}

/**
 * @param {ReadonlyArray<OpenItem>} items
 * @param {Kind} kind
 */
const group = (items, kind) => {
  const own = items.filter((item) => item.kind === kind)
  return own.length === 0 ? [] : ["", `${titles[kind]} (${own.length})`, ...own.map(({ file, line, text }) => `  ${clean(file)}:${line}  ${text}`)]
}

/**
 * @param {number} count
 * @param {string} noun
 */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`

const openHelp = `Lists what is still open in .planning.

gsd x [--phase N] audit-open [--kind KIND,…] [--strict] [--json]

  --kind    of ${kinds.join(", ")}
  --strict  exit 1 when anything is open
  --json    print JSON`

const uatHelp = `Lists the tests that people have still to run, from the UAT.md files of all phases.

gsd x [--phase N] audit-uat [--strict] [--json]

  --strict  exit 1 when a test has failed, is blocked or was not run
  --json    print JSON`

/** @type {CommandRouter} */
const routeAuditOpen = (args, context) => {
  if (args.includes("--help")) return { text: openHelp }
  const { switches, values, words } = readOptions(args, { values: ["--kind"], switches: ["--json", "--strict"] })
  noWords(words)
  const wanted = wantedKinds(values.get("--kind"))
  const found = { todo: todos, uat, verification, deferred, question: questions, debug }
  const items = wanted.flatMap((kind) => found[kind](context))
  const counts = Object.fromEntries(wanted.map((kind) => [kind, items.filter((item) => item.kind === kind).length]))
  const json = { open: items.length, counts, items }
  const text = items.length === 0 ? "Nothing is open" : [counted(items.length, "open item"), ...wanted.flatMap((kind) => group(items, kind))].join("\n")
  return {
    exitCode: switches.has("--strict") && items.length > 0 ? 1 : 0,
    json,
    ...(switches.has("--json") ? {} : { text })
  }
}

/** @type {ReadonlyArray<import("./uat.cjs").State>} */
const states = ["failed", "blocked", "pending", "passed", "skipped"]

/** @typedef {import("./uat.cjs").Test & { readonly phase: string | null, readonly file: string }} FoundTest */

/** @param {FoundTest} test */
const testLine = ({ file, line, name, note, number }) =>
  `  ${clean(file)}:${line}  ${number === "" ? "" : `${number}. `}${name}${note === "" ? "" : ` (${note})`}`

/**
 * @param {ReadonlyArray<FoundTest>} tests
 * @param {Readonly<Record<string, number>>} counts
 */
const uatText = (tests, counts) => {
  if (tests.length === 0) return "There are no tests by people"
  const open = states.slice(0, 3).flatMap((state) => {
    const own = tests.filter((test) => test.state === state)
    return own.length === 0 ? [] : ["", `${state} (${own.length})`, ...own.map(testLine)]
  })
  const sum = states.map((state) => `${counts[state]} ${state}`).join(", ")
  return [`${counted(tests.length, "test")}: ${sum}`, ...open].join("\n")
}

/** @type {CommandRouter} */
const routeAuditUat = (args, context) => {
  if (args.includes("--help")) return { text: uatHelp }
  const { switches, words } = readOptions(args, { switches: ["--json", "--strict"] })
  noWords(words)
  const tests = artefactsOf(context, artefact("UAT")).flatMap(({ phase, file, text }) =>
    readTests(text).map((test) => ({ phase, file, ...test, name: clean(test.name), note: clean(test.note) }))
  )
  const counts = Object.fromEntries(states.map((state) => [state, tests.filter((test) => test.state === state).length]))
  const open = tests.filter(({ state }) => state === "failed" || state === "blocked" || state === "pending").length
  return {
    exitCode: switches.has("--strict") && open > 0 ? 1 : 0,
    json: { open, counts, tests },
    ...(switches.has("--json") ? {} : { text: uatText(tests, counts) })
  }
}

module.exports = { routeAuditOpen, routeAuditUat }
