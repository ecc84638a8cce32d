import { readFileSync } from "node:fs"
import { feature, gate, lane, step } from "./build.ts"

/** A manifest that violates exactly one rule, and where. */
export interface Poison {
  readonly manifest: Record<string, unknown>
  readonly pointer: string
  readonly verdict: "invalid" | "warning"
}

const invalid = (manifest: Record<string, unknown>, pointer: string): Poison => ({
  manifest,
  pointer,
  verdict: "invalid"
})
const warning = (manifest: Record<string, unknown>, pointer: string): Poison => ({
  manifest,
  pointer,
  verdict: "warning"
})

const claude = JSON.parse(
  readFileSync(new URL("../../data/first-party/claude.json", import.meta.url), "utf8")
) as {
  readonly runtime: { readonly artifactLayout: { readonly local: ReadonlyArray<Record<string, unknown>> } }
}

const withLocalHome = {
  ...claude,
  runtime: {
    ...claude.runtime,
    artifactLayout: {
      ...claude.runtime.artifactLayout,
      local: claude.runtime.artifactLayout.local.map((entry) => ({ ...entry, home: ".x" }))
    }
  }
}

const flag = { type: "boolean", default: true, description: "Turns it on." }

const command = { family: "sample", module: "sample.cjs", router: "route" }

/** One poisoned manifest for each rule that no single case of the corpus exercises. */
export const poisons: Readonly<Record<string, Poison>> = {
  "commands.family-once": invalid(feature({ commands: [command, command] }), "/commands/1/family"),
  "config.key-nested": invalid(
    feature({ config: { "sample.a": flag, "sample.a-b": flag, "sample.a.b": flag } }),
    "/config/sample.a.b"
  ),
  "gates.config-equals": invalid(
    feature({ gates: [gate({ check: { predicate: { kind: "config-equals", key: "a.b" } } })] }),
    "/gates/0/check/predicate/equals"
  ),
  "hooks.event": warning(
    feature({ hooks: [{ event: "SesionStart", script: "hooks/a.js" }] }),
    "/hooks/0/event"
  ),
  "loop.artifact-name": invalid(
    feature({ steps: [step({ produces: ["__proto__"] })] }),
    "/steps/0/produces/0"
  ),
  "loop.kind-dispatched": invalid(feature({ steps: [step({ point: "ship:pre" })] }), "/steps/0/point"),
  "loop.order": invalid(
    feature({
      steps: [
        step({ produces: ["A.md"], consumes: ["B.md"] }),
        step({ produces: ["B.md"], consumes: ["A.md"] })
      ]
    }),
    "/steps/1/consumes/0"
  ),
  "mcp.args": warning(
    feature({ mcpServers: { a: { command: "node", args: ["--quiet", "./servers/a.mjs"] } } }),
    "/mcpServers/a/args/1"
  ),
  "mcp.env": warning(
    feature({ mcpServers: { a: { command: "node", env: { NODE_OPTIONS: "-r x" } } } }),
    "/mcpServers/a/env/NODE_OPTIONS"
  ),
  "mcp.server": invalid(feature({ mcpServers: [{ name: "a", config: {} }] }), "/mcpServers/0"),
  "mcp.shape": invalid(feature({ mcpServers: { a: { command: 5 } } }), "/mcpServers/a/command"),
  "reviewer.flag-once": invalid(lane({ flags: ["--a", "--a"] }), "/reviewer/flags/1"),
  "role.foreign-body": warning(feature({ runtime: {} }), "/runtime"),
  "runtime-compat.both-sides": warning(
    feature({ runtimeCompat: { supported: ["claude"], unsupported: ["claude"] } }),
    "/runtimeCompat/unsupported/0"
  ),
  "runtime.layout-home": invalid(withLocalHome, "/runtime/artifactLayout/local/0/home"),
  "stems.once": invalid(feature({ agents: ["one", "one"] }), "/agents/1"),
  "steps.command": invalid(
    feature({ steps: [step({ ref: { command: "a; rm -rf ." } })] }),
    "/steps/0/ref/command"
  ),
  "steps.produces-once": invalid(
    feature({ steps: [step({ produces: ["A.md"] }), step({ produces: ["A.md"] })] }),
    "/steps/1/produces/0"
  )
}
