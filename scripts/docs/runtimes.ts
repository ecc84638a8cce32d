/** Where each host runtime lives and what it is given, from its manifest and the tables of the projection. */
import { format, resolveConfig } from "prettier"
import * as Result from "effect/Result"
import type { ConfigHome } from "../../src/domain/capability/schema/configHome.ts"
import type { Offer } from "../../src/domain/projection/offer.ts"
import type { Places } from "../../src/domain/projection/places.ts"
import { eventsOf } from "../../src/domain/projection/surface/events.ts"
import { notConsumed } from "../../src/domain/projection/surface/notConsumed.ts"
import { permissionsOf } from "../../src/domain/projection/surface/permissions.ts"
import { serversOf } from "../../src/domain/projection/surface/servers.ts"
import type { Surface } from "../../src/domain/projection/surface/surface.ts"
import { hooksOf } from "../../src/domain/projection/surface/surfaceOf.ts"
import type { Runtime } from "../../src/domain/runtime/choose.ts"
import { resolveHome, type HomePart, type HomeScope } from "../../src/domain/runtime/home.ts"
import { firstPartyMembers } from "../../src/pipelines/registry/firstParty.ts"

export const file = "docs/reference/runtimes.md"

const home = "/home/ada"

const project = "/projects/app"

const facts = { platform: "linux", home, variables: new Map<string, string>() }

const scopes: ReadonlyArray<HomeScope> = [{ kind: "global" }, { kind: "project", root: project }]

const runtimes = firstPartyMembers().flatMap(({ id, manifest, origin }): ReadonlyArray<Runtime> =>
  manifest.role === "runtime" ? [{ id, origin, manifest, body: manifest.runtime }] : []
)

const shortened = (path: string): string => {
  if (path === project) return "the project's root"
  const short = path.replace(`${home}/`, "~/").replace(`${project}/`, "")
  return `\`${short}\``
}

const pathOf = (runtime: Runtime, scope: HomeScope, part: HomePart): string | null =>
  Result.getOrThrow(resolveHome({ runtime, scope, part }, facts, () => false)).path

const placesIn = (runtime: Runtime, scope: HomeScope): Places | undefined => {
  const config = pathOf(runtime, scope, "config")
  const hooks = pathOf(runtime, scope, "hooks")
  return config === null || hooks === null
    ? undefined
    : { runtime, scope, home, config, hooks, artifacts: [] }
}

const offer: Offer = {
  id: "ID",
  version: "1.0.0",
  tier: "core",
  runtimeCompat: { supported: ["*"], unsupported: [] },
  skills: [],
  agents: [],
  hooks: ["SessionStart", "PreToolUse"].map((event) => ({ kind: "hook", event, command: "x" })),
  servers: [{ kind: "server", name: "x", config: { command: "x" } }],
  notOffered: []
}

const filesOf = ({ entries, files }: Surface): string =>
  [...new Set([...files, ...entries].map(({ path }) => path))].map(shortened).join(", ")

const none = "none"

/** A row of both scopes; `of` says nothing where there is none. */
const row = (what: string, runtime: Runtime, of: (places: Places) => string): string => {
  const cells = scopes.map((scope) => {
    const places = placesIn(runtime, scope)
    const said = places === undefined ? "" : of(places)
    return said === "" ? none : said
  })
  return `| ${what} | ${cells.join(" | ")} |`
}

const layoutRows = (runtime: Runtime): ReadonlyArray<string> => {
  const { global, local } = runtime.body.artifactLayout
  const kinds = [...new Set([...global, ...local].map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const cells = scopes.map((scope) => {
      const layout = scope.kind === "global" ? global : local
      const paths = layout
        .filter((artifact) => artifact.kind === kind)
        .map((artifact) => pathOf(runtime, scope, { artifact }))
        .filter((path) => path !== null)
      return paths.length === 0 ? none : paths.map(shortened).join(", ")
    })
    return `| ${kind} | ${cells.join(" | ")} |`
  })
}

const variables = (names: ReadonlyArray<string>): string => names.map((name) => `\`${name}\``).join(", ")

const insteadOf = (names: ReadonlyArray<string>): string =>
  names.length > 1
    ? `The first of ${variables(names)} that says something takes its place.`
    : `What ${variables(names)} says takes its place.`

const ruleOf = (config: ConfigHome): string => {
  const { env, probe = [], probeExists } = config
  switch (config.kind) {
    case "none":
      return "Its host has no configuration of its own on the disk."
    case "xdg": {
      const [folder, path, root] = env
      return `What \`${folder}\` says, the folder of the file that \`${path}\` says, or its folder below what \`${root}\` says.`
    }
    case "dot-home":
      return env.length === 0 ? "Always the same." : insteadOf(env)
    case "dot-home-nested":
    case "generic-agents-root": {
      const said = insteadOf(env.slice(0, 1))
      if (probe.length === 0) return said
      const marked = probeExists === undefined ? "" : ` the first with \`${probeExists}\` in it, then`
      return `${said} Else of ${variables(probe)}${marked} the first that is there.`
    }
  }
}

const eventLine = (runtime: Runtime): string => {
  const { hooksSurface } = runtime.body
  if (hooksSurface === "none") return "It is given no hooks."
  const events = [...eventsOf({ runtime }, hooksSurface)].map(([name, own]) =>
    name === own ? `\`${name}\`` : `\`${name}\` as \`${own}\``
  )
  const spelt =
    hooksSurface === "windsurf-hooks-json" ? ["`PreToolUse` as `pre_write_code`, `pre_run_command`"] : events
  return `Hooks by \`${hooksSurface}\`, on ${spelt.join(", ")}.`
}

const section = (runtime: Runtime): string => {
  const { body, id, manifest } = runtime
  return [
    `## ${manifest.title} (\`${id}\`)`,
    "",
    ruleOf(body.configHome),
    "",
    "| | for all projects | in a project |",
    "| --- | --- | --- |",
    row("home", runtime, ({ config }) => shortened(config)),
    ...layoutRows(runtime),
    row("hooks", runtime, (places) => filesOf(hooksOf(places, [offer]))),
    row("MCP servers", runtime, (places) => filesOf(serversOf(places, offer))),
    row("leave to read", runtime, (places) =>
      filesOf(permissionsOf(places, [{ capability: "ID", folder: "/x" }]))
    ),
    "",
    eventLine(runtime)
  ].join("\n")
}

const reasons = notConsumed.map(({ keys, reason }) => `| ${variables(keys)} | ${reason} |`)

const text = `<!-- Generated by scripts/docs/runtimes.ts from capabilities and src/domain/projection; do not edit. -->

# Runtimes

Where each of the ${runtimes.length} host runtimes lives and what of capabilities it is given. \`gsd runtime list\` says which of them
are on your machine, \`gsd runtime plan ID\` what would be written where.

Paths below \`~\` are those of a machine on which nothing is set; paths of a project are relative to its root. A row that says
\`none\` is not given, and what a capability brings of it is listed with the reason. Capabilities name events and tools as Claude does;
a host gets them in its own words, and an event that it does not know is not written. Scripts of hooks stay in the store of gsd,
where their commands name them. What is added to a file of the host is recorded and taken out again byte for byte; files of others
are never replaced.

${runtimes.map(section).join("\n\n")}

## Keys of \`hostBehaviors\` that nothing obeys

A manifest may say them, and they change nothing.

| keys | why |
| --- | --- |
${reasons.join("\n")}
`

export const render = async (): Promise<string> =>
  format(text, { ...(await resolveConfig(import.meta.filename)), parser: "markdown" })
