import * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import type { Durable } from "../services/Durable.ts"
import type { Environment } from "../services/Environment.ts"
import type { Spawner } from "../services/Spawner.ts"

/** What the demo works with. */
export type DemoServices = Durable | Environment | Spawner

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
    /** Folder for temporary files, absolute. */
    readonly temporary: string
    readonly services: Layer.Layer<DemoServices>
  }
>()("gsd/cli/DemoHost") {}
