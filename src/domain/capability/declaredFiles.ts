import { mcpEntriesOf } from "./mcpEntries.ts"
import { isRelativeProgram, plainPath } from "./programPath.ts"
import { itemsOf, own, ownAt, pointerOf } from "./raw.ts"
import type { Manifest } from "./schema/manifest.ts"

/** What a declared file is for. */
export type DeclaredFileKind =
  | "hook-script"
  | "command-module"
  | "lane-binary"
  | "probe-binary"
  | "required-binary"
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
  "required-binary": code,
  "resolver-binary": code,
  // Published manifests name what a host fills in; one that is no file of the bundle is not wired.
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

const binary = (kind: DeclaredFileKind, value: unknown, pointer: string): ReadonlyArray<DeclaredFile> =>
  typeof value === "string" && isRelativeProgram(value) ? [file(kind, value, pointer)] : []

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
    ...binary("probe-binary", ownAt(lane, "probe", "binary"), "/reviewer/probe/binary"),
    ...itemsOf(own(lane, "requiresBinaries")).flatMap((required, index) =>
      binary("required-binary", required, pointerOf("reviewer", "requiresBinaries", index))
    )
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
