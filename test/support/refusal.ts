import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { MemoryDisk } from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { below, capability } from "./capabilities.ts"
import { requestOf, runOn, type EngineOptions } from "./engine.ts"
import { treeWithout } from "./tree.ts"
import * as Disk from "../../src/layers/disk/MemoryDisk.ts"

/** What a refused command may leave behind it: its lock, its audit lines, and what can be made again. */
const allowed = /\.gsd\/(?:lock|lock\.json|audit\.jsonl|cache(?:\/.*)?)$/u

const trashed = /\.gsd\/trash\/./u

/** Everything on a disk that a refused command must leave as it is, by path. */
export const treeOf = (disk: MemoryDisk): Record<string, string> => treeWithout(disk, allowed)

/** The same without what waits in trash: an undone commit may leave that. */
export const treeBesideTrash = (disk: MemoryDisk): Record<string, string> =>
  Object.fromEntries(Object.entries(treeOf(disk)).filter(([path]) => !trashed.test(path)))

/** A refusal as the command line shows it. */
export interface Refusal {
  readonly tag: string
  readonly message: string
  readonly hints: ReadonlyArray<string>
  readonly exit: unknown
}

const refusalOf = (error: unknown): Refusal => {
  assert.instanceOf(error, Error)
  assert.property(error, "_tag")
  assert.property(error, "hints")
  const typed = error as Error & { readonly _tag: string; readonly hints: ReadonlyArray<string> }
  const exit: unknown = Reflect.get(typed, Runtime.errorExitCode)
  return { tag: typed._tag, message: typed.message, hints: typed.hints, exit }
}

/** Runs what must be refused: by one typed error with a next step, and with nothing written. */
export const refuse = Effect.fnUntraced(function* (
  disk: MemoryDisk,
  program: Effect.Effect<unknown, unknown>
) {
  const before = treeOf(disk)
  const refusal = refusalOf(yield* Effect.flip(program))
  assert.isNotEmpty(refusal.hints, refusal.message)
  assert.notStrictEqual(refusal.hints[0], "")
  assert.deepStrictEqual(treeOf(disk), before)
  return refusal
})

/** A disk on which H stands with one capability, `other`, and these files. */
export const diskWith = Effect.fnUntraced(function* (
  files: Readonly<Record<string, string | Uint8Array>>,
  options: EngineOptions = {}
) {
  const disk = Disk.make({
    directories: ["/home/ada"],
    files: { ...below("/other/other", capability({ id: "other", skills: [] })), ...files }
  })
  yield* runOn(disk, options)(install(requestOf("/other/other")))
  return disk
})
