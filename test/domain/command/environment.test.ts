import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { commandEnvironment } from "../../../src/domain/command/environment.ts"
import { revealAll } from "../../../src/domain/process/environment.ts"

const context = {
  family: "fx",
  capability: "fx-cap",
  projectRoot: "/projects/app",
  planningFolder: "/projects/app/.planning",
  workingDirectory: "/projects/app/src",
  json: false
}

const made = (parent: Readonly<Record<string, string>>) =>
  commandEnvironment(new Map(Object.entries(parent)), context)

describe("commandEnvironment", () => {
  it("passes on what is the person's, and nothing that steers Node or marks an agent's session", () => {
    const kept = {
      PATH: "/bin",
      HOME: "/home/ada",
      GSD_HOME: "/home/ada",
      NODE_EXTRA_CA_CERTS: "/ca",
      HTTPS_PROXY: "p"
    }
    const withheld = [
      "NODE_OPTIONS",
      "NODE_PATH",
      "node_debug",
      "NODE_V8_COVERAGE",
      "NODE_CHANNEL_FD",
      "LD_PRELOAD"
    ]
    const sessions = ["CLAUDECODE", "AI_AGENT", "BASH_ENV", "VSCODE_INSPECTOR_OPTIONS"]
    const parent = { ...kept, ...Object.fromEntries([...withheld, ...sessions].map((name) => [name, "x"])) }
    const env = revealAll(made(parent))
    assert.include(env, kept)
    for (const name of [...withheld, ...sessions]) assert.notProperty(env, name)
  })

  it("says where it runs, whatever ours said, and hides secrets from logs", () => {
    const env = made({ GSD_PHASE: "9", gsd_family: "other", API_TOKEN: "secret" })
    assert.include(env, { GSD_PHASE: "", GSD_FAMILY: "fx", GSD_PROJECT_ROOT: "/projects/app" })
    assert.notProperty(env, "gsd_family")
    assert.isTrue(Redacted.isRedacted(env["API_TOKEN"]))
  })
})
