import { assert } from "@effect/vitest"
import { parse } from "jsonc-parser"
import { storeKey } from "../../src/domain/paths.ts"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { settingsFiles } from "./walks.ts"
import { hostFiles } from "./withHosts.ts"

const textAt = (disk: MemoryDisk, path: string): string | undefined => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? new TextDecoder().decode(entry.bytes) : undefined
}

/** Every command that stands in a settings file's hooks, as a host would run it. */
const commandsIn = (text: string): ReadonlyArray<string> => {
  const commands: Array<string> = []
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === "command" && typeof inner === "string") commands.push(inner)
      else visit(inner)
    }
  }
  const { hooks }: { hooks?: unknown } = parse(text) ?? {}
  visit(hooks)
  return commands
}

interface Records {
  readonly records: ReadonlyArray<{
    readonly id: string
    readonly contentHash: string
    readonly revoked?: string
  }>
}

/** What somebody consents to now. */
const consentedIn = (disk: MemoryDisk): Records["records"] => {
  const { records }: Records = JSON.parse(textAt(disk, "/home/ada/.gsd/consent.json") ?? '{"records":[]}')
  return records.filter((one) => one.revoked === undefined)
}

/** I8: somebody consents to the capability whose instructions agents read. */
const proveSkills = (disk: MemoryDisk): void => {
  if (textAt(disk, hostFiles.skill) !== undefined)
    assert.isTrue(
      consentedIn(disk).some(({ id }) => id === "hk-cap"),
      `${hostFiles.skill} stands there without consent`
    )
}

/** Of what the public system put there a host runs what it ran before, and nobody consented to anything here. */
const publicFolders = "/home/ada/.gsd/capabilities/"

/** I8: whatever script a host would start now is whole, and somebody consents to it. Foreign hooks stand as they stood. */
export const proveHooks = (disk: MemoryDisk): void => {
  const consented = new Set(consentedIn(disk).map(({ contentHash }) => storeKey(contentHash)))
  proveSkills(disk)
  for (const file of [...settingsFiles, hostFiles.claude, hostFiles.codex]) {
    const text = textAt(disk, file)
    if (text === undefined) continue
    const commands = commandsIn(text)
    if (file === settingsFiles[0]) assert.include(commands, "other-tool")
    for (const command of commands.filter((one) => one.includes("/.gsd/"))) {
      const path = command.slice(1, -1)
      if (path.startsWith(publicFolders)) {
        assert.isDefined(textAt(disk, path), `${file} runs ${path}, which is not there`)
        continue
      }
      const key = /\/store\/([0-9a-f]{64})\//u.exec(path)?.[1] ?? ""
      assert.isDefined(textAt(disk, path), `${file} runs ${path}, which is not there`)
      assert.match(textAt(disk, path) ?? "", /^#!\/bin\/sh\necho (?:hello|changed)\n$/u)
      assert.isTrue(consented.has(key), `${file} runs ${path} without consent`)
    }
  }
}
