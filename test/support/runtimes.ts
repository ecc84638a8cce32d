import type { JsonObject } from "../../src/domain/json/value.ts"
import { below, type CapabilityFiles } from "./capabilities.ts"

/** A valid runtime manifest of somebody else; members of its runtime body given take the place of the usual ones. */
export const runtimeManifest = (id: string, body: JsonObject = {}): JsonObject => ({
  id,
  role: "runtime",
  version: "1.0.0",
  title: `The ${id} host`,
  description: "Projects onto one host",
  tier: "full",
  requires: [],
  engines: { gsd: ">=1.6.0" },
  runtime: {
    configHome: { kind: "dot-home", name: `.${id}`, env: [`${id.toUpperCase()}_HOME`] },
    localConfigDir: `.${id}`,
    configFormat: "settings-json",
    artifactLayout: {
      global: [
        {
          kind: "skills",
          destSubpath: "skills",
          prefix: "gsd-",
          nesting: "flat",
          converter: "convertClaudeCommandToClaudeSkill"
        }
      ],
      local: []
    },
    commandStyle: "slash-hyphen",
    hooksSurface: "settings-json",
    hookEvents: "claude",
    sandboxTier: "none",
    supportTier: 2,
    installSurface: "settings-json",
    writesSharedSettings: true,
    permissionWriter: null,
    extendedHookEvents: [],
    hostIntegration: {
      embeddingMode: "declarative",
      commandSurface: "slash-file",
      dispatch: {
        namedDispatch: true,
        nested: false,
        maxDepth: 1,
        background: true,
        subagentToolkit: "full",
        backgroundDispatch: false,
        isolation: "none"
      },
      modelMode: "passive",
      hookBus: "host",
      stateIO: "filesystem",
      transport: "mcp",
      runtime: "node"
    },
    ...body
  }
})

/** Its files below a folder, for a disk. */
export const runtimeBelow = (folder: string, id: string, body: JsonObject = {}): CapabilityFiles =>
  below(folder, { "capability.json": JSON.stringify(runtimeManifest(id, body)) })
