import type * as Duration from "effect/Duration"
import * as Result from "effect/Result"
import type { SpawnInvoke } from "../capability/schema/reviewer.ts"
import { shown, type Visible } from "../text/escape.ts"
import type { Effort } from "./effort.ts"
import { accessClause } from "./handlers/antigravity.ts"
import { holdsPlaceholder, nameProblem, placeholderPattern } from "./names.ts"
import { promptArgumentProblem, promptReference } from "./promptReference.ts"
import type { LaneRun, RunPlaces, RunPrompt } from "./stages.ts"
import { nativeTimeoutSeconds } from "./timeout.ts"
import { warn, type LaneWarning } from "./warning.ts"

/** Everything that arguments are made of. */
export interface ArgvFacts {
  readonly run: LaneRun
  readonly invoke: SpawnInvoke
  readonly model: string | undefined
  readonly effort: Effort | undefined
  readonly prompt: RunPrompt
  readonly places: RunPlaces
  readonly timeout: Duration.Duration
  readonly isWindows: boolean
}

/** The arguments of a program, and what of the choices did not reach them. */
export interface Argv {
  readonly args: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<LaneWarning>
}

/** A lane's arguments hold what is no placeholder of ours, so that they are not what its author meant. */
export interface BadTemplate {
  readonly argument: string
  readonly detail: Visible
}

/** What a placeholder stands for. */
interface Meaning {
  /** When it is an argument of its own. */
  readonly whole: ReadonlyArray<string>
  /** When it is a part of one; undefined leaves that argument out. */
  readonly inline: string | undefined
  /** Text of other people's that may hold anything, and is not looked at for placeholders. */
  readonly isText: boolean
}

type Meanings = ReadonlyMap<string, Meaning>

const nothing: Meaning = { whole: [], inline: undefined, isText: false }

const meaningOf = (text: string | undefined, whole?: ReadonlyArray<string>): Meaning =>
  text === undefined ? nothing : { whole: whole ?? [text], inline: text, isText: false }

const modelMeaning = ({ invoke, model }: ArgvFacts): Meaning =>
  // Without an argument to go before it, a name of its own would be read as something else.
  meaningOf(model, model === undefined || invoke.modelArg === null ? [] : [invoke.modelArg, model])

const outputMeaning = ({ invoke, places }: ArgvFacts): Meaning =>
  invoke.outputChannel === "file-arg"
    ? { ...meaningOf(places.output, outputPair(invoke, places)), isText: true }
    : nothing

const outputPair = ({ outputArg }: SpawnInvoke, { output }: RunPlaces): ReadonlyArray<string> =>
  outputArg === undefined ? [output] : [outputArg, output]

/** What stands for the prompt in argv; undefined when it goes another way or not at all. */
const promptText = ({ run, invoke, prompt, places, isWindows }: ArgvFacts): string | undefined => {
  const reference = promptReference(prompt, places)
  const asked = run.lane.reviewer.handler === "antigravity" ? reference + accessClause : reference
  switch (invoke.promptChannel) {
    case "stdin":
    case "none":
      return undefined
    case "argv-file-ref":
      return asked
    case "argv":
      return promptArgumentProblem(prompt.text, isWindows) === undefined ? prompt.text : asked
  }
}

/** The bare path of the prompt's file, for a program that takes a file to review; a sentence would be no file. */
const promptPathMeaning = ({ invoke, places }: ArgvFacts): Meaning =>
  invoke.promptChannel === "argv-file-ref" ? { ...meaningOf(places.prompt), isText: true } : nothing

const meaningsOf = (facts: ArgvFacts): Meanings =>
  new Map<string, Meaning>([
    ["model", modelMeaning(facts)],
    [
      "effort",
      meaningOf(facts.effort?.args.length === 0 ? undefined : facts.effort?.level, facts.effort?.args)
    ],
    ["prompt", { ...meaningOf(promptText(facts)), isText: true }],
    ["promptPath", promptPathMeaning(facts)],
    ["output", outputMeaning(facts)],
    ["nativeTimeout", meaningOf(`${nativeTimeoutSeconds(facts.timeout)}s`)]
  ])

const wordsIn = (argument: string): ReadonlyArray<string> =>
  Array.from(argument.matchAll(placeholderPattern), ([, word = ""]) => word)

const wholePattern = new RegExp(`^${placeholderPattern.source}$`, "u")

const standIn = "text"

/** One argument, in one pass: what a value holds is never looked at as a placeholder again. */
const filled = (argument: string, meanings: Meanings, bare: boolean): ReadonlyArray<string> => {
  const valueOf = (word: string, text: string | undefined): string =>
    bare && meanings.get(word)?.isText === true ? standIn : (text ?? "")
  const own = wholePattern.exec(argument)?.[1]
  if (own !== undefined) return (meanings.get(own) ?? nothing).whole.map((text) => valueOf(own, text))
  const words = wordsIn(argument)
  if (words.some((word) => meanings.get(word)?.inline === undefined)) return []
  return [
    argument.replaceAll(placeholderPattern, (_, word: string) => valueOf(word, meanings.get(word)?.inline))
  ]
}

