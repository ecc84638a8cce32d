import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const made: Array<string> = []

const openUp = (path: string): void => {
  if (!lstatSync(path).isDirectory()) return
  chmodSync(path, 0o700)
  for (const name of readdirSync(path)) openUp(join(path, name))
}

/** A new empty folder, for `removeRooms` to remove. */
export const makeRoom = (prefix: string): string => {
  const room = realpathSync(mkdtempSync(join(tmpdir(), prefix)))
  made.push(room)
  return room
}

/** Removes every room made so far, whatever their modes; each test file calls it after its tests. */
export const removeRooms = (): void => {
  for (const room of made.splice(0)) {
    if (existsSync(room)) openUp(room)
    rmSync(room, { recursive: true, force: true })
  }
}
