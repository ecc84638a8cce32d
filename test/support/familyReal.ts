import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

const data = join(import.meta.dirname, "../data/family/real")

/** Names of the members whose manifests were collected. */
export const realNames = [
  "agent-workflow-kit",
  "agent-workflow-memory",
  "agent-workflow-engine",
  "codex-cli-bridge",
  "antigravity-cli-bridge"
] as const

/** What a real member's folder holds, as collected. */
interface FileList {
  readonly mustExist: ReadonlyArray<string>
  readonly versionAuthority: string
  readonly version: string
}

const put = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const frontMatter = (version: string): string => `---\nname: x\nmetadata:\n  version: '${version}'\n---\n`

/** Puts a real member into a folder: its manifest byte for byte, and each file that its list says must exist. */
export const layRealMember = (folder: string, name: string) => {
  const list: FileList = JSON.parse(readFileSync(join(data, name, "files.json"), "utf8"))
  for (const file of list.mustExist) put(join(folder, file), "")
  copyFileSync(join(data, name, "capability.json"), join(folder, "capability.json"))
  if (list.versionAuthority === "package.json")
    put(join(folder, "package.json"), JSON.stringify({ version: list.version }))
  else put(join(folder, "SKILL.md"), frontMatter(list.version))
}
