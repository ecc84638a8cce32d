import * as Effect from "effect/Effect"
import { limits } from "../../domain/limits.ts"
import { parentOf } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { DemoHost } from "../DemoHost.ts"
import type { Place, Said } from "./call.ts"

const settingsName = "settings.json"

const said = (stdout: string, exitCode = 0): Said => ({ exitCode, stdout, stderr: "" })

const exampleSettings = Effect.fnUntraced(function* () {
  const { examples } = yield* DemoHost
  return `${parentOf(examples)}/${settingsName}`
})

const read = Effect.fnUntraced(function* (path: string) {
  return yield* (yield* Durable).read(path, { maxBytes: limits.manifestBytes })
})

/** Puts a host's settings file into the work folder. */
export const writeSettings = Effect.fnUntraced(function* (place: Place) {
  const bytes = yield* read(yield* exampleSettings())
  yield* (yield* Durable).create(`${place.work}/${settingsName}`, bytes, { mode: 0o600 })
})

/** The settings file as it is. */
export const readSettings = Effect.fnUntraced(function* (place: Place) {
  return said(new TextDecoder().decode(yield* read(`${place.work}/${settingsName}`)))
})

/** Whether the settings file has the very bytes it had before anything was wired. */
export const compareSettings = Effect.fnUntraced(function* (place: Place) {
  const before = yield* read(yield* exampleSettings())
  const after = yield* read(`${place.work}/${settingsName}`)
  const isEqual = before.length === after.length && before.every((byte, at) => byte === after[at])
  return isEqual ? said(`equal, all ${after.length} bytes`) : said("they differ", 1)
})

/** What a look at the disk finds of a home in which everything was removed again. */
export const lookAtDisk = Effect.fnUntraced(function* (place: Place) {
  const durable = yield* Durable
  const root = `${place.home}/.gsd`
  const count = (name: string) => Effect.map(durable.entries(`${root}/${name}`), (found) => found.length)
  const unfinished = (yield* count("tx")) + (yield* count("staging"))
  return said(
    `store: ${yield* count("store")}\ntx and staging: ${unfinished}\ntrash: ${yield* count("trash")}`
  )
})
