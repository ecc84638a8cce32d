import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { Durable } from "../../src/services/Durable.ts"
import * as DurableMemory from "../../src/layers/disk/DurableMemory.ts"
import * as DurableNode from "../../src/layers/disk/DurableNode.ts"

/** An empty folder for one test, absolute, links resolved. */
export class Room extends Context.Service<Room, string>()("gsd/test/Room") {}

/** A folder of the machine, gone after the test whatever its modes. */
export const roomOnNode: Layer.Layer<Room> = Layer.effect(
  Room,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const made = yield* fs.makeTempDirectoryScoped({ prefix: "gsd-test-" })
    return yield* fs.realPath(made)
  }).pipe(Effect.orDie)
).pipe(Layer.provide(NodeFileSystem.layer))

/** The machine's disk and a folder on it. */
export const durableOnNode: Layer.Layer<Durable | Room> = Layer.merge(DurableNode.layer, roomOnNode)

/** A fresh memory disk and a folder on it. */
export const durableInMemory: Layer.Layer<Durable | Room> = Layer.merge(
  DurableMemory.layerWith({ directories: ["/room"] }),
  Layer.succeed(Room, "/room")
)

/** Bytes of a text. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Text of bytes. */
export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
