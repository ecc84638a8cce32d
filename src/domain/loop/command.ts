import * as Duration from "effect/Duration"
import type { LoopPoint } from "../capability/loopContract.ts"
import { scrubbedEnvironment } from "../lane/scrubbed.ts"
import { limits } from "../limits.ts"
import type { Phase } from "../planning/phase.ts"
import { interpreterIn } from "../process/cmdShim.ts"
import type { Environment } from "../process/environment.ts"
import type { Outcome } from "../process/outcome.ts"
import { noCurrentDirectory } from "../process/startPlan.ts"
import { answered, type GateAnswer } from "./gate.ts"
import { messageOf, tailOf } from "./message.ts"
import type { GatePredicate } from "./predicate.ts"

/** What a command of the loop is told of where it runs. */
export interface HookFacts {
  readonly point: LoopPoint
  readonly phase: Phase
  /** Requirements of the phase, as text; empty when none are known. */
  readonly requirements: string
}

/** The variables that tell a command where in the loop it runs; always all of them, empty where there is nothing to say. */
export const hookVariables = ({
  phase,
  point,
  requirements
}: HookFacts): Readonly<Record<string, string>> => ({
  PHASE_NUMBER: phase.number,
  PHASE_DIR: phase.folder,
  PHASE_REQ_IDS: requirements.replaceAll("\0", ""),
  GSD_POINT: point
})

/**
 * The environment of a gate's command: ours less what marks a session of an agent or loads code into programs, and
 * `hookVariables`. Values reach the command as variables alone; they are in no text that a shell reads.
 */
export const hookEnvironment = (
  variables: ReadonlyMap<string, string>,
  facts: HookFacts,
  isWindows: boolean
): Environment => {
  const told = hookVariables(facts)
  const isTold = (name: string): boolean => Object.hasOwn(told, isWindows ? name.toUpperCase() : name)
  const ours = new Map([...variables].filter(([name]) => !isTold(name)))
  return { ...scrubbedEnvironment(ours), ...told }
}

/** A program, its arguments and what its environment has besides. */
export interface ShellStart {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env: Environment
}

const commandVariable = "GSD_GATE_COMMAND"

/**
 * Has a shell read a command line as it stands: `sh` with the text as one argument; on Windows `cmd.exe`, which takes it
 * from a variable, since quotation marks in an argument would not reach it as they are. Neither takes a bare name from
 * the project it stands in.
 */
export const shellStart = (text: string, env: Environment, isWindows: boolean): ShellStart =>
  isWindows
    ? {
        command: interpreterIn(env) ?? "cmd.exe",
        args: ["/e:on", "/v:off", "/d", "/s", "/c", `call %${commandVariable}%`],
        env: { ...env, [noCurrentDirectory]: "1", [commandVariable]: text }
      }
    : { command: "sh", args: ["-c", text], env }

/** How long a gate's command may run. */
export const gateTimeout = ({
  timeout
}: Extract<GatePredicate, { readonly kind: "command-exit-zero" }>): Duration.Duration =>
  Duration.millis(
    timeout === undefined
      ? limits.gateCommandMillis
      : Math.max(1, Math.min(timeout * 1000, limits.gateCommandMostMillis))
  )

const seconds = (time: Duration.Duration): string => `${Math.round(Duration.toMillis(time) / 100) / 10} s`

const endOf = (end: Outcome): string => {
  switch (end._tag) {
    case "Exited":
      return `ended with exit code ${end.code}`
    case "Signaled":
      return `was ended by ${end.signal}`
    case "TimedOut":
      return `was ended after ${seconds(end.limit)}, its time limit`
  }
}

/** The end of what a program wrote: of both outputs, or of the one that says something. */
export const outputTail = ({ stderr, stdout }: Outcome, characters: number): string => {
  const texts = [stdout, stderr]
    .map(({ bytes }) => new TextDecoder().decode(bytes))
    .filter((text) => text.trim() !== "")
  const each = Math.floor(characters / Math.max(1, texts.length)) - 3
  return texts.map((text) => tailOf(text, each)).join(" | ")
}

/** What the end of a gate's command says: anything but exit code 0 is a no, and the end of its output tells why. */
export const judgeCommand = (end: Outcome): GateAnswer => {
  const met = end._tag === "Exited" && end.code === 0
  const details = {
    ...(end._tag === "Exited" ? { exitCode: end.code } : {}),
    ...(end._tag === "Signaled" ? { signal: end.signal } : {}),
    ...(end._tag === "TimedOut" ? { timedOutMillis: Duration.toMillis(end.limit) } : {}),
    outputBytes: end.stdout.totalBytes + end.stderr.totalBytes,
    ...(end.survivors.length === 0 ? {} : { survivors: end.survivors.map(({ pid }) => pid) })
  }
  const sentence = `The command ${endOf(end)}`
  const said = met ? "" : outputTail(end, limits.hookMessageCharacters - sentence.length - 2)
  return answered(!met, messageOf(said === "" ? sentence : `${sentence}: ${said}`), details)
}
