import type { DeclaredFile, DeclaredFileKind } from "./declaredFiles.ts"
import type { Problem } from "./Problem.ts"
import { quote } from "./raw.ts"
import { nearest } from "./suggest.ts"

const nameOf: Readonly<Record<DeclaredFileKind, string>> = {
  "hook-script": "hook script",
  "command-module": "command module",
  "lane-binary": "lane's program",
  "probe-binary": "probe's program",
  "resolver-binary": "resolver's program",
  "mcp-command": "MCP server's program",
  fragment: "fragment",
  "skill-entry": "skill file",
  "agent-file": "agent file"
}

const hintFor = (
  declared: DeclaredFile,
  paths: ReadonlyArray<string>,
  folded: ReadonlyMap<string, string>
): string => {
  const other = folded.get(declared.path.toLowerCase()) ?? nearest(declared.path, paths)
  return other === undefined ? `Add ${quote(declared.path)} to the folder` : `Did you mean ${quote(other)}?`
}

/**
 * Problems about declared files that the bundle does not hold as regular files.
 *
 * `paths` are the bundle's regular files, relative, with `/`; links, devices and folders are not among them, so they
 * count as missing. A missing required file is an error (`files.missing`); a skill or agent whose implied file is
 * absent is a warning (`files.implied`), because published capabilities name stems they do not ship. The comparison
 * is byte-exact, on every file system. One problem per pointer. Source: issue "missing hook script", decisions 16.
 */
export const judgeFiles = (
  declared: ReadonlyArray<DeclaredFile>,
  paths: Iterable<string>
): ReadonlyArray<Problem> => {
  const present = new Set(paths)
  const all = [...present]
  const folded = new Map(all.map((path) => [path.toLowerCase(), path]))
  return declared
    .filter((entry) => !present.has(entry.path))
    .map((entry) => ({
      rule: entry.required ? "files.missing" : "files.implied",
      severity: entry.required ? "error" : "warning",
      pointer: entry.pointer,
      message: `The ${nameOf[entry.kind]} ${quote(entry.path)} is no regular file of the bundle`,
      hint: hintFor(entry, all, folded)
    }))
}
