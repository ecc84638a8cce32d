import * as Schema from "effect/Schema"
import { loopPoints } from "../loopContract.ts"
import { onErrorChoices } from "../vocabulary.ts"
import { BundlePath, Strings, Text } from "./primitives.ts"

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
  Schema.Struct({ path: BundlePath }),
  Schema.Struct({ inline: Text })
]).annotate({ identifier: "Fragment", description: "Prompt text: a file of the bundle or inline text" })

/** What a step starts: exactly one skill, agent or command. Source: seed 000, steps. */
export const StepRef = Schema.Union([
  Schema.Struct({ skill: Text }),
  Schema.Struct({ agent: Text }),
  Schema.Struct({ command: Text })
]).annotate({ identifier: "StepRef", description: "Exactly one skill, agent or command" })

/** Independent unit of work at a loop point. Source: seed 000, steps. */
export const Step = Schema.Struct({
  point: Point,
  ref: StepRef,
  produces: Strings,
  consumes: Strings,
  onError: OnError,
  when: Schema.optionalKey(Schema.String),
  fragment: Schema.optionalKey(Fragment),
  supportsReviewerLanes: Schema.optionalKey(Schema.Boolean),
  pointFrom: Schema.optionalKey(Text)
}).annotate({ identifier: "Step", description: "Work that runs at a loop point" })

/** Independent unit of work at a loop point. */
export type Step = typeof Step.Type

/** Prompt text for one agent role at a loop point. Source: seed 000, contributions. */
export const Contribution = Schema.Struct({
  point: Point,
  into: Text,
  produces: Strings,
  consumes: Strings,
  fragment: Fragment,
  when: Schema.optionalKey(Schema.String),
  onError: Schema.optionalKey(OnError),
  configValues: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}).annotate({ identifier: "Contribution", description: "Prompt text for an agent role at a loop point" })

/** Prompt text for one agent role at a loop point. */
export type Contribution = typeof Contribution.Type

const commandLength = 4096

const NonBlank = Schema.String.check(Schema.isPattern(/\S/u, { message: "must not be blank" }))

/** Declarative condition of a gate. Source: decisions 4, data/gate-predicates.json. */
export const Predicate = Schema.Union([
  Schema.Struct({
    kind: Schema.tag("command-exit-zero"),
    command: NonBlank.check(Schema.isMaxLength(commandLength)),
    timeout: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0)))
  }),
  Schema.Struct({
    kind: Schema.tag("artifact-frontmatter-equals"),
    artifact: NonBlank,
    field: NonBlank,
    equals: Schema.Unknown
  }),
  Schema.Struct({ kind: Schema.tag("artifact-exists"), artifact: NonBlank }),
  Schema.Struct({
    kind: Schema.tag("config-equals"),
    key: NonBlank,
    equals: Schema.optionalKey(Schema.Unknown),
    value: Schema.optionalKey(Schema.Unknown)
  })
])
  .pipe(Schema.toTaggedUnion("kind"))
  .annotate({ identifier: "Predicate", description: "Declarative condition of a gate" })

/** What a gate asks: a query, a predicate or an agent's verdict; exactly one. Source: seed 000, gates. */
export const GateCheck = Schema.Union([
  Schema.Struct({ query: Text }),
  Schema.Struct({ predicate: Predicate }),
  Schema.Struct({
    agentVerdict: Schema.Struct({ ref: Schema.Record(Schema.String, Schema.Unknown), prompt: Text })
  })
]).annotate({ identifier: "GateCheck", description: "Exactly one query, predicate or agent verdict" })

/** Condition that may hold the loop at a point. Source: seed 000, gates. */
export const Gate = Schema.Struct({
  point: Point,
  check: GateCheck,
  blocking: Schema.Boolean,
  onError: OnError,
  when: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Gate", description: "Condition checked at a loop point" })

/** Condition that may hold the loop at a point. */
export type Gate = typeof Gate.Type
