/** For `node --import`: the package's name means its sources, as it means `dist/lib` to whoever installed it. */
import { registerHooks } from "node:module"

const entries = new Map([
  ["gsd-engine", "../../src/index.ts"],
  ["gsd-engine/cluster", "../../src/cluster.ts"],
  ["gsd-engine/testing", "../../src/testing.ts"]
])

registerHooks({
  resolve: (specifier, context, next) => {
    const entry = entries.get(specifier)
    return next(entry === undefined ? specifier : new URL(entry, import.meta.url).href, context)
  }
})
