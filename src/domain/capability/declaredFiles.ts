import { mcpEntriesOf } from "./mcpEntries.ts"
import { own, ownAt, pointerOf } from "./raw.ts"
import type { Manifest } from "./schema/manifest.ts"

/** What a declared file is for. */
export type DeclaredFileKind =
  | "hook-script"
  | "command-module"
  | "lane-binary"
  | "probe-binary"
  | "resolver-binary"
  | "mcp-command"
  | "fragment"
  | "skill-entry"
  | "agent-file"

/**
 * One file of the bundle that a manifest names or implies.
 *
 * `path` is relative to the capability's folder, with `/`, without `./` and doubled slashes. `required` files must
 * exist for the capability to be installed. `executable` ones are run as programs or loaded as code.
 */
export interface DeclaredFile {
  readonly path: string
  readonly kind: DeclaredFileKind
  readonly pointer: string
  readonly required: boolean
  readonly executable: boolean
}

/** Path without `.` segments and doubled slashes; a trailing slash stays, because it names a folder. */
export const plainPath = (path: string): string => {
  const parts = path.replaceAll("\\", "/").split("/")
  const kept = parts.filter((part, index) => (part !== "" || index === parts.length - 1) && part !== ".")
  return kept.join("/")
}

type Traits = Pick<DeclaredFile, "required" | "executable">

const code = { required: true, executable: true }
const text = { required: true, executable: false }
const implied = { required: false, executable: false }
const program = { required: false, executable: true }

const traitsOf: Readonly<Record<DeclaredFileKind, Traits>> = {
  "hook-script": code,
  "command-module": code,
  "lane-binary": code,
  "probe-binary": code,
  "resolver-binary": code,
  // A host starts MCP servers in a folder of its own choice, so a relative command may lie elsewhere.
  "mcp-command": program,
  fragment: text,
  "skill-entry": implied,
  "agent-file": implied
}

const file = (kind: DeclaredFileKind, path: string, pointer: string): DeclaredFile => ({
  path: plainPath(path),
  kind,
  pointer,
  ...traitsOf[kind]
})

/** Relative with a slash: a path below the bundle. A bare name is looked up on PATH, an absolute path lies outside. */
const isRelativePath = (value: string): boolean =>
  /[/\\]/u.test(value) && !/^(?:[/\\~]|[A-Za-z]:)/u.test(value)

const binary = (kind: DeclaredFileKind, value: unknown, pointer: string): ReadonlyArray<DeclaredFile> =>
  typeof value === "string" && isRelativePath(value) ? [file(kind, value, pointer)] : []

const ofFeature = (
  manifest: Extract<Manifest, { readonly role: "feature" }>
): ReadonlyArray<DeclaredFile> => {
  const hooks = (manifest.hooks ?? []).map((hook, index) =>
    file("hook-script", hook.script, pointerOf("hooks", index, "script"))
  )
  const modules = (manifest.commands ?? []).map((command, index) =>
    file("command-module", command.module, pointerOf("commands", index, "module"))
  )
  const fragments = (["steps", "contributions"] as const).flatMap((list) =>
    manifest[list].flatMap(({ fragment }, index) =>
      fragment !== undefined && "path" in fragment
        ? [file("fragment", fragment.path, pointerOf(list, index, "fragment", "path"))]
        : []
    )
  )
  const skills = manifest.skills.map((stem, index) =>
    file("skill-entry", `skills/${stem}/SKILL.md`, pointerOf("skills", index))
  )
  const agents = manifest.agents.map((stem, index) =>
    file("agent-file", `agents/${stem}.md`, pointerOf("agents", index))
  )
  const resolver = manifest.taskContentResolver?.invoke.binary
  return [
    ...hooks,
    ...modules,
    ...fragments,
    ...skills,
    ...agents,
    ...binary("resolver-binary", resolver, "/taskContentResolver/invoke/binary")
  ]
}

const ofLane = (manifest: Manifest): ReadonlyArray<DeclaredFile> => {
  const lane = own(manifest, "reviewer")
  return [
    ...binary("lane-binary", ownAt(lane, "invoke", "binary"), "/reviewer/invoke/binary"),
    ...binary("probe-binary", ownAt(lane, "probe", "binary"), "/reviewer/probe/binary")
  ]
}

const ofMcp = (manifest: Manifest): ReadonlyArray<DeclaredFile> =>
  mcpEntriesOf(own(manifest, "mcpServers")).flatMap(({ config, configPointer }) =>
    binary("mcp-command", own(config, "command"), `${configPointer}/command`)
  )

/**
 * Files of the bundle that a manifest names (scripts, modules, fragments, binaries written as relative paths such as `./bin/owl`) or implies
 * (`skills/<stem>/SKILL.md`, `agents/<stem>.md`), in manifest order; a path may occur more than once.
 * Source: manifest facts 3 and 4, decisions 16.
 */
export const declaredFiles = (manifest: Manifest): ReadonlyArray<DeclaredFile> => [
  ...(manifest.role === "feature" ? ofFeature(manifest) : []),
  ...ofLane(manifest),
  ...ofMcp(manifest)
]
