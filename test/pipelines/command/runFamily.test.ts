import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll } from "vitest"
import { limits } from "../../../src/domain/limits.ts"
import { disable } from "../../../src/pipelines/enable.ts"
import { listFamilies, runFamily } from "../../../src/pipelines/runFamily.ts"
import { GsdHome } from "../../../src/services/GsdHome.ts"
import { requestOf } from "../../support/engine.ts"
import { carrying, isAlive, makeMark, until } from "../../support/processes.ts"
import { removeRooms } from "../../support/rooms.ts"
import { inPlace, installCommands, makePlace } from "./modules.ts"

afterAll(removeRooms)

const place = makePlace()
const installed = Effect.cached(inPlace(place)(installCommands(place))).pipe(Effect.runSync)

const fx = (doing: string, ...args: ReadonlyArray<string>) =>
  runFamily({ family: "fx", args: [doing, ...args] })

/** A test in the one place, where the commands are installed. */
const here = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.andThen(installed, inPlace(place)(work))

const told = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const { result } = yield* fx("tell", ...args)
  return result as {
    readonly args: ReadonlyArray<string>
    readonly argv: ReadonlyArray<string>
    readonly context: Readonly<Record<string, unknown>>
    readonly directory: string
    readonly env: Readonly<Record<string, string>>
    readonly stdin: string
  }
})

describe("runFamily: what a module is told", () => {
  const words = ["--json", "--help", "--", "-x", "", "a b", "ä\n\t", "--timeout", "1"]

  it.live("hands everything behind the family on word for word", () =>
    here(
      Effect.gen(function* () {
        const { args, argv, stdin } = yield* told(...words)
        assert.deepStrictEqual(args, ["tell", ...words])
        assert.deepStrictEqual(argv, ["tell", ...words])
        assert.strictEqual(stdin, "")
      })
    )
  )

  it.live("says where it runs, in the context and in variables", () =>
    here(
      Effect.gen(function* () {
        const { context, directory, env } = yield* told()
        const planning = `${place.project}/.planning`
        assert.include(context, { family: "fx", capability: "fx-cap", json: true })
        assert.include(context, { projectRoot: place.project, planningFolder: planning })
        assert.notProperty(context, "phase")
        assert.strictEqual(directory, place.project)
        assert.include(env, { GSD_FAMILY: "fx", GSD_PROJECT_ROOT: place.project, GSD_PLANNING: planning })
        assert.include(env, { GSD_PHASE: "", GSD_PHASE_DIR: "" })
      })
    )
  )

  it.live("names the phase that the call is about, and fails for one that is not there", () =>
    here(
      Effect.gen(function* () {
        const folder = `${place.project}/.planning/phases/03-payments`
        const { result } = yield* runFamily({ family: "fx", args: ["tell"], phase: "3" })
        assert.nestedInclude(result, { "context.phase.number": "3", "context.phase.folder": folder })
        assert.nestedInclude(result, { "env.GSD_PHASE_DIR": folder })
        const error = yield* Effect.flip(runFamily({ family: "fx", args: ["tell"], phase: "9" }))
        assert.strictEqual(error._tag, "PhaseNotFound")
      })
    )
  )
})

describe("runFamily: what a module answers", () => {
  const answers: ReadonlyArray<
    readonly [string, { readonly exitCode: number; readonly stdout?: string; readonly stderr?: string }]
  > = [
    ["nothing", { exitCode: 0, stdout: "", stderr: "" }],
    ["three", { exitCode: 3, stdout: "", stderr: "" }],
    ["later", { exitCode: 4, stdout: "late\n" }],
    ["fails", { exitCode: 1, stderr: "it did not work\n" }],
    ["refuses", { exitCode: 1, stderr: "plain text\n" }],
    ["bursts", { exitCode: 1, stderr: "too late\n" }],
    ["rejects", { exitCode: 1, stderr: "nobody listens\n" }],
    ["forgets", { exitCode: 1, stderr: "The module ended without an answer\n" }],
    ["leaves", { exitCode: 5 }],
    ["lingers", { exitCode: 0, stdout: "done\n" }],
    ["closes", { exitCode: 0, stdout: "" }],
    ["ends", { exitCode: 0 }],
    ["wrong", { exitCode: 1, stderr: "The module answered with a string\n" }],
    ["lacks", { exitCode: 1, stderr: "Cannot find module './absent.cjs'\n" }],
    ["wild", { exitCode: 1 }],
    ["circle", { exitCode: 1 }]
  ]

  for (const [doing, expected] of answers)
    it.live(`ends with ${expected.exitCode} when it ${doing}`, () =>
      here(
        Effect.gen(function* () {
          const run = yield* fx(doing)
          assert.include(run, expected)
          assert.notMatch(run.stderr, /\n +at |node:internal/u)
        })
      )
    )

  const unusable: ReadonlyArray<readonly [string, RegExp]> = [
    ["fx-none", /^The module exports no function `absent`\n$/u],
    ["fx-value", /^The module exports no function `notFunction`\n$/u],
    ["fx-inherited", /^The module exports no function `hasOwnProperty`\n$/u],
    ["fx-broken", /^Unexpected identifier/u]
  ]
  for (const [family, message] of unusable)
    it.live(`says in one line what is wrong with the module of ${family}`, () =>
      here(
        Effect.gen(function* () {
          const run = yield* runFamily({ family, args: [] })
          assert.strictEqual(run.exitCode, 1)
          assert.match(run.stderr, message)
        })
      )
    )

  it.live("keeps output and result apart, whatever the output looks like", () =>
    here(
      Effect.gen(function* () {
        assert.deepInclude(yield* fx("write"), { stdout: "out", stderr: "err", result: { a: 1 } })
        const forged = yield* fx("forges")
        assert.deepInclude(forged, { result: "own", stdout: "\0gsd-result a-b 2\n[]" })
        assert.notProperty(yield* fx("nothing"), "result")
      })
    )
  )

  it.live("loads other files of its own bundle", () =>
    here(
      Effect.gen(function* () {
        assert.include(yield* runFamily({ family: "fx-helper", args: [] }), { stdout: "helped\n" })
      })
    )
  )
})

