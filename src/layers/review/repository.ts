import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { DirectoryEntry } from "../../domain/disk/identity.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"

/** Folders that nobody reviews, and that hold more files than all the others. */
const leftOut = new Set([".git", "node_modules"])

const newline = 10

const entriesOf = Effect.fnUntraced(function* (folder: string) {
  const durable = yield* Durable
  return yield* Effect.orElseSucceed(durable.entries(folder), (): ReadonlyArray<DirectoryEntry> => [])
})

/** Files below a root, folder by folder; no link is followed. */
export const filesBelow = Effect.fnUntraced(function* (root: string) {
  const found: Array<string> = []
  const waiting = [""]
  for (let prefix = waiting.pop(); prefix !== undefined; prefix = waiting.pop()) {
    const below: Array<string> = []
    for (const { kind, name } of yield* entriesOf(`${root}/${prefix}`)) {
      if (kind === "file") found.push(`${prefix}${name}`)
      if (kind === "directory" && !leftOut.has(name)) below.push(`${prefix}${name}/`)
      if (found.length >= limits.repositoryFiles) return found
    }
    waiting.push(...below.toReversed())
  }
  return found
})

/** Lines of one file; a last one without a line end counts. */
const linesOf = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const next = yield* durable.pieces(path, { pieceBytes: limits.citedPieceBytes })
  let lines = 0
  let last = newline
  for (let size = 0; size < limits.citedFileBytes;) {
    const piece = yield* next
    if (piece.length === 0) break
    for (const byte of piece) if (byte === newline) lines += 1
    last = piece.at(-1) ?? newline
    size += piece.length
  }
  return last === newline ? lines : lines + 1
}, Effect.scoped)

/** Lines of each file; those that cannot be read are left out. */
export const countLines = Effect.fnUntraced(function* (root: string, files: ReadonlyArray<string>) {
  const counted = new Map<string, number>()
  for (const file of files) {
    const lines = yield* Effect.result(linesOf(`${root}/${file}`))
    if (Result.isSuccess(lines)) counted.set(file, lines.success)
  }
  return counted
})
