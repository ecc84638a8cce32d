import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { parentOf } from "../../src/domain/paths.ts"
import * as GsdHomeFile from "../../src/layers/home/GsdHomeFile.ts"
import * as LockMemory from "../../src/layers/lock/LockMemory.ts"
import * as LockSqlite from "../../src/layers/lock/LockSqlite.ts"
import { Durable } from "../../src/services/Durable.ts"
import { Environment } from "../../src/services/Environment.ts"
import type { GsdHome } from "../../src/services/GsdHome.ts"
import type { Lock } from "../../src/services/Lock.ts"
import { durableInMemory, durableOnNode, Room, utf8 } from "./disk.ts"

/** What a process is told in a room; home is `<room>/home`. */
export interface Told extends GsdHomeFile.HomeOptions {
  /** Below the room; `workspace` when left out, which need not exist. */
  readonly workingDirectory?: string
  readonly home?: string
  readonly variables?: (room: string) => Readonly<Record<string, string>>
  readonly userId?: number
}

/** A disk with a room, and the kind of lock that goes with it. */
export interface Ground {
  readonly disk: Layer.Layer<Durable | Room>
  readonly lock: Layer.Layer<Lock>
  /** Who the files of the room belong to. */
  readonly userId: number
}

/** The machine's disk with the operating system's lock. */
export const onNode: Ground = {
  disk: durableOnNode,
  lock: LockSqlite.layerWith(),
  userId: process.geteuid?.() ?? 0
}

/** A fresh memory disk with locks in memory. */
export const inMemory: Ground = { disk: durableInMemory, lock: LockMemory.layer, userId: 1000 }

/** Every ground that a contract suite runs on, by name. */
export const grounds: ReadonlyArray<readonly [string, Ground]> = [
  ["on the machine's disk", onNode],
  ["in memory", inMemory]
]

/** The environment in a room. */
export const environmentIn = (ground: Ground, told: Told = {}) =>
  Layer.effect(
    Environment,
    Effect.map(Room, (room) =>
      Environment.of({
        home: `${room}/${told.home ?? "home"}`,
        workingDirectory: `${room}/${told.workingDirectory ?? "workspace"}`,
        userId: told.userId ?? ground.userId,
        processId: process.pid,
        platform: process.platform,
        variables: new Map(Object.entries(told.variables?.(room) ?? {})),
        command: "gsd test"
      })
    )
  )

/** What every file layer stands on. */
export type World = Durable | Environment | GsdHome | Lock | Room

/** A world in which H is `<room>/home/.gsd`, not made yet. */
export const worldOf = (ground: Ground) => homeOn(ground, ground.disk)

/** A world on a disk that something stands around. */
export const homeOn = <R>(ground: Ground, disk: Layer.Layer<Durable | Room | R>, told: Told = {}) =>
  GsdHomeFile.layerWith(told).pipe(
    Layer.provideMerge(environmentIn(ground, told)),
    Layer.provideMerge(Layer.merge(disk, ground.lock))
  )

const mkdirs = (path: string): Effect.Effect<void, never, Durable> =>
  Effect.gen(function* () {
    const durable = yield* Durable
    if (Option.isSome(yield* durable.identify(path))) return
    yield* mkdirs(parentOf(path))
    yield* durable.makeDirectory(path, { mode: 0o755 })
  }).pipe(Effect.orDie)

/** Makes a folder with its parents. */
export const folder = mkdirs

/** Puts text or bytes where nothing or a file stands; makes the folders above. */
export const put = (path: string, content: string | Uint8Array, mode = 0o644) =>
  Effect.gen(function* () {
    const durable = yield* Durable
    yield* mkdirs(parentOf(path))
    if (Option.isSome(yield* durable.identify(path))) yield* durable.unlink(path)
    yield* durable.create(path, typeof content === "string" ? utf8(content) : content, { mode })
  }).pipe(Effect.orDie)

/** Everything below a folder as text by relative path: kind, mode, content. */
export const treeBelow = (root: string) =>
  Effect.gen(function* () {
    const durable = yield* Durable
    const found: Record<string, string> = {}
    const visit = (path: string): Effect.Effect<void, unknown> =>
      Effect.gen(function* () {
        for (const { kind, name } of yield* durable.entries(path)) {
          const at = `${path}/${name}`
          const mode = Option.match(yield* durable.identify(at), {
            onNone: () => "",
            onSome: (identity) => identity.mode.toString(8)
          })
          const content =
            kind === "file" && name !== "lock" && !name.endsWith(".live")
              ? Buffer.from(yield* durable.read(at, { maxBytes: 1 << 28 })).toString("latin1")
              : kind === "link"
                ? yield* durable.readLink(at)
                : ""
          found[at.slice(root.length + 1)] = `${kind} ${kind === "link" ? "" : mode} ${content}`
          if (kind === "directory") yield* visit(at)
        }
      })
    if (Option.isSome(yield* durable.identify(root))) yield* visit(root)
    return found
  }).pipe(Effect.orDie)
