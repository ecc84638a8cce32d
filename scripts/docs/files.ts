/** Every place on disk that is ours, from the functions that name them. */
import { pathsOf, temporaryOf, type Paths } from "../../src/domain/paths.ts"
import {
  gitattributesText,
  gitignoreText,
  projectPlaces,
  projectScope
} from "../../src/domain/project/places.ts"
import { activeWorkstreamFile } from "../../src/domain/config/workstream.ts"
import { outcomesPath } from "../../src/domain/loop/record.ts"
import { page, table } from "./parts/markdown.ts"

export const file = "docs/reference/files.md"

/** What is there, for every member of `pathsOf`; the compiler asks for each. */
const own: Readonly<Record<keyof Paths, string>> = {
  root: "everything that gsd acts on: mode 0700, yours alone, never inside the project",
  ledger: "what is installed: the record whose rename is the commit of a transaction",
  projects: "what is recorded of projects, a folder each, named by the hash of the project's real path",
  store: "the bytes of capabilities, a folder for each content hash, never changed",
  stored: "one bundle, with `files.json`: path, size and hash of each of its files",
  bundle: "its files; scripts and programs 0555, all others 0444",
  views: "links for people; nothing reads them",
  view: "link to the active bundle of a capability",
  transactions: "the transaction under way; at most one",
  transaction: "one transaction, until it is finished or undone",
  journal: "what is to be changed, durable before anything is",
  before: "the bytes of a file of another program as they were",
  stagings: "what is being fetched and judged",
  staging: "one of them, moved into the store as a whole",
  stagingLock: "its lock; a folder whose lock can be had is left over, and removed",
  trash: "what went and is not yet deleted",
  attention: "what gsd will not decide: bytes and a note, for a person",
  keptLedger: "a ledger that could not be read, before `gsd doctor --rebuild` replaced it",
  runs: "reviews under way, and kept ones",
  run: "one review: prompts, answers and logs of its lanes",
  runNote: "whose it is",
  runKept: "the same, of a run that `--keep` left",
  runHistory: "how reviews ended, a line each: `gsd review history`",
  cache: "what can be had again; it may be deleted",
  seal: "when a bundle was last hashed, and what its files looked like",
  seals: "seals, one per bundle",
  artifact: "a fetched file, by its digest",
  artifacts: "fetched files",
  parts: "files that are being fetched",
  consent: "what you said yes to, by scope, id and digest",
  consentBeside: "the same, while another system keeps its own file in that place",
  policy: "your policy: sources, hosts, signatures, consent, generations",
  config: "your configuration: `gsd config set KEY VALUE --user`",
  registries: "registries that you added: address, keys, the newest root that was seen",
  audit: "a line for each begin and end of a transaction, in a chain: `gsd capability log`",
  lock: "the one lock; the operating system holds it",
  lockHolder: "who holds it, for messages only"
}

const tx = "TX"
/** Of no bytes in particular. */
const hash = `sha512-${"A".repeat(86)}==`
const scope = projectScope("/projects/app")

const sample = (name: keyof Paths, paths: Paths): string => {
  switch (name) {
    case "ledger":
      return paths.ledger({ kind: "global" })
    case "before":
      return paths.before(tx, 0).replace("/0.before", "/N.before")
    case "journal":
    case "staging":
    case "stagingLock":
    case "transaction":
      return paths[name](tx)
    case "run":
    case "runKept":
    case "runNote":
      return paths[name]("RUN")
    case "view":
      return paths.view("ID")
    case "artifact":
    case "bundle":
    case "seal":
    case "stored":
      return paths[name](hash).replaceAll(/[0-9a-f]{64,}/gu, "HASH")
    case "keptLedger":
      return `${paths.attention}/ledger-SCOPE-HASH.json`
    default:
      return paths[name]
  }
}

const paths = pathsOf("~/.gsd")

const code = (path: string): string => `\`${path}\``

const rows = [
  ...(Object.keys(own) as ReadonlyArray<keyof Paths>).map((name) => [sample(name, paths), own[name]]),
  [paths.ledger(scope).replace(scope.key, "KEY"), "what is installed in a project, on this machine"]
].toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1))

const places = projectPlaces("")

const inProject = [
  [places.lockfile, "what the team agreed on: source, version and hash of each capability; committed"],
  [places.vendored("ID"), "the bytes of a capability, for the team; committed, never run from there"],
  [places.gitignore, "written at first use: only these files are committed"],
  [places.gitattributes, "written at first use: git leaves the bytes alone"],
  ["/.planning/config.json", "the project's configuration: `gsd config set`"],
  [`/${activeWorkstreamFile}`, "the workstream that is active, when no flag and no variable names one"],
  ["/.planning/workstreams/NAME/config.json", "configuration of a workstream"],
  [`/${outcomesPath}`, "what became of hooks of the loop: `gsd loop log`"]
].map(([path = "", what = ""]) => [code(path.slice(1)), what])

const text = `# Files on disk

Everything that gsd acts on is in one folder of yours: \`~/.gsd\`, or \`.gsd\` in \`$GSD_HOME\`, or in \`DIR\` with \`--root DIR\`. A
folder inside the current project is refused. \`gsd doctor\` looks at all of it; \`gsd capability gc\` lets go of what nothing
needs.

${table(
  ["path", "what it is"],
  rows.map(([path = "", what = ""]) => [code(path), what])
)}

Words in capitals stand for what differs: \`TX\` for 16 hex digits of chance, \`HASH\` for hex digits of a hash, \`KEY\` for the
first 32 hex digits of the sha256 of a project's real path.

## In a project

Input only. A ledger, a journal or a lock that a repository brings along is not looked at, and \`gsd doctor\` names it.

${table(["path", "what it is"], inProject)}

\`.gitignore\`:

\`\`\`text
${gitignoreText.trimEnd()}
\`\`\`

\`.gitattributes\`:

\`\`\`text
${gitattributesText.trimEnd()}
\`\`\`

## In files of other programs

\`--wire FILE\` and \`gsd runtime apply\` put entries into settings files and write files where a host looks for them:
[runtimes](runtimes.md). The ledger remembers each; all other bytes stay. While a transaction runs, the new bytes lie beside the
file as \`${temporaryOf("/settings.json", tx).slice(1)}\`; what a crash leaves of them, the next command removes.
`

export const render = async (): Promise<string> =>
  page("scripts/docs/files.ts from src/domain/paths.ts", text)
