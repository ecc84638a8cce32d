import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as Result from "effect/Result"
import { type Handle, read, resize, sync, write } from "./bytes.ts"
import { infoOf } from "./info.ts"
import type { Tree } from "./node.ts"
import type { Calling } from "./Power.ts"

interface Opened {
  readonly tree: Tree
  readonly call: Calling
  readonly path: string
  readonly handle: Handle
}

const negative = (method: string) =>
  PlatformError.badArgument({ module: "File", method, description: "before the start of the file" })

const readingOf = ({ call, handle, path }: Opened) => {
  const readAlloc: FileSystem.File["readAlloc"] = (size, options) =>
    options?.position !== undefined && options.position < 0n
      ? Effect.fail(negative("readAlloc"))
      : call({ service: "File", method: "readAlloc", path, changes: false }, () =>
          read(handle, size, options?.position === undefined ? undefined : Number(options.position))
        ).pipe(Effect.map((bytes) => (bytes.byteLength === 0 ? Option.none() : Option.some(bytes))))
  const readInto: FileSystem.File["read"] = (buffer, options) =>
    readAlloc(buffer.byteLength, options).pipe(
      Effect.map((bytes) => {
        if (Option.isNone(bytes)) return 0
        buffer.set(bytes.value)
        return bytes.value.byteLength
      })
    )
  const seek: FileSystem.File["seek"] = (offset, from) =>
    Effect.suspend(() => {
      const position = Number(offset) + (from === "start" ? 0 : handle.position)
      if (position < 0) return Effect.fail(negative("seek"))
      handle.position = position
      return Effect.succeed(BigInt(position))
    })
  return { readAlloc, read: readInto, seek }
}

/** An open file of a memory disk; every method but `seek` is one counted call. */
export const fileOf = (opened: Opened): FileSystem.File => {
  const { call, handle, path, tree } = opened
  const change = (method: string) => ({ service: "File", method, path, changes: true })
  return {
    [FileSystem.FileTypeId]: FileSystem.FileTypeId,
    ...readingOf(opened),
    stat: call({ service: "File", method: "stat", path, changes: false }, () =>
      Result.succeed(infoOf(handle.node))
    ),
    sync: call(change("sync"), () => sync(tree, handle)),
    truncate: (length) =>
      call(change("truncate"), () => {
        if (!handle.writes) return Result.fail("EINVAL")
        if (!handle.appends) handle.position = Math.min(handle.position, length ?? 0)
        return resize(tree, handle.node, length ?? 0)
      }),
    write: (bytes) => call(change("write"), () => write(tree, handle, bytes)),
    writeAll: (bytes) => Effect.asVoid(call(change("writeAll"), () => write(tree, handle, bytes)))
  }
}
