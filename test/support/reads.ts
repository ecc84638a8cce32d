import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Durable } from "../../src/services/Durable.ts"

/** Paths whose bytes were read since the list was emptied. */
export class Reads extends Context.Service<Reads, Array<string>>()("gsd/test/Reads") {}

/** Names of file systems in this test; a seal counts on some only. */
export class FileSystemName extends Context.Service<FileSystemName, { name: string }>()(
  "gsd/test/FileSystemName"
) {}

/** The disk below, with every read written down and the file system's name told by the test. */
export const watched = <E, R>(disk: Layer.Layer<Durable | R, E>) =>
  Layer.effect(
    Durable,
    Effect.gen(function* () {
      const real = yield* Durable
      const reads = yield* Reads
      const kind = yield* FileSystemName
      return Durable.of({
        ...real,
        read: (path, options) =>
          Effect.suspend(() => {
            reads.push(path)
            return real.read(path, options)
          }),
        fileSystemKind: () => Effect.sync(() => kind.name)
      })
    })
  ).pipe(
    Layer.provideMerge(disk),
    Layer.provideMerge(Layer.sync(Reads, () => [])),
    Layer.provideMerge(Layer.sync(FileSystemName, () => ({ name: "ext4" })))
  )
