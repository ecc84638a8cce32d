#!/usr/bin/env node
/**
 * A scripted agent: it follows workflows/*.md for the one phase of a project, and does in plain ways what a model would
 * do by thinking. What capabilities bring to a point it knows from `gsd loop render POINT --json` alone; what a step has
 * to write is copied from the script's folder, by the name that the step's `produces` gives.
 *
 *     node agent.mjs PROJECT [--script DIR] [--only discuss,plan,execute,verify,ship]
 *
 * It prints one JSON document: what became of every hook, and the prompts that roles were given. Exit 7 when a gate holds
 * the loop, 1 when something else went wrong. GSD_PROGRAM is the path of another gsd.mjs than the one built beside it.
 */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    script: { type: "string", default: join(import.meta.dirname, "script") },
    only: { type: "string", default: "discuss,plan,execute,verify,ship" }
  }
})
const project = resolve(positionals[0] ?? ".")
const script = resolve(values.script)
const phase = "1"
const folder = join(project, ".planning/phases/01-greeting")

/** Everything that happened, in order. */
const told = { outcomes: [], prompts: [], tests: [], warnings: [] }

/** Ends the work at a point that a gate holds. */
class Held extends Error {
  constructor(point, blockedBy) {
    super(`The loop is held at ${point}`)
    Object.assign(this, { point, blockedBy })
  }
}

const run = (command, args) => spawnSync(command, args, { cwd: project, encoding: "utf8" })

const program = process.env.GSD_PROGRAM ?? join(import.meta.dirname, "../../dist/gsd.mjs")

/** Runs gsd; its exit code, and the JSON document that it prints. */
const gsd = (...args) => {
  const { status, stdout, stderr } = run(process.execPath, [program, ...args, "--json"])
  if (status !== 0 && status !== 7)
    throw new Error(`gsd ${args.join(" ")}: exit ${status}\n${stdout}${stderr}`)
  return { status, answer: JSON.parse(stdout) }
}

const commit = (message) => {
  for (const args of [
    ["add", "--all"],
    ["commit", "--quiet", "--allow-empty", "--message", message]
  ]) {
    const { status, stderr } = run("git", args)
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
  }
}

const record = (point, hook, outcome) =>
  gsd("loop", "record", point, "--phase", phase, "--hook", hook, "--outcome", outcome)

/** hooks.md, Steps: a skill or an agent leaves what it produces in the phase's folder; a command is gsd's to run. */
const doStep = (point, step) => {
  if ("command" in step.ref) {
    const { answer } = gsd("loop", "dispatch", point, "--phase", phase, "--hook", step.hook)
    return answer.outcomes[0].outcome
  }
  const scripts = step.produces.map((name) => join(script, name))
  if (!scripts.every((file) => existsSync(file))) {
    record(point, step.hook, "failed")
    return "failed"
  }
  for (const name of step.produces) cpSync(join(script, name), join(folder, `01-${name}`))
  record(point, step.hook, "done")
  return "done"
}

/** hooks.md, Contributions: the text goes into the slot of its role, with the values it names. */
const place = (point, { capId, configValues = {}, fragment, hook, into }, slots) => {
  slots[into] ??= []
  slots[into].push({ from: capId, text: fragment, values: configValues })
  record(point, hook, "done")
  return "done"
}

/** hooks.md, Steps: what stands behind a step that ended its point is left, and noted. */
const leave = (point, { hook }) => {
  record(point, hook, "skipped")
  return "skipped"
}

/** hooks.md, Gates: gsd asks them; exit 7 stops everything. */
const askGates = (point) => {
  const { answer, status } = gsd("loop", "dispatch", point, "--phase", phase, "--gates")
  for (const { blocking, hook, kind, message, outcome } of answer.outcomes)
    told.outcomes.push({ point, hook, kind, outcome, blocking, message })
  if (status === 7) throw new Held(point, answer.blockedBy)
}

/** hooks.md, At each point: everything that is in force there, in the order in which it is answered. */
const pass = (point, slots = {}) => {
  const { answer } = gsd("loop", "render", point)
  told.warnings.push(...answer.warnings)
  let isEnded = false
  for (const hook of answer.activeHooks) {
    if (hook.kind === "gate") {
      if ("agentVerdict" in hook.check) record(point, hook.hook, "passed")
      continue
    }
    const outcome = isEnded
      ? leave(point, hook)
      : hook.kind === "step"
        ? doStep(point, hook)
        : place(point, hook, slots)
    told.outcomes.push({ point, hook: hook.hook, kind: hook.kind, outcome })
    isEnded ||= outcome === "failed" && hook.onError === "halt"
  }
  askGates(point)
  return slots
}

/** A role is started: here its prompt is only kept. */
const start = (role, task, slots) => told.prompts.push({ role, task, contributions: slots[role] ?? [] })

