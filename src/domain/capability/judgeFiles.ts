import type { DeclaredFile, DeclaredFileKind } from "./declaredFiles.ts"
import type { RuleText } from "./Candidate.ts"
import type { Problem } from "./Problem.ts"
import { quote } from "./raw.ts"
import { nearest } from "./suggest.ts"

/** Rules about the files that a manifest names. */
export const fileRules = {
  missing: {
    id: "files.missing",
    severity: "error",
    asks: "Each script, module, program and fragment that is declared by path is a regular file of the bundle",
    source: "decisions 16"
  },
  implied: {
    id: "files.implied",
    severity: "warning",
    asks: "Each declared skill and agent has its file in the bundle",
    source: "decisions 16"
  },
  hookStart: {
    id: "files.hook-start",
    severity: "warning",
    asks: "Each hook script is one that a host can start: it has a `#!` line, or is .js, .cjs or .mjs",
    source: "transaction, foreign files; cases U60"
  }
} as const satisfies Record<string, RuleText>

const nameOf: Readonly<Record<DeclaredFileKind, string>> = {
  "hook-script": "hook script",
  "command-module": "command module",
  "lane-binary": "lane's program",
  "probe-binary": "probe's program",
  "required-binary": "required program",
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
      rule: fileRules[entry.required ? "missing" : "implied"].id,
      severity: fileRules[entry.required ? "missing" : "implied"].severity,
      pointer: entry.pointer,
      message: `The ${nameOf[entry.kind]} ${quote(entry.path)} is no regular file of the bundle`,
      hint: hintFor(entry, all, folded)
    }))
}
