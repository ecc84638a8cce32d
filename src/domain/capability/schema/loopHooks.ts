import * as Schema from "effect/Schema"
import { loopPoints } from "../loopContract.ts"
import { onErrorChoices } from "../vocabulary.ts"
import { about, BundlePath, Strings, Text } from "./primitives.ts"

const Point = Schema.Literals(loopPoints).annotate({
  identifier: "LoopPoint",
  description: "One of the twelve points of the loop"
})

const OnError = Schema.Literals(onErrorChoices).annotate({
  identifier: "OnError",
  description: "What happens when the hook fails"
})

/** Prompt text, from a file of the bundle or inline; never both. Source: seed 000, steps; decisions 4. */
export const Fragment = Schema.Union([
  Schema.Struct({ path: BundlePath.pipe(about("File of the bundle")) }),
  Schema.Struct({ inline: Text.pipe(about("The text itself")) })
]).annotate({ identifier: "Fragment", description: "Prompt text: a file of the bundle or inline text" })

/** What a step starts: exactly one skill, agent or command. Source: seed 000, steps. */
export const StepRef = Schema.Union([
  Schema.Struct({ skill: Text.pipe(about("Stem of a skill of this manifest")) }),
  Schema.Struct({ agent: Text.pipe(about("Stem of an agent of this manifest")) }),
  Schema.Struct({ command: Text.pipe(about("Command line of plain words, no shell text")) })
]).annotate({ identifier: "StepRef", description: "Exactly one skill, agent or command" })

/** Independent unit of work at a loop point. Source: seed 000, steps. */
export const Step = Schema.Struct({
  point: Point.pipe(about("Where in the loop it runs")),
  ref: StepRef.pipe(about("What it starts")),
  produces: Strings.pipe(about("Artefacts it writes")),
  consumes: Strings.pipe(about("Artefacts it reads")),
  onError: OnError.pipe(about("What happens when it fails")),
  when: Schema.optionalKey(Schema.String).pipe(about("Key of `config` that must be on")),
  fragment: Schema.optionalKey(Fragment).pipe(about("Prompt text for the step")),
  supportsReviewerLanes: Schema.optionalKey(Schema.Boolean).pipe(
    about("Whether reviewer lanes may take part")
  ),
  pointFrom: Schema.optionalKey(Text).pipe(about("Enum key of `config` that may move it to another point"))
}).annotate({ identifier: "Step", description: "Work that runs at a loop point" })

/** Independent unit of work at a loop point. */
export type Step = typeof Step.Type

/** Prompt text for one agent role at a loop point. Source: seed 000, contributions. */
export const Contribution = Schema.Struct({
  point: Point.pipe(about("Where in the loop it applies")),
  into: Text.pipe(about("Agent role of that point that gets the text")),
  produces: Strings.pipe(about("Artefacts it writes")),
  consumes: Strings.pipe(about("Artefacts it reads")),
  fragment: Fragment.pipe(about("The prompt text")),
  when: Schema.optionalKey(Schema.String).pipe(about("Key of `config` that must be on")),
  onError: Schema.optionalKey(OnError).pipe(about("What happens when it fails")),
  configValues: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)).pipe(
    about("Configuration values the text is given, by name")
  )
}).annotate({ identifier: "Contribution", description: "Prompt text for an agent role at a loop point" })

/** Prompt text for one agent role at a loop point. */
export type Contribution = typeof Contribution.Type

const commandLength = 4096

const NonBlank = Schema.String.check(Schema.isPattern(/\S/u, { message: "must not be blank" }))

const artifact = NonBlank.pipe(about("Name of the artefact, such as `PLAN.md`"))

/** Declarative condition of a gate. Source: decisions 4, data/gate-predicates.json. */
export const Predicate = Schema.Union([
  Schema.Struct({
    kind: Schema.tag("command-exit-zero").pipe(about("A command ends with exit code 0")),
    command: NonBlank.check(Schema.isMaxLength(commandLength)).pipe(about("Command to run")),
    timeout: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0))).pipe(
      about("Longest it may run, in seconds; 30 when left out")
    )
  }),
  Schema.Struct({
    kind: Schema.tag("artifact-frontmatter-equals").pipe(
      about("A field of an artefact's front matter has a value")
    ),
    artifact,
    field: NonBlank.pipe(about("Field of the front matter")),
    equals: Schema.Unknown.pipe(about("Value it must have"))
  }),
  Schema.Struct({ kind: Schema.tag("artifact-exists").pipe(about("An artefact is there")), artifact }),
  Schema.Struct({
    kind: Schema.tag("config-equals").pipe(about("A configuration key has a value")),
    key: NonBlank.pipe(about("Configuration key")),
    equals: Schema.optionalKey(Schema.Unknown).pipe(about("Value it must have")),
    value: Schema.optionalKey(Schema.Unknown).pipe(about("Another spelling of `equals`"))
  })
])
  .pipe(Schema.toTaggedUnion("kind"))
  .annotate({ identifier: "Predicate", description: "Declarative condition of a gate" })

/** What a gate asks: a query, a predicate or an agent's verdict; exactly one. Source: seed 000, gates. */
export const GateCheck = Schema.Union([
  Schema.Struct({ query: Text.pipe(about("Query of gsd whose answer decides")) }),
  Schema.Struct({ predicate: Predicate.pipe(about("Condition gsd judges itself")) }),
  Schema.Struct({
    agentVerdict: Schema.Struct({
      ref: Schema.Record(Schema.String, Schema.Unknown).pipe(about("Skill or agent that judges")),
      prompt: Text.pipe(about("What it is asked"))
    }).pipe(about("Verdict of an agent; such a gate never blocks"))
  })
]).annotate({ identifier: "GateCheck", description: "Exactly one query, predicate or agent verdict" })

/** Condition that may hold the loop at a point. Source: seed 000, gates. */
export const Gate = Schema.Struct({
  point: Point.pipe(about("Where in the loop it is checked")),
  check: GateCheck.pipe(about("What is asked")),
  blocking: Schema.Boolean.pipe(about("Whether a no holds the loop")),
  onError: OnError.pipe(about("What happens when the check fails to run")),
  when: Schema.optionalKey(Schema.String).pipe(about("Key of `config` that must be on"))
}).annotate({ identifier: "Gate", description: "Condition checked at a loop point" })

/** Condition that may hold the loop at a point. */
export type Gate = typeof Gate.Type
