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
import { Strings } from "./primitives.ts"

const undocumented = "undocumented"

const axis = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Schema.Literals([...values, undocumented])

const Switch = Schema.Union([Schema.Boolean, Schema.Literal(undocumented)])

/** How a host dispatches subagents. Source: manifest facts 5. */
export const Dispatch = Schema.Struct({
  namedDispatch: Switch,
  nested: Switch,
  background: Switch,
  backgroundDispatch: Switch,
  subagentToolkit: axis(subagentToolkits),
  maxDepth: Schema.Union([Schema.Int.check(Schema.isGreaterThanOrEqualTo(-1)), Schema.Literal(undocumented)]),
  isolation: Schema.optionalKey(axis(isolations)),
  maxConcurrency: Schema.optionalKey(
    Schema.Union([Schema.Int.check(Schema.isGreaterThan(0)), Schema.Literal(undocumented)])
  ),
  builtInSubagents: Schema.optionalKey(Strings)
}).annotate({ identifier: "Dispatch", description: "How the host dispatches subagents" })

/** How a host embeds the product. Source: manifest facts 5. */
export const HostIntegration = Schema.Struct({
  embeddingMode: axis(embeddingModes),
  commandSurface: axis(commandSurfaces),
  dispatch: Dispatch,
  modelMode: axis(modelModes),
  hookBus: axis(hookBuses),
  stateIO: axis(stateStores),
  transport: axis(hostTransports),
  runtime: axis(hostRuntimes),
  effortSurface: Schema.optionalKey(axis(effortSurfaces))
}).annotate({ identifier: "HostIntegration", description: "How the host embeds the product" })
