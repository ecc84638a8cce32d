import { readFileSync } from "node:fs"
import type { BundleFile } from "../../../src/domain/content/BundleFile.ts"
import { sha512Hex } from "../../../src/domain/hash.ts"
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src/domain/json/value.ts"

/** Reviewer bodies of the twelve shipped lanes. Source: test/data/lanes.json. */
export const shippedLanes: ReadonlyArray<JsonObject> = (
  JSON.parse(readFileSync(new URL("../../data/lanes.json", import.meta.url), "utf8")) as {
    readonly lanes: ReadonlyArray<{ readonly fields: JsonObject }>
  }
).lanes.map(({ fields }) => fields)

/** A manifest with every field of the envelope. */
const envelope = {
  id: "owl",
  version: "1.0.0",
  title: "Owl",
  description: "Sees at night",
  tier: "standard",
  requires: ["nest"],
  engines: { gsd: ">=1.0.0" },
  runtimeCompat: { supported: ["claude"], unsupported: ["pi"], notes: { claude: "fine" } },
  compatVersions: { "1.0.0": "1.0.0" },
  integrity: "sha512-x",
  provenance: { sourceRepo: "https://git.example/owl", commit: "abc" },
  author: { name: "Ada", email: "ada@example.org", url: "https://example.org" },
  homepage: "https://owl.example",
  repository: "https://git.example/owl",
  license: "MIT",
  keywords: ["owl"]
}

/** A feature with every field, and one nobody knows in each object that runs, receives or instructs. */
export const feature: JsonObject = {
  ...envelope,
  role: "feature",
  skills: ["owl-look"],
  agents: ["owl-eye"],
  hooks: [{ event: "PreToolUse", matcher: "Bash", script: "hooks/a.sh", later: "x" }],
  commands: [{ family: "owl", module: "owl.cjs", router: "route", subcommands: ["see"], later: "x" }],
  mcpServers: {
    night: { command: "npx", args: ["-y", "owl"], env: { OWL: "1" }, cwd: "/tmp", later: { deep: "x" } },
    far: { type: "http", url: "https://owl.example/mcp", headers: { "X-Owl": "1" } }
  },
  config: { "owl.on": { type: "boolean", default: true, description: "On" } },
  activationKey: "owl.on",
  steps: [
    {
      point: "plan:pre",
      ref: { command: "owl see" },
      produces: ["OWL.md"],
      consumes: ["CONTEXT.md"],
      onError: "skip",
      when: "owl.on",
      fragment: { path: "fragments/step.md" },
      supportsReviewerLanes: true,
      later: "x"
    },
    { ref: { skill: "owl-look" } },
    { ref: { agent: "owl-eye" }, fragment: { inline: "Look up" } }
  ],
  contributions: [
    {
      point: "plan:pre",
      into: "planner",
      produces: ["X.md"],
      consumes: ["Y.md"],
      fragment: { path: "fragments/plan.md" },
      when: "owl.on",
      onError: "skip",
      configValues: { level: "owl.on" }
    },
    { point: "plan:post", fragment: { inline: "Be wise" } }
  ],
  gates: [
    {
      point: "execute:post",
      check: { predicate: { kind: "command-exit-zero", command: "make test", timeout: 30, later: "x" } },
      blocking: true,
      onError: "halt",
      when: "owl.on"
    },
    { point: "plan:post", check: { query: "owl.see" }, blocking: false, onError: "skip" },
    { check: { agentVerdict: { ref: { agent: "owl-eye" }, prompt: "Is it wise?" } } }
  ],
  taskContentResolver: {
    trackerPrefix: "owl",
    invoke: { binary: "./bin/resolve", args: ["{{id}}"], timeoutMs: 1000, later: "x" },
    later: "x"
  }
}