const discuss = () => {
  mkdirSync(folder, { recursive: true })
  pass("discuss:pre")
  cpSync(join(script, "CONTEXT.md"), join(folder, "01-CONTEXT.md"))
  pass("discuss:post")
  commit("docs(01): context")
}

const plan = () => {
  const slots = pass("plan:pre")
  start("planner", "the plans of the phase", slots)
  cpSync(join(script, "plans"), folder, { recursive: true })
  gsd("plan-lint", ...plans().map(({ file }) => file))
  pass("plan:post", slots)
  start("checker", "the plans of the phase", slots)
  commit("docs(01): plans")
}

const field = (text, name) => new RegExp(`^${name}: *(.*)$`, "mu").exec(text)?.[1]?.trim()

/** The plans of the phase: id, wave, tasks. */
const plans = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith("-PLAN.md"))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(folder, name), "utf8")
      const tasks = [...text.matchAll(/<task([^>]*)>(.*?)<\/task>/gsu)].map(([, attributes, body]) => ({
        type: /type="([^"]*)"/u.exec(attributes)?.[1] ?? "",
        trackerId: /tracker-id="([^"]*)"/u.exec(attributes)?.[1],
        name: /<name>(.*?)<\/name>/su.exec(body)?.[1],
        verify: /<verify[^>]*>(.*?)<\/verify>/su.exec(body)?.[1],
        fails: /<verify expect="fail">/u.test(body)
      }))
      return {
        id: name.slice(0, -"-PLAN.md".length),
        file: join(folder, name),
        wave: field(text, "wave"),
        tasks
      }
    })

/** execute.md, The tasks: content of a tracker first, then the work, then its verification, then the commit. */
const doTask = (planned, task, at) => {
  const content = { verify: task.verify }
  if (task.trackerId !== undefined) {
    const { answer } = gsd("task", "resolve-content", "--plan", planned.file, "--tracker-id", task.trackerId)
    if (answer.resolved) content.verify = answer.content.verify
    told.outcomes.push({ task: task.trackerId, outcome: answer.resolved ? "resolved" : "inline" })
  }
  cpSync(join(script, "tasks", `${planned.id}-${at + 1}`), project, { recursive: true })
  const [command, ...args] = content.verify.split(" ")
  const passes = run(command, args).status === 0
  if (passes === task.fails)
    throw new Error(`${task.name}: \`${content.verify}\` ended otherwise than planned`)
  commit(task.name)
  return `- ${task.name}: \`${content.verify}\` ${passes ? "passes" : "fails, as it has to"}`
}

const carryOut = (planned, slots) => {
  start("executor", planned.id, slots)
  const done = planned.tasks
    .map((task, at) => [task, at])
    .filter(([{ type }]) => !type.startsWith("checkpoint"))
    .map(([task, at]) => doTask(planned, task, at))
  const extra = join(script, `${planned.id}-SUMMARY.md`)
  const more = existsSync(extra) ? readFileSync(extra, "utf8") : ""
  writeFileSync(
    join(folder, `${planned.id}-SUMMARY.md`),
    `# Summary of ${planned.id}\n\n${done.join("\n")}\n${more}`
  )
}

const execute = () => {
  pass("execute:pre")
  const all = plans()
  for (const wave of [...new Set(all.map((one) => one.wave))].toSorted()) {
    const slots = pass("execute:wave:pre")
    for (const planned of all.filter((one) => one.wave === wave)) carryOut(planned, slots)
    pass("execute:wave:post", slots)
  }
  for (const planned of all) start("verifier", planned.id, {})
  pass("execute:post")
  commit("docs(01): summaries")
}

const verify = () => {
  pass("verify:pre")
  const { answer } = gsd("query", "verify.extract-tests", "--phase", phase)
  told.tests = answer.details.tests
  const rows = told.tests.map(({ id, text }) => `- [x] ${id}: ${text}: pass`)
  const front = `---\ntests: ${rows.length}\npassed: ${rows.length}\nfailed: 0\nskipped: 0\n---\n`
  writeFileSync(join(folder, "01-UAT.md"), `${front}\n# UAT\n\n${rows.join("\n")}\n`)
  pass("verify:post")
  commit("docs(01): verified")
}

const ship = () => {
  pass("ship:pre")
  const { status, stderr } = run("git", ["tag", "phase-01"])
  if (status !== 0) throw new Error(stderr)
  pass("ship:post")
}

const workflows = { discuss, plan, execute, verify, ship }

/** What came of it, as the one thing that is printed. */
const finish = (code, more = {}) => {
  process.stdout.write(`${JSON.stringify({ ...told, ...more }, null, 2)}\n`)
  process.exitCode = code
}

try {
  for (const step of values.only.split(",")) workflows[step]()
  finish(0)
} catch (error) {
  if (error instanceof Held) finish(7, { held: { point: error.point, by: error.blockedBy } })
  else finish(1, { failed: String(error) })
}
