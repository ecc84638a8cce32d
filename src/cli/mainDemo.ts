import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { DemoHost } from "./DemoHost.ts"

/** The examples of the package that this file is part of, built or not. */
const findExamples = (): string => {
  const here = dirname(fileURLToPath(import.meta.url))
  const candidates = ["..", "../..", "../../.."].map((up) => join(here, up, "examples/capabilities"))
  return candidates.find((folder) => existsSync(folder)) ?? join(here, "../../examples/capabilities")
}

const services = Layer.unwrap(
  Effect.gen(function* () {
    const disk = yield* Effect.promise(() => import("../layers/disk/DurableNode.ts"))
    const environment = yield* Effect.promise(() => import("../layers/home/EnvironmentNode.ts"))
    const spawner = yield* Effect.promise(() => import("../layers/spawner/SpawnerNode.ts"))
    return Layer.mergeAll(disk.layer, environment.layerWith("gsd demo"), spawner.layer)
  })
)

/** The demo's machine. */
export const demoHost: Layer.Layer<DemoHost> = Layer.sync(DemoHost, () =>
  DemoHost.of({
    node: process.execPath,
    script: process.argv[1] ?? "",
    examples: findExamples(),
    temporary: tmpdir(),
    services
  })
)