/** A runtime with a lane that spawns; every field of both bodies. */
export const runtime: JsonObject = {
  ...envelope,
  role: "runtime",
  runtime: {
    configHome: { kind: "dot-home", name: ".owl", env: ["OWL_HOME"], probe: ["owl"], probeExists: "VERSION" },
    localConfigDir: ".owl",
    configFormat: "settings-json",
    artifactLayout: { global: [{ kind: "skills", destSubpath: "skills" }] },
    hooksSurface: "settings-json",
    writesSharedSettings: true,
    permissionWriter: "opencode",
    extendedHookEvents: ["Stop"],
    orchestratorExec: { command: "bin/owl", args: ["run"], cwdFlag: "-C", promptFlag: "-p", modelFlag: "-m" },
    harnessIsolationFlag: "--isolate",
    hostBehaviors: { mcpCompanion: "owl-mcp" },
    later: "x"
  },
  reviewer: {
    slug: "owl",
    flags: ["--owl"],
    transport: "spawn",
    probe: { kind: "command-capability", binary: "bin/owl", needle: "--wise", timeoutMs: 100, later: "x" },
    invoke: {
      binary: "bin/owl",
      args: ["{{prompt}}"],
      promptChannel: "argv",
      outputChannel: "file-arg",
      outputArg: "-o",
      modelArg: "-m",
      effortChannel: "none",
      env: { OWL_QUIET: "1" },
      aFieldThatDoesNotExistYet: "x"
    },
    timeoutFloorMs: 1000,
    timeoutConfigKey: "review.timeouts.owl",
    emptyOutput: "stub-with-stderr",
    reviewsSection: "Owl",
    evidenceClass: "diff-only",
    requiresBinaries: ["git"],
    promptBudgetKey: "review.budget.owl",
    modelConfigKey: "review.models.owl",
    effortConfigKey: "review.effort.owl",
    defaultEffort: "high",
    handler: "opencode",
    anOuterFieldThatDoesNotExistYet: "x"
  }
}

/** A lane that talks to a model server; every field. */
export const httpReviewer: JsonObject = {
  ...envelope,
  role: "reviewer",
  reviewer: {
    slug: "owl_http",
    flags: ["--owl-http"],
    transport: "openai-http",
    probe: { kind: "http-reachable", hostConfigKey: "review.owl_host", path: "/v1/models", timeoutMs: 2000 },
    invoke: {
      hostConfigKey: "review.owl_host",
      defaultHost: "http://localhost:1234",
      path: "/v1/chat/completions",
      modelDiscovery: "none",
      fallbackModel: "wise",
      effortChannel: "none"
    },
    timeoutFloorMs: 1000,
    reviewsSection: "Owl HTTP"
  }
}

const texts: Readonly<Record<string, string>> = {
  "hooks/a.sh": "#!/bin/sh\n",
  "owl.cjs": "exports.route = () => {}\n",
  "bin/resolve": "#!/bin/sh\n",
  "bin/owl": "#!/bin/sh\n",
  "lib/data.json": "{}",
  "skills/owl-look/SKILL.md": "# Look\n",
  "agents/owl-eye.md": "# Eye\n",
  "fragments/step.md": "step\n",
  "fragments/plan.md": "plan\n",
  "README.md": "# Owl\n",
  "CHANGELOG.md": "# 1.0.0\n"
}

/** A file of a bundle with that text. */
export const fileOf = (path: string, text: string): BundleFile => ({
  path,
  size: new TextEncoder().encode(text).length,
  sha512: sha512Hex(text),
  executable: text.startsWith("#!")
})

/** The files of a manifest's bundle, some with other text than usual (undefined takes the file away). */
export const bundleOf = (
  manifest: JsonValue,
  other: Readonly<Record<string, string | undefined>> = {}
): ReadonlyArray<BundleFile> =>
  Object.entries<string | undefined>({
    "capability.json": JSON.stringify(manifest),
    ...texts,
    ...other
  }).flatMap(([path, text]) => (text === undefined ? [] : [fileOf(path, text)]))

/** Pointers of all leaves: scalars, and arrays of scalars as one. */
export const leavesOf = (value: JsonValue, pointer = ""): ReadonlyArray<string> => {
  if (Array.isArray(value) && value.some(isJsonObject))
    return value.flatMap((entry, index) => leavesOf(entry, `${pointer}/${index}`))
  if (!isJsonObject(value)) return [pointer]
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, `${pointer}/${key.replaceAll("/", "~1")}`)
  )
}

/** The value at a pointer; throws a test's error when there is none. */
export const valueAt = (value: JsonValue, pointer: string): JsonValue =>
  pointer
    .split("/")
    .slice(1)
    .reduce<JsonValue>((at, token) => (at as JsonObject)[token.replaceAll("~1", "/")] as JsonValue, value)

/** A copy with the value at a pointer replaced, or made where there was none. */
export const withValue = (value: JsonValue, pointer: string, next: JsonValue): JsonValue => {
  const copy = structuredClone(value) as JsonValue
  const tokens = pointer.split("/").slice(1)
  const last = tokens.pop() ?? ""
  const parent = valueAt(copy, ["", ...tokens].join("/")) as Record<string, JsonValue>
  parent[last.replaceAll("~1", "/")] = next
  return copy
}
