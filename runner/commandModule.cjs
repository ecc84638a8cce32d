// @ts-check
/**
 * Runs one command module of a capability: the program of the child that `gsd x` starts. What to do stands as JSON on
 * the standard input (`RunnerRequest` of src/domain/command/answer.ts), so that it is in no list of processes.
 */
"use strict"

const { readFileSync } = require("node:fs")

/** @typedef {import("../src/domain/command/answer.ts").RunnerRequest} RunnerRequest */
/** @typedef {import("../src/domain/command/contract.ts").CommandContext} CommandContext */

const failed = 1
const greatestCode = 255

/** @type {RunnerRequest} */
const request = JSON.parse(readFileSync(0, "utf8"))
const exit = process.exit.bind(process)

let isOver = false

/** @typedef {"stdout" | "stderr"} Output */

/** Made when it is needed: Node's streams make pipes such that `writeSync` fails where a reader is slow. @type {Map<Output, NodeJS.WriteStream>} */
const streams = new Map()

/** @param {Output} output */
const stream = (output) => {
  const made = streams.get(output) ?? process[output]
  // A module may close its outputs, which is no reason to fail.
  if (!streams.has(output)) made.on("error", () => {})
  streams.set(output, made)
  return made
}

/**
 * Writes and waits until it is written; an output that is closed swallows it.
 * @param {Output} output
 * @param {string} text
 */
const put = (output, text) =>
  new Promise((resolve) => {
    if (text === "" && !streams.has(output)) resolve(undefined)
    else stream(output).write(text, () => resolve(undefined))
  })

/**
 * Ends the process once everything is written, whatever the module left running.
 * @param {number} code
 */
const end = async (code) => {
  await Promise.all([put("stdout", ""), put("stderr", "")])
  exit(code)
}

/** @param {unknown} error */
const messageOf = (error) => {
  try {
    const message = typeof error === "object" && error !== null && "message" in error ? error.message : error
    // What Node adds to a file that is missing are paths of ours.
    return String(message === "" ? error : message).replace(/\nRequire stack:[\s\S]*$/u, "")
  } catch {
    return "it failed, and cannot say why"
  }
}

/** @param {unknown} error */
const fail = async (error) => {
  if (isOver) return
  isOver = true
  await put("stderr", `${messageOf(error).trimEnd()}\n`)
  await end(failed)
}

/** @param {string} text */
const line = (text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)

/** @param {unknown} value */
const codeOf = (value) => {
  if (value === undefined) return 0
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > greatestCode)
    throw new Error(`The module answered with an exit code that is none from 0 to ${greatestCode}`)
  return value
}

/** @param {unknown} json */
const jsonOf = (json) => {
  const text = json === undefined ? undefined : JSON.stringify(json, undefined, request.context.json ? 0 : 2)
  if (json !== undefined && text === undefined) throw new Error("The module's answer is no JSON value")
  const bytes = Buffer.byteLength(text ?? "")
  if (bytes > request.resultBytes)
    throw new Error(`The module's answer has ${bytes} bytes of JSON, ${request.resultBytes} are the most`)
  return text
}

/**
 * What is still to be written, and the exit code.
 * @param {unknown} answer
 */
const readAnswer = (answer) => {
  if (answer === undefined || answer === null || typeof answer === "number")
    return { code: codeOf(answer ?? undefined), output: "" }
  if (typeof answer !== "object" || Array.isArray(answer))
    throw new Error(`The module answered with a ${Array.isArray(answer) ? "list" : typeof answer}`)
  const { exitCode, json, text } = /** @type {Record<string, unknown>} */ (answer)
  if (text !== undefined && typeof text !== "string") throw new Error("The module's `text` is no string")
  const code = codeOf(exitCode)
  const encoded = jsonOf(json)
  if (encoded === undefined) return { code, output: line(text ?? "") }
  if (!request.context.json) return { code, output: line(text ?? encoded) }
  return { code, output: `\0gsd-result ${request.mark} ${Buffer.byteLength(encoded)}\n${encoded}` }
}

/** @returns {(args: ReadonlyArray<string>, context: CommandContext) => unknown} */
const load = () => {
  const exported = require(request.module)
  const router =
    exported !== null &&
    ["object", "function"].includes(typeof exported) &&
    Object.hasOwn(exported, request.router)
      ? exported[request.router]
      : undefined
  if (typeof router !== "function") throw new Error(`The module exports no function \`${request.router}\``)
  return router
}

const run = async () => {
  const router = load()
  const answer = await router([...request.args], {
    ...request.context,
    get stdout() {
      return stream("stdout")
    },
    get stderr() {
      return stream("stderr")
    }
  })
  if (isOver) return
  const { code, output } = readAnswer(answer)
  isOver = true
  await put("stdout", output)
  await end(code)
}

process.on("uncaughtException", fail)
process.on("beforeExit", () => void fail(new Error("The module ended without an answer")))
process.argv = [process.execPath, request.module, ...request.args]

void run().catch(fail)
