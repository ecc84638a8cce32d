import type { GivenConsent } from "../../src/domain/consent/decide.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { runOn } from "./engine.ts"

/** Another machine with a clone of the project: its files, and a home of its own in which nothing was ever installed. */
export const cloned = (
  disk: MemoryDisk.MemoryDisk,
  root: string,
  files: Readonly<Record<string, string>> = {}
): MemoryDisk.MemoryDisk => {
  const shared = [...disk.snapshot()].flatMap(([path, entry]) =>
    path.startsWith(`${root}/`) && entry.kind === "file" ? [[path, entry.bytes] as const] : []
  )
  return MemoryDisk.make({
    directories: ["/home/ada", `${root}/.git`],
    files: { ...Object.fromEntries(shared), ...files }
  })
}

/** Runs on a machine from within the project. */
export const onMachine = (disk: MemoryDisk.MemoryDisk, root: string, consent: GivenConsent = { yes: true }) =>
  runOn(disk, { workingDirectory: root, consent })

/** Text of a file; undefined when there is none. */
export const textOn = (disk: MemoryDisk.MemoryDisk, path: string): string | undefined => {
  const entry = disk.snapshot().get(path)
  return entry?.kind === "file" ? new TextDecoder().decode(entry.bytes) : undefined
}
