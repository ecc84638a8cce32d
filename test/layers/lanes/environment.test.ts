import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { cookieVariable } from "../../../src/domain/process/cookie.ts"
import type { LaneEnded } from "../../../src/domain/lane/outcomes.ts"
import { laneNamed } from "../../domain/lane/lanes.ts"
import { makeDirectory } from "../../support/processes.ts"
import { liveLanes, runLane, shellProgram, systemPath, type Situation } from "./world.ts"

const watchdog = { timeout: 60_000 }
const onLinux = it.live.runIf(process.platform === "linux")

/** The parent of U55, with what must arrive beside it. */
const parent = {
  CLAUDECODE: "1",
  CLAUDE_CODE_SESSION_ID: "s-1",
  NODE_OPTIONS: "--require x",
  AWS_SECRET_ACCESS_KEY: "aws-hidden",
  GEMINI_API_KEY: "gemini-hidden",
  HTTPS_PROXY: "http://proxy.example:8080",
  UNRELATED: "yes"
}

const environmentIn = ({ outcome }: LaneEnded): ReadonlyMap<string, string> =>
  new Map(
    ("text" in outcome ? outcome.text : "")
      .split("\n")
      .filter((line) => line.includes("="))
      .map((line): readonly [string, string] => [
        line.slice(0, line.indexOf("=")),
        line.slice(line.indexOf("=") + 1)
      ])
  )

const childOf = Effect.fnUntraced(function* (settings: Situation["settings"]) {
  const directory = yield* makeDirectory
  shellProgram(directory, "gemini", "tr '\\0' '\\n' < /proc/$$/environ")
  const situation: Situation = {
    directory,
    lane: laneNamed("gemini"),
    variables: parent,
    ...(settings === undefined ? {} : { settings })
  }
  const before = JSON.stringify(process.env)
  const ended = yield* runLane(situation).pipe(Effect.provide(liveLanes(situation)))
  assert.strictEqual(JSON.stringify(process.env), before)
  return { ended, env: environmentIn(ended), directory }
}, Effect.scoped)

describe("the environment of a lane's program (U55)", () => {
  onLinux(
    "is ours less what is of the session around it",
    () =>
      Effect.gen(function* () {
        const { env, directory } = yield* childOf({})
        const { CLAUDECODE, CLAUDE_CODE_SESSION_ID, NODE_OPTIONS, ...arrive } = parent
        assert.isTrue([CLAUDECODE, CLAUDE_CODE_SESSION_ID, NODE_OPTIONS].every((value) => value !== ""))
        const { [cookieVariable]: cookie, ...rest } = Object.fromEntries(env)
        assert.isDefined(cookie)
        assert.deepStrictEqual(rest, {
          ...arrive,
          PATH: `${directory}/bin:${systemPath}`,
          HOME: directory
        })
      }),
    watchdog
  )

  onLinux(
    "is exactly the declared set where it is an allowlist",
    () =>
      Effect.gen(function* () {
        const { env, ended } = yield* childOf({ "review.env": "allowlist" })
        assert.deepStrictEqual(
          [...env.keys()].toSorted(),
          ["GEMINI_API_KEY", "HOME", "HTTPS_PROXY", "PATH", cookieVariable].toSorted()
        )
        const { outcome: _outcome, ...told } = ended
        assert.notInclude(JSON.stringify(told), "hidden")
      }),
    watchdog
  )
})
