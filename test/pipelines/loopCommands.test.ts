import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll } from "vitest"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { JsonObject } from "../../src/domain/json/value.ts"
import { limits } from "../../src/domain/limits.ts"
import type { HookRecord } from "../../src/domain/loop/outcome.ts"
import { outcomesPath } from "../../src/domain/loop/record.ts"
import * as ConsentGateFixed from "../../src/layers/consent/ConsentGateFixed.ts"
import { engineLayer } from "../../src/layers/live.ts"
import { install } from "../../src/pipelines/install.ts"
import { loopDispatch, type DispatchRequested } from "../../src/pipelines/loopDispatch.ts"
import { capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { dispatchOf, exists, gate, step } from "../support/loopProject.ts"
import { carrying, makeMark, until } from "../support/processes.ts"
import { makeRoom, removeRooms } from "../support/rooms.ts"

afterAll(removeRooms)

const onPosix = it.live.runIf(process.platform !== "win32")
const onLinux = it.live.runIf(process.platform === "linux")

const command = (text: string, more: JsonObject = {}, timeout?: number): JsonObject =>
  gate(
    {
      predicate: {
        kind: "command-exit-zero",
        command: text,
        ...(timeout === undefined ? {} : { timeout })
      }
    },
    more
  )

const put = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** A machine on the disk, with a project whose phase 3 is for two requirements, and a capability with these gates. */
const machine = Effect.fnUntraced(function* (
  gates: ReadonlyArray<JsonObject>,
  members: JsonObject = {},
  files: Readonly<Record<string, string>> = {}
) {
  const room = makeRoom("gsd-loop-")
  const shop = join(room, "shop")
  mkdirSync(join(room, "home"), { mode: 0o700 })
  put(room, {
    "shop/.planning/phases/03-pay/CONTEXT.md": "# Pay\n",
    "shop/.planning/ROADMAP.md":
      "# Roadmap\n\n### Phase 3: Pay\n**Requirements**: PAY-01, PAY-02\n\n### Phase 4: Ship\n**Requirements**: SHIP-01\n"
  })
  put(join(room, "src/hk-cap"), capability({ skills: [], hooks: [], gates, ...members }, files))
  const live = ConsentGateFixed.layerWith({ yes: true }).pipe(
    Layer.provideMerge(engineLayer({ root: join(room, "home"), project: shop, command: "gsd test" }))
  )
  yield* Effect.provide(install(requestOf(join(room, "src/hk-cap"))), live)
  return {
    shop,
    dispatch: (more: Partial<DispatchRequested> = {}) => Effect.provide(loopDispatch(dispatchOf(more)), live),
    log: (): ReadonlyArray<HookRecord> =>
      readFileSync(join(shop, outcomesPath), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
  }
})

const detailsOf = (record: HookRecord | undefined): Readonly<Record<string, unknown>> => ({
  ...(record?.details as object | undefined)
})

describe("command-exit-zero", () => {
  onPosix("runs in the project's root, and anything but exit code 0 blocks with the end of its output", () =>
    Effect.gen(function* () {
      const { dispatch } = yield* machine([
        command("test -f .planning/ROADMAP.md"),
        command("echo first; echo 'the reason' >&2; exit 3"),
        command("no-such-program-here"),
        command("kill -s KILL $$"),
        command("cat"),
        command('test -z "$NODE_OPTIONS" && test -n "$PATH"')
      ])
      const dispatched = yield* dispatch()
      assert.deepStrictEqual(
        dispatched.outcomes.map(({ outcome }) => outcome),
        ["passed", "blocked", "blocked", "blocked", "passed", "passed"]
      )
      const [, failed, missing, killed] = dispatched.outcomes
      assert.strictEqual(failed?.message, "The command ended with exit code 3: first | the reason")
      assert.strictEqual(detailsOf(failed)["exitCode"], 3)
      assert.strictEqual(detailsOf(missing)["exitCode"], 127)
      assert.strictEqual(detailsOf(killed)["signal"], "SIGKILL")
    })
  )

  onPosix("is told phase, folder, requirements and point by variables, in every spelling a shell has", () =>
    Effect.gen(function* () {
      const { dispatch, shop } = yield* machine([
        command(
          'printf \'%s\\n\' "$PHASE_NUMBER" "${PHASE_DIR}" "$PHASE_REQ_IDS" "$GSD_POINT" > told && test -f ${PHASE_DIR}/CONTEXT.md'
        )
      ])
      assert.strictEqual((yield* dispatch()).verdict, "passed")
      assert.strictEqual(
        readFileSync(join(shop, "told"), "utf8"),
        "3\n.planning/phases/03-pay\nPAY-01,PAY-02\ndiscuss:pre\n"
      )
    })
  )

  onPosix("never runs what stands in a value", () =>
    Effect.gen(function* () {
      const { dispatch, shop } = yield* machine([
        command('printf %s "$PHASE_REQ_IDS" > told; printf "%s\\n" $PHASE_REQ_IDS > bare')
      ])
      const hostile = `PAY-01'; touch pwned; '" $(touch pwned) \`touch pwned\`\n; touch pwned & | > pwned \\ \${PHASE_DIR}`
      yield* dispatch({ requirements: hostile })
      assert.strictEqual(readFileSync(join(shop, "told"), "utf8"), hostile)
      assert.isFalse(existsSync(join(shop, "pwned")))
      assert.include(readFileSync(join(shop, "bare"), "utf8"), "$(touch")
    })
  )

  onPosix("keeps the end of a flood, as one line that hides nothing", () =>
    Effect.gen(function* () {
      const { dispatch, log } = yield* machine([
        command(
          "yes 'a long line of output' | head -c 3000000; printf '\\033[31mred\\nthe end\\n' >&2; exit 1"
        )
      ])
      const [record] = (yield* dispatch()).outcomes
      assert.isAtMost(record?.message?.length ?? 0, limits.hookMessageCharacters)
      assert.match(record?.message ?? "", /\\u\{1b\}\[31mred \| the end$/u)
      assert.isAtLeast(Number(detailsOf(record)["outputBytes"]), 3_000_000)
      assert.strictEqual(log().length, 1)
    })
  )

  onLinux("ends the whole tree of one that takes too long, whatever it traps", () =>
    Effect.gen(function* () {
      const mark = yield* makeMark
      const tree = `# ${mark}
        sh -c 'trap "" TERM; sleep 60; touch late' ${mark} &
        setsid sh -c 'sleep 60' ${mark} &
        trap "" TERM; echo started; while :; do sleep 1; done`
      const { dispatch } = yield* machine([command(tree, {}, 0.5), exists("CONTEXT.md")])
      const dispatched = yield* dispatch()
      assert.deepStrictEqual(
        dispatched.outcomes.map(({ outcome }) => outcome),
        ["blocked", "passed"]
      )
      assert.include(dispatched.outcomes[0]?.message, "its time limit: started")
      assert.deepStrictEqual(carrying(mark), [])
    }).pipe(Effect.scoped)
  )

  onLinux("is ended by an interruption, which writes down what was ended and what did not run", () =>
    Effect.gen(function* () {
      const mark = yield* makeMark
      const { dispatch, log, shop } = yield* machine([
        exists("CONTEXT.md"),
        command(`sh -c 'touch started; sleep 60' ${mark} & wait`),
        command("touch never"),
        exists("CONTEXT.md", { blocking: false })
      ])
      const fiber = yield* Effect.forkChild(dispatch())
      yield* until(() => existsSync(join(shop, "started")))
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(
        log().map(({ outcome }) => outcome),
        ["passed", "interrupted", "unrun", "unrun"]
      )
      assert.deepStrictEqual(carrying(mark), [])
      assert.isFalse(existsSync(join(shop, "never")))
    }).pipe(Effect.scoped)
  )

  onPosix("of several dispatches at once writes whole lines", () =>
    Effect.gen(function* () {
      const { dispatch, log } = yield* machine([command('echo "$$"; exit 1'), exists("CONTEXT.md")])
      const all = yield* Effect.all(
        Array.from({ length: 6 }, () => dispatch()),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(all.map(({ run }) => run)).size, 6)
      const lines = log()
      assert.strictEqual(lines.length, 12)
      for (const { outcomes, run } of all)
        assert.deepStrictEqual(
          lines.filter((line) => line.run === run),
          JSON.parse(JSON.stringify(outcomes))
        )
    })
  )
})

const module = `exports.route = (args, context) => {
  context.stdout.write(args.join(",") + " in " + context.phase.name + "\\n")
  return args[0] === "fail" ? 3 : 0
}
`

const commandStep = (line: string, more: JsonObject = {}): JsonObject =>
  step({ ref: { command: line }, ...more })

describe("a step with a command", () => {
  it.live("runs the family's module with its words, in the phase", () =>
    Effect.gen(function* () {
      const { dispatch } = yield* machine(
        [],
        {
          commands: [{ family: "hk", module: "hk.cjs", router: "route" }],
          steps: [
            commandStep("hk go now"),
            commandStep("hk fail", { onError: "skip" }),
            commandStep("nobody here"),
            commandStep("hk go")
          ]
        },
        { "hk.cjs": module }
      )
      const dispatched = yield* dispatch()
      assert.deepStrictEqual(
        dispatched.outcomes.map(({ outcome }) => outcome),
        ["done", "failed", "failed", "unrun"]
      )
      assert.deepInclude(dispatched, { verdict: "halted", endedBy: "hk-cap/step/2" })
      assert.strictEqual(
        dispatched.outcomes[1]?.message,
        "`gsd x hk fail` ended with exit code 3: fail in 03-pay"
      )
      assert.include(dispatched.outcomes[2]?.message, "nobody")
    })
  )
})
