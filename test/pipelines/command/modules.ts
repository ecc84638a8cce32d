import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as ConsentGateFixed from "../../../src/layers/consent/ConsentGateFixed.ts"
import { engineLayer } from "../../../src/layers/live.ts"
import { install } from "../../../src/pipelines/install.ts"
import type { JsonObject } from "../../../src/domain/json/value.ts"
import { manifestOf } from "../../support/capabilities.ts"
import { requestOf } from "../../support/engine.ts"
import { makeRoom } from "../../support/rooms.ts"

/** A person's home and a project, on the disk. */
export interface Place {
  readonly room: string
  readonly home: string
  readonly project: string
}

export const makePlace = (): Place => {
  const room = makeRoom("gsd-command-")
  const place = { room, home: join(room, "home"), project: join(room, "app") }
  mkdirSync(place.home, { mode: 0o700 })
  mkdirSync(join(place.project, ".planning/phases/03-payments"), { recursive: true })
  return place
}

/** Runs work in an engine of this machine, with consent to everything. */
export const inPlace =
  ({ home, project }: Place) =>
  <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.provide(
      work,
      Layer.provideMerge(
        ConsentGateFixed.layerWith({ yes: true }),
        engineLayer({ root: home, project, command: "gsd test" })
      )
    )

/** What the module of the tests does, by the first word of its arguments. */
const doings = `
const fs = require("node:fs")
const { spawn } = require("node:child_process")
const never = () => new Promise(() => {})
const doings = {
  tell: (args, { stdout, stderr, ...context }) => ({
    text: "told",
    json: { args, context, argv: process.argv.slice(2), directory: process.cwd(), env: process.env, stdin: fs.readFileSync(0, "utf8") }
  }),
  nothing: () => {},
  three: () => 3,
  later: () => new Promise((resolve) => setTimeout(() => resolve({ exitCode: 4, text: "late" }), 10)),
  write: async (_, { stdout, stderr }) => { stdout.write("out"); stderr.write("err"); return { json: { a: 1 } } },
  fails: () => { throw new Error("it did not work") },
  refuses: async () => { throw "plain text" },
  bursts: () => { setTimeout(() => { throw new Error("too late") }, 1); return never() },
  rejects: () => { void Promise.reject(new Error("nobody listens")); return never() },
  forgets: never,
  hangs: (args) => { if (args[1]) fs.writeFileSync(args[1], String(process.pid)); setInterval(() => {}, 1000); return never() },
  babbles: (args) => {
    fs.writeFileSync(args[1], String(process.pid))
    setInterval(() => process.stdout.write("x".repeat(1024)), 5)
    return never()
  },
  leaves: () => process.exit(5),
  lingers: () => { setInterval(() => {}, 1000); return { text: "done" } },
  closes: () => { fs.closeSync(1); return { exitCode: 0, text: "unheard" } },
  ends: () => { process.stdout.end(); return { json: 1 } },
  forks: (args) => {
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", args[1]], { detached: true, stdio: "inherit" })
    child.unref()
    return { json: child.pid }
  },
  floods: () => { for (let at = 0; at < 12; at += 1) fs.writeSync(1, "x".repeat(1024 * 1024)); return { json: "lost" } },
  forges: () => { process.stdout.write("\\0gsd-result a-b 2\\n[]"); return { json: "own" } },
  large: () => ({ json: "x".repeat(9 * 1024 * 1024) }),
  wrong: () => "a text",
  wild: () => 300,
  circle: () => { const a = {}; a.a = a; return { json: a } },
  lacks: () => require("./absent.cjs"),
  dies: () => process.kill(process.pid, "SIGKILL")
}
exports.route = (args, context) => doings[args[0]](args, context)
exports.notFunction = 1
exports.helper = () => require("./helper.cjs")()
`

const fx = { family: "fx", module: "fx.cjs", router: "route" }

/** Files of a capability with the commands of the tests. */
export const commandFiles = (members: JsonObject = {}): Readonly<Record<string, string>> => ({
  "capability.json": JSON.stringify(
    manifestOf({
      id: "fx-cap",
      title: "Commands",
      description: "Commands of the tests",
      skills: [],
      hooks: [],
      commands: [
        fx,
        { ...fx, family: "fx-none", router: "absent" },
        { ...fx, family: "fx-value", router: "notFunction" },
        { ...fx, family: "fx-inherited", router: "hasOwnProperty" },
        { ...fx, family: "fx-helper", router: "helper" },
        { ...fx, family: "fx-broken", module: "broken.cjs" }
      ],
      ...members
    })
  ),
  "fx.cjs": doings,
  "helper.cjs": 'module.exports = () => ({ text: "helped" })\n',
  "broken.cjs": "this is no script\n"
})

/** Writes a capability's folder and installs it. */
export const installCommands = (place: Place, members: JsonObject = {}) =>
  Effect.gen(function* () {
    const folder = join(place.room, "src/fx-cap")
    for (const [name, text] of Object.entries(commandFiles(members))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    return yield* install(requestOf(folder))
  })