const problemOf = (argument: string, meanings: Meanings): BadTemplate | undefined => {
  const stranger = wordsIn(argument).find((word) => !meanings.has(word))
  if (stranger !== undefined)
    return {
      argument,
      detail: shown`The lane's argument \`${argument}\` holds \`{{${stranger}}}\`, which is no placeholder`
    }
  return filled(argument, meanings, true).some(holdsPlaceholder)
    ? { argument, detail: shown`The lane's argument \`${argument}\` would still hold a placeholder` }
    : undefined
}

/** Tells whether a placeholder stands in an argument that is not left out. */
const isPlaced = (template: Argv["args"], meanings: Meanings, word: string): boolean =>
  template.some((argument) => wordsIn(argument).includes(word) && filled(argument, meanings, true).length > 0)

/** The arguments of the prompt's and the answer's channel, when the lane's own leave them out. */
const missing = ({ invoke, places }: ArgvFacts, meanings: Meanings): Argv["args"] => {
  const has = (word: string): boolean => isPlaced(invoke.args, meanings, word)
  const prompt = meanings.get("prompt")?.whole ?? []
  return [
    ...(invoke.outputChannel === "stdout" || has("output") ? [] : outputPair(invoke, places)),
    ...(has("prompt") || has("promptPath") ? [] : prompt)
  ]
}

const warningsOf = (facts: ArgvFacts, appended: Argv["args"]): ReadonlyArray<LaneWarning> => {
  const { run, invoke, model, effort, prompt, isWindows } = facts
  const has = (word: string): boolean => invoke.args.some((argument) => wordsIn(argument).includes(word))
  const problem = invoke.promptChannel === "argv" ? promptArgumentProblem(prompt.text, isWindows) : undefined
  const told: ReadonlyArray<Visible | false> = [
    model !== undefined &&
      !has("model") &&
      shown`The lane's arguments have no \`{{model}}\`, so \`${model}\` is not asked for`,
    effort !== undefined &&
      effort.args.length > 0 &&
      !has("effort") &&
      shown`The lane's arguments have no \`{{effort}}\`, so \`${effort.level}\` is not sent`,
    appended.length > 0 &&
      shown`The lane's arguments have no \`{{prompt}}\` or \`{{output}}\` for a channel it declares; it was added at the end`,
    problem !== undefined && shown`The prompt ${problem}, so the lane is given the path of its file`
  ]
  return told.filter((message) => message !== false).map((message) => warn("argv", run.identity, message))
}

interface Agent {
  readonly args: Argv["args"]
  readonly warnings: ReadonlyArray<LaneWarning>
}

/** `--agent NAME` after the program's `run`: only opencode has agents. Source: lanes.md 1.6. */
const withAgent = ({ run }: ArgvFacts, args: Argv["args"]): Agent => {
  const { agent } = run
  if (agent === undefined) return { args, warnings: [] }
  const at = run.lane.reviewer.handler === "opencode" ? args.indexOf("run") : -1
  const problem = nameProblem(agent) ?? (at === -1 ? "is of no use to this lane" : undefined)
  if (problem !== undefined)
    return { args, warnings: [warn("argv", run.identity, shown`The agent \`${agent}\` ${problem}`)] }
  return { args: args.toSpliced(at + 1, 0, "--agent", agent), warnings: [] }
}

/**
 * Makes the arguments of a lane's program.
 *
 * A placeholder that is an argument of its own becomes none, one or two arguments; as a part of one it becomes the bare
 * value, and the argument is left out when there is no value. `argv` passes the prompt's text, as its name and
 * `argv-file-ref` beside it say, or the path of its file when the system carries no such argument. `{{promptPath}}`, ours,
 * is the bare path with `argv-file-ref`. A word between double
 * braces that is no placeholder of ours is refused; other braces are the program's own. Source: seed 000 `invoke`,
 * lanes.md 1.6.
 */
export const assembleArgv = (facts: ArgvFacts): Result.Result<Argv, BadTemplate> => {
  const meanings = meaningsOf(facts)
  const template = facts.invoke.args
  const problem = template.map((argument) => problemOf(argument, meanings)).find((one) => one !== undefined)
  if (problem !== undefined) return Result.fail(problem)
  const appended = missing(facts, meanings)
  const own = withAgent(
    facts,
    template.flatMap((argument) => filled(argument, meanings, false))
  )
  return Result.succeed({
    args: [...own.args, ...appended],
    warnings: [...warningsOf(facts, appended), ...own.warnings]
  })
}
