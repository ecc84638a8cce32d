import * as Duration from "effect/Duration"
import type { Capture } from "../../src/domain/process/outcome.ts"
import { closeOutput, die, err, exit, out, type Script, wait } from "../../src/layers/spawner/script.ts"
import type { SpawnerCall } from "../../src/layers/spawner/SpawnerCalls.ts"
import type { OutputPlan, RunRequest } from "../../src/services/Spawner.ts"

const kept: OutputPlan = { _tag: "Keep", capBytes: 1_000_000, part: "head" }
const long = Duration.seconds(60)

/** A valid request for `sh -c code` with room to spare. */
export const shell = (code: string, more?: Partial<RunRequest>): RunRequest => ({
  command: "sh",
  args: ["-c", code],
  env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
  directory: "/tmp",
  timeout: long,
  stdout: kept,
  stderr: kept,
  ...more
})

/** Kept output as text. */
export const text = (capture: Capture): string => new TextDecoder().decode(capture.bytes)

/** Programs of the contract, as shell code. */
export const programs = {
  speak: "printf out; printf err >&2; exit 3",
  signal: "kill -9 $$",
  echo: "cat; echo end",
  many: "i=0; while [ $i -lt 100 ]; do printf 0123456789; i=$((i+1)); done",
  secret: 'printf "%s|%s|%s" "$1" "$TOKEN" "$HOME"',
  silent: "exec sleep 60",
  closed: "exec >&- 2>&-; sleep 0.2; exit 4",
  chatty: "for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done",
  orphan: "sleep 60 & echo started; exit 0"
} as const

const script = (name: keyof typeof programs, steps: Script["steps"], more?: Partial<Script>): Script => ({
  name,
  when: ({ args }) => args[1] === programs[name],
  steps,
  ...more
})

const tenth = Duration.millis(100)

/** The contract's programs for a scripted layer: the same behaviour, nothing started. */
export const contractScripts: ReadonlyArray<Script> = [
  script("speak", () => [out("out"), err("err"), exit(3)]),
  script("signal", () => [die("SIGKILL")]),
  script("echo", ({ stdin = "" }: SpawnerCall) => [out(stdin), out("end\n"), exit(0)]),
  script("many", () => [...Array.from({ length: 100 }, () => out("0123456789")), exit(0)]),
  script("secret", ({ args, env }) => [out(`${args[3]}|${env["TOKEN"]}|${env["HOME"] ?? ""}`), exit(0)]),
  script("silent", () => []),
  script("closed", () => [closeOutput, wait(tenth), exit(4)]),
  script("chatty", () => [...[1, 2, 3, 4, 5, 6].flatMap((n) => [out(`${n}\n`), wait(tenth)]), exit(0)]),
  script("orphan", () => [out("started\n"), exit(0)], { children: ["sleep"] })
]
