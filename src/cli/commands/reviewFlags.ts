import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { nearest } from "../../domain/capability/suggest.ts"
import type { NoSuchLane } from "../../domain/lane/errors.ts"
import { namesIn } from "../../domain/lane/flags.ts"
import type { LanesWanted } from "../../domain/lane/selection.ts"
import type { PromptFiles } from "../../pipelines/review/stages.ts"
import { InvocationInvalid } from "../errors.ts"
import { reviewSwitches, reviewValues } from "../reviewArgv.ts"
import { optionally } from "./flags.ts"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar("FILE"), Flag.withDescription(description), Flag.optional)

/** What the prompt is made of. */
export const promptFlags = {
  plan: Flag.String("plan").pipe(
    Flag.withMetavar("FILE"),
    Flag.withDescription("PLAN.md to review; may be given again"),
    Flag.atLeast(0)
  ),
  roadmap: text("roadmap", "Section of ROADMAP.md that the plans belong to"),
  requirements: text("requirements", "REQUIREMENTS.md that the plans must cover"),
  context: text("context", "Decisions of the user about the plans"),
  research: text("research", "What was found out for the plans")
}

/** Who is asked. */
export const laneFlags = {
  lanes: Flag.String("lanes").pipe(
    Flag.withMetavar("A,B"),
    Flag.withDescription("Lanes or instances of lanes, by name"),
    Flag.optional
  ),
  all: Flag.Boolean("all").pipe(
    Flag.withDescription("Every lane that is available"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  lane: Flag.String("lane").pipe(
    Flag.withMetavar("FLAG"),
    Flag.withDescription("A lane by its own flag; `--gemini` is short for it. May be given again"),
    Flag.atLeast(0)
  )
}

/** The lanes that were asked for. */
export const wantedOf = (input: {
  readonly lanes: Option.Option<string>
  readonly all: boolean
  readonly lane: ReadonlyArray<string>
}): LanesWanted => ({
  flags: input.lane,
  lanes: input.lanes._tag === "None" ? [] : namesIn(input.lanes.value),
  all: input.all
})

/** Our error for a command line that cannot be carried out. */
export const refuse = (command: string, problem: string, suggestions: ReadonlyArray<string> = []) =>
  new InvocationInvalid({ command, problem, problems: [problem], suggestions })

/** The files that were given; at least one plan. */
export const filesOf = Effect.fnUntraced(function* (
  command: string,
  input: {
    readonly plan: ReadonlyArray<string>
    readonly roadmap: Option.Option<string>
    readonly requirements: Option.Option<string>
    readonly context: Option.Option<string>
    readonly research: Option.Option<string>
  }
) {
  if (input.plan.length === 0) return yield* refuse(command, "The flag `--plan` is missing")
  return {
    plans: input.plan,
    ...optionally("roadmap", input.roadmap),
    ...optionally("requirements", input.requirements),
    ...optionally("context", input.context),
    ...optionally("research", input.research)
  } satisfies PromptFiles
})

/** A flag that is no lane's was likely meant to be one of ours, or a lane's. */
export const unknownFlags =
  (command: string) =>
  (error: NoSuchLane): NoSuchLane | InvocationInvalid => {
    const flags = error.names.filter(({ name }) => name.startsWith("--"))
    if (flags.length === 0) return error
    const problems = flags.map(({ name }) => `There is no flag \`${name}\`, and no lane has it`)
    const ours = [...reviewValues, ...reviewSwitches, "--json"]
    const suggestions = flags.flatMap(({ name, nearest: lane }) => {
      const meant = nearest(name, lane === undefined ? ours : [...ours, lane])
      return meant === undefined ? [] : [meant]
    })
    return new InvocationInvalid({ command, problem: problems[0] ?? "", problems, suggestions })
  }
