import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Durable } from "../services/Durable.ts"
import type { Environment } from "../services/Environment.ts"
import type { Spawner } from "../services/Spawner.ts"

/** What the demo needs of the machine: this program as others would start it, the examples, a place to throw away. */
export class DemoHost extends Context.Service<
  DemoHost,
  {
    /** Absolute path of the Node that runs this. */
    readonly node: string
    /** Absolute path of the script that was started. */
    readonly script: string
    /** Folder of the example capabilities. */
    readonly examples: string
    /** Folder for temporary files. */
    readonly temporary: string
    readonly services: Effect.Effect<Layer.Layer<Durable | Environment | Spawner>>
  }
>()("gsd/cli/DemoHost") {}
