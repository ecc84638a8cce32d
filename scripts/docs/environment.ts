/** Every environment variable that is read, and those that are set for what gsd starts. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { agentMarkers, buildMarkers, genericMarkers } from "../../src/domain/agent/markers.ts"
import { commandVariables } from "../../src/domain/command/environment.ts"
import { knownMembers } from "../../src/domain/family/bundled.ts"
import { withheldVariables } from "../../src/domain/lane/parentVariables.ts"
import { firstPartyMembers } from "../../src/pipelines/registry/firstParty.ts"
import { codes, page, table } from "./parts/markdown.ts"
import { root } from "./parts/root.ts"

export const file = "docs/reference/environment.md"

/** What each variable does that a person may set; a name that ends in `*` stands for all that begin so. */
const read: ReadonlyArray<readonly [name: string, does: string]> = [
  ["HOME", "The user's home directory; without it the one that the system knows"],
  ["GSD_HOME", "Directory that holds `.gsd`, in place of the home directory; `--root DIR` comes before it"],
  ["GSD_WORKSTREAM", "The workstream whose configuration counts; `--ws NAME` comes before it"],
  ["GSD_SKIP_SCHEMA_CHECK", "`true` lets the query `verify.schema-drift` pass once"],
  ["GSD_CLUSTER_PASSWORD", "Password of the database of a cluster, so that it need not stand in the address"],
  ["NO_COLOR", "Any value: no colour"],
  ["FORCE_COLOR", "Colour also where no terminal is; `0` or `false`: none"],
  ["TERM", "`dumb`: no colour, no progress, no board"],
  ["CI", "Family reports are written as annotations as well; also one of the signs of a build service"],
  ["PATH", "Where programs of lanes, gates, resolvers and git are looked for; relative entries do not count"],
  ["SystemRoot", "Windows only: where the system's programs are"],
  ["PWD", "The working directory where it was deleted"],
  ["SSH_AUTH_SOCK", "Given to git for sources over ssh"],
  ["HTTPS_PROXY", "Proxy for https, upper or lower case; lower case counts first"],
  ["NO_PROXY", "Hosts that are asked without the proxy, upper or lower case"],
  ["SSL_CERT_FILE", "A file of certificates that are trusted beside the usual ones"],
  ["NODE_EXTRA_CA_CERTS", "The same"],
  ["npm_config_userconfig", "Path of the user's `.npmrc`, which is read for registries and tokens"],
  ["XDG_CONFIG_HOME", "Where the settings file of the agent-workflow family is"],
  ["OTEL_*", "Export of spans, metrics and logs, after OpenTelemetry's specification"]
]

/** Lists whose names are told by the lists themselves. */
const lists = new Set(
  [
    "agent/markers.ts",
    "disclosure/environmentNames.ts",
    "family/bundled.ts",
    "lane/parentVariables.ts",
    "registry/builtIn.ts"
  ].map((name) => `src/domain/${name}`)
)

/** Set for children, or read from a child's, and no setting of a person's. */
const own = new Set(["GSD_RUN_COOKIE", "GSD_GATE_COMMAND", "GSD_REVIEW_EFFORT"])

const patterns = [
  /\bvariables\.get\("(\w+)"\)/gu,
  /\b(?:process\.env|env)\["(\w+)"\]/gu,
  /\bvariable\(variables, "(\w+)"\)/gu,
  /\btextOf\(variables, "(\w+)"\)/gu,
  /\w+Variable = "(\w+)"/gu,
  /\/\^(npm_config_\w+)\$\//gu,
  /"(SSL_CERT_FILE|NODE_EXTRA_CA_CERTS|SSH_AUTH_SOCK|SystemRoot|OTEL_\w+)"/gu
]

const namesIn = (source: string): ReadonlyArray<string> => [
  ...patterns.flatMap((pattern) => [...source.matchAll(pattern)].map(([, name = ""]) => name)),
  ...[...source.matchAll(/const \{([^}]*)\} = process\.env/gu)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => (name.split(":")[0] ?? "").trim())
  )
]

