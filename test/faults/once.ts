import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { treeOf } from "./invariants.ts"

const digestOf = (disk: MemoryDisk): string => {
  const hash = createHash("sha1")
  for (const [path, text] of treeOf(disk)) hash.update(`${path}\0${text}\n`)
  return hash.digest("hex")
}

/**
 * Proves each state of a disk once: what a command does depends on the tree alone, and many losses leave equal trees.
 * What invariant 2 leaves out (audit log, trash, caches) decides nothing.
 */
export const once = () => {
  const proven = new Set<string>()
  return <E, R>(disk: MemoryDisk, proof: Effect.Effect<void, E, R>): Effect.Effect<void, E, R> =>
    Effect.suspend(() => {
      const digest = digestOf(disk)
      if (proven.has(digest)) return Effect.void
      proven.add(digest)
      return proof
    })
}
