import * as Schema from "effect/Schema"
import {
  commandSurfaces,
  effortSurfaces,
  embeddingModes,
  hookBuses,
  hostRuntimes,
  hostTransports,
  isolations,
  modelModes,
  stateStores,
  subagentToolkits
} from "../runtimeVocabulary.ts"
import { about, Strings } from "./primitives.ts"

const undocumented = "undocumented"

const axis = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Schema.Literals([...values, undocumented])

const Switch = Schema.Union([Schema.Boolean, Schema.Literal(undocumented)])

/** How a host dispatches subagents. Source: manifest facts 5. */
export const Dispatch = Schema.Struct({
  namedDispatch: Switch.pipe(about("Subagents can be called by name")),
  nested: Switch.pipe(about("A subagent can start others")),
  background: Switch.pipe(about("The host runs work in the background")),
  backgroundDispatch: Switch.pipe(about("Subagents run in the background")),
  subagentToolkit: axis(subagentToolkits).pipe(about("Tools a subagent has")),
  maxDepth: Schema.Union([
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(-1)),
    Schema.Literal(undocumented)
  ]).pipe(about("How deep subagents nest; -1 without a bound")),
  isolation: Schema.optionalKey(axis(isolations)).pipe(about("Who gives a subagent its own work tree")),
  maxConcurrency: Schema.optionalKey(
    Schema.Union([Schema.Int.check(Schema.isGreaterThan(0)), Schema.Literal(undocumented)])
  ).pipe(about("How many run at once")),
  builtInSubagents: Schema.optionalKey(Strings).pipe(about("Names of subagents the host brings"))
}).annotate({ identifier: "Dispatch", description: "How the host dispatches subagents" })

/** How a host embeds the product. Source: manifest facts 5. */
export const HostIntegration = Schema.Struct({
  embeddingMode: axis(embeddingModes).pipe(about("How the product is embedded")),
  commandSurface: axis(commandSurfaces).pipe(about("How commands appear")),
  dispatch: Dispatch.pipe(about("How subagents are dispatched")),
  modelMode: axis(modelModes).pipe(about("Who chooses the model")),
  hookBus: axis(hookBuses).pipe(about("Who runs hooks")),
  stateIO: axis(stateStores).pipe(about("Where state is kept")),
  transport: axis(hostTransports).pipe(about("How the host is reached")),
  runtime: axis(hostRuntimes).pipe(about("What the host runs on")),
  effortSurface: Schema.optionalKey(axis(effortSurfaces)).pipe(about("How effort is passed"))
}).annotate({ identifier: "HostIntegration", description: "How the host embeds the product" })
