import type { Entry, MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"

const textOf = (entry: Entry): string => {
  if (entry.kind === "link") return `link ${entry.target}`
  const mode = entry.mode.toString(8)
  return entry.kind === "directory"
    ? `directory ${mode}`
    : `file ${mode} ${Buffer.from(entry.bytes).toString("latin1")}`
}

/** Kind, mode and bytes, or target, of what stands on a disk, by path; without the paths left out. */
export const treeWithout = (disk: MemoryDisk, leftOut: RegExp): Record<string, string> =>
  Object.fromEntries(
    [...disk.snapshot()].filter(([path]) => !leftOut.test(path)).map(([path, entry]) => [path, textOf(entry)])
  )