describe("runFamily: bounds", () => {
  it.live("ends a module that hangs at the deadline", () =>
    here(
      Effect.gen(function* () {
        const timeout = Duration.seconds(1)
        const error = yield* Effect.flip(runFamily({ family: "fx", args: ["hangs"], timeout }))
        assert.include(error, { _tag: "CommandUnfinished", end: "timeout", seconds: 1 })
        assert.include(yield* Effect.flip(fx("dies")), { _tag: "CommandUnfinished", end: "SIGKILL" })
      })
    )
  )

  it.live("leaves no process of it behind, and none when it is interrupted", () =>
    here(
      Effect.gen(function* () {
        const mark = yield* makeMark
        const { result } = yield* fx("forks", mark)
        assert.isNumber(result)
        assert.isFalse(isAlive(Number(result)))
        assert.deepStrictEqual(carrying(mark), [])
      })
    )
  )

  it.live("is ended with the fiber that waits for it", () =>
    here(
      Effect.gen(function* () {
        const file = join(place.room, "pid")
        const fiber = yield* Effect.forkChild(fx("hangs", file))
        yield* until(() => existsSync(file) && readFileSync(file, "utf8") !== "")
        yield* Fiber.interrupt(fiber)
        assert.isFalse(isAlive(Number(readFileSync(file, "utf8"))))
      })
    )
  )

  it.live("keeps what fits of a flood, and refuses an answer that is too long", () =>
    here(
      Effect.gen(function* () {
        const flood = yield* fx("floods")
        assert.include(flood, { exitCode: 0, truncated: true })
        assert.strictEqual(flood.stdout.length, limits.commandOutputBytes)
        const large = yield* fx("large")
        assert.strictEqual(large.exitCode, 1)
        assert.match(large.stderr, /bytes of JSON, \d+ are the most/u)
      })
    )
  )

  it.live("hands outputs to a listener while they are written, and keeps none", () =>
    here(
      Effect.gen(function* () {
        const heard = { out: "", err: "" }
        const hear = (name: keyof typeof heard) => (chunk: Uint8Array) =>
          Effect.sync(() => {
            heard[name] += new TextDecoder().decode(chunk)
          })
        const listener = { stdout: hear("out"), stderr: hear("err") }
        const run = yield* runFamily({ family: "fx", args: ["write"], listener })
        assert.deepStrictEqual(heard, { out: 'out{\n  "a": 1\n}\n', err: "err" })
        assert.include(run, { stdout: "", stderr: "", truncated: false })
        assert.notProperty(run, "result")
      })
    )
  )
})

describe("runFamily: who answers", () => {
  it.live("suggests the nearest family for one that nobody has", () =>
    here(
      Effect.gen(function* () {
        const error = yield* Effect.flip(runFamily({ family: "audit-opne", args: [] }))
        assert.strictEqual(error._tag, "FamilyUnknown")
        assert.deepInclude(error, { suggestions: ["audit-open"] })
        for (const family of ["", "__proto__", "constructor", "toString"])
          assert.include(yield* Effect.flip(runFamily({ family, args: [] })), { _tag: "FamilyUnknown" })
      })
    )
  )

  it.live("says that a capability's key is off, and how it is switched on", () =>
    here(
      Effect.gen(function* () {
        const error = yield* Effect.flip(runFamily({ family: "intel", args: ["status"] }))
        assert.include(error, { _tag: "FamilyInactive", capability: "intel" })
        assert.deepInclude(error, { hints: ["Switch it on: gsd config set intel.enabled true"] })
      })
    )
  )

  it.live("says why an installed capability is not acted on", () => {
    const own = makePlace()
    return inPlace(own)(
      Effect.gen(function* () {
        yield* installCommands(own)
        const rows = yield* listFamilies({})
        assert.deepInclude(
          rows.find(({ family }) => family === "fx"),
          { capability: "fx-cap", origin: "global", active: true }
        )
        yield* disable({ ...requestOf(""), id: "fx-cap" })
        const error = yield* Effect.flip(fx("tell"))
        assert.include(error, { _tag: "FamilyInactive", capability: "fx-cap" })
        const row = (yield* listFamilies({})).find(({ family }) => family === "fx")
        assert.include(row, { active: false })
        assert.notStrictEqual(row?.reason, "")
      })
    )
  })

  it.live("runs nothing of a bundle of which one byte differs", () => {
    const own = makePlace()
    return inPlace(own)(
      Effect.gen(function* () {
        const { contentHash } = yield* installCommands(own)
        const { paths } = yield* GsdHome
        const file = join(paths.bundle(contentHash), "helper.cjs")
        chmodSync(file, 0o644)
        writeFileSync(file, 'module.exports = () => ({ text: "robbed" })\n')
        const error = yield* Effect.flip(fx("tell"))
        assert.oneOf(error._tag, ["FamilyInactive", "CapabilityFileUnreadable"])
      })
    )
  })
})