const found = new Set(
  globSync("src/**/*.ts", { cwd: root })
    .filter((name) => !lists.has(name))
    .flatMap((name) => namesIn(readFileSync(join(root, name), "utf8")))
    .map((name) => (name.endsWith("_proxy") ? name.toUpperCase() : name))
)

const covers = (row: string, name: string): boolean =>
  row.endsWith("*") ? name.startsWith(row.slice(0, -1)) : row === name

const untold = [...found].find((name) => !own.has(name) && !read.some(([row]) => covers(row, name)))
if (untold !== undefined) throw new Error(`scripts/docs/environment.ts: what does ${untold} do?`)

const rows = read
  .filter(([row]) => [...found].some((name) => covers(row, name)))
  .map(([name, does]) => [`\`${name}\``, does])

const agents = [...new Set(agentMarkers.map(({ agent }) => agent))]

const byAgent = agents.map((agent) => [
  agent,
  codes(
    agentMarkers
      .filter((marker) => marker.agent === agent)
      .map(({ value, variable }) => (value === undefined ? variable : `${variable}=${value}`))
  )
])

const runtimes = firstPartyMembers().flatMap(({ id, manifest }) => {
  const home = manifest.role === "runtime" ? manifest.runtime.configHome : undefined
  return home === undefined || home.env.length === 0 ? [] : [[id, codes(home.env)]]
})

const family = knownMembers.map(({ env, name, settings }) => [
  name,
  codes([env, ...settings.map(({ key }) => key)])
])

const commands = commandVariables({
  family: "the family",
  capability: "id of the capability",
  projectRoot: "root of the project",
  planningFolder: "its `.planning`",
  workingDirectory: "where the command was called",
  phase: { number: "number of the phase, or empty", folder: "folder of the phase, or empty", name: "" },
  json: false
})

const withheld = (reason: string): string =>
  codes(
    [...withheldVariables].flatMap(([name, why]) =>
      why === reason && !agentMarkers.some(({ variable }) => variable === name) ? [name] : []
    )
  )

const text = `# Environment

Variables that gsd reads. All of them are read once, at the start.

${table(["variable", "does"], rows)}

\`\${NAME}\` in the user's \`.npmrc\` stands for the variable of that name, as for npm. What is written for a gate or a lane in a
manifest may name variables; the disclosure shows them before you consent.

## Who is calling

When one of these is set, the consent record says \`by: agent\`, and \`consent.fromAgents\` of the policy decides. Lanes of the
same agent skip themselves.

${table(["agent", "variables"], byAgent)}

Of any make: ${codes(genericMarkers)}. Build services (\`by: ci\`): ${codes(buildMarkers)}.

## Where hosts live

The rules are in [runtimes](runtimes.md).

${table(["runtime", "variables"], runtimes)}

## The agent-workflow family

Where a member lies, and its settings; a variable counts before the settings file.

${table(["member", "variables"], family)}

## What children are given

Lanes, gates and commands get gsd's own environment without what follows, and without the markers above.

- It says that a session of an agent is around: ${withheld("session")}.
- It makes a program load code: ${withheld("loader")}.
- Our own secrets: ${withheld("own")}.

With \`review.env: allowlist\` lanes get a short list in place of everything. Programs of resolvers, and git, get almost nothing.

A command of a capability (\`gsd x\`) gets besides:

${table(
  ["variable", "says"],
  Object.entries(commands).map(([name, says]) => [`\`${name}\``, says])
)}

\`GSD_RUN_COOKIE\` marks the children of a run, so that none of them outlives it. \`GSD_REVIEW_EFFORT\` tells a lane how much
effort was asked for. \`GSD_GATE_COMMAND\` carries a gate's command line to the shell of Windows.
`

export const render = async (): Promise<string> => page("scripts/docs/environment.ts from src", text)
