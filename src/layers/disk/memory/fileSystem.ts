import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Bytes from "./bytes.ts"
import { fileOf } from "./file.ts"
import { infoOf, typeOf } from "./info.ts"
import * as Names from "./names.ts"
import { type Code, tick, type Tree } from "./node.ts"
import type { Calling } from "./Power.ts"
import { bits, isAllowed, locate } from "./resolve.ts"

const service = "FileSystem"

const readingOf = (tree: Tree, call: Calling) => {
  const reading = <A>(method: string, path: string, run: () => Result.Result<A, Code>) =>
    call({ service, method, path, changes: false }, run)
  return {
    access: (path, options) =>
      reading("access", path, () =>
        Result.flatMap(locate(tree, path, true), ({ node }) => {
          const isDenied =
            (options?.readable === true && !isAllowed(tree, node, bits.read)) ||
            (options?.writable === true && (tree.readOnly || !isAllowed(tree, node, bits.write)))
          return isDenied ? Result.fail("EACCES") : Result.succeed(undefined)
        })
      ),
    stat: (path) =>
      reading("stat", path, () => Result.map(locate(tree, path, true), ({ node }) => infoOf(node))),
    lstat: (path) =>
      reading("lstat", path, () => Result.map(locate(tree, path, false), ({ node }) => infoOf(node))),
    readDirectory: (path, options) =>
      reading("readDirectory", path, () =>
        options?.recursive === true
          ? namesBelow(tree, path)
          : Result.map(Names.list(tree, path), (listed) => listed.map(([name]) => name))
      ),
    readDirectoryEntries: (path) =>
      reading("readDirectoryEntries", path, () =>
        Result.map(Names.list(tree, path), (listed) =>
          listed.map(([name, node]) => ({ name, type: typeOf(node) }))
        )
      ),
    readFile: (path) => reading("readFile", path, () => Bytes.contents(tree, path)),
    readLink: (path) => reading("readLink", path, () => Names.readLink(tree, path)),
    realPath: (path) =>
      reading("realPath", path, () => Result.map(locate(tree, path, true), (found) => found.path))
  } satisfies Partial<FileSystem.FileSystem>
}

const namesBelow = (tree: Tree, path: string): Result.Result<Array<string>, Code> =>
  Result.gen(function* () {
    const names: Array<string> = []
    for (const [name, node] of yield* Names.list(tree, path)) {
      names.push(name)
      if (node.kind !== "directory") continue
      for (const inner of yield* namesBelow(tree, `${path}/${name}`)) names.push(`${name}/${inner}`)
    }
    return names
  })

const removeOf = (
  tree: Tree,
  path: string,
  options: { recursive?: boolean | undefined; force?: boolean | undefined }
) => {
  const removed = options.recursive === true ? Names.removeAll(tree, path) : Names.unlink(tree, path)
  return options.force === true && Result.isFailure(removed) && removed.failure === "ENOENT"
    ? Result.succeed(undefined)
    : removed
}

const fileMode = 0o666

const directoryMode = 0o777

const writingOf = (tree: Tree, call: Calling) => {
  const changing = <A>(method: string, path: string, run: () => Result.Result<A, Code>) =>
    call({ service, method, path, changes: true }, run)
  const writeFile =
    (method: string): FileSystem.FileSystem["writeFile"] =>
    (path, bytes, options) =>
      changing(method, path, () =>
        Result.gen(function* () {
          const how = {
            flag: options?.flag ?? "w",
            mode: options?.mode ?? fileMode,
            noFollow: false
          } as const
          yield* Bytes.write(tree, yield* Bytes.open(tree, path, how), bytes)
        })
      )
  return {
    chmod: (path, mode) =>
      changing("chmod", path, () => Names.changeMeta(tree, path, { mode: mode & 0o7777 })),
    chown: (path, uid, gid) => changing("chown", path, () => Names.changeMeta(tree, path, { uid, gid })),
    link: (from, to) => changing("link", to, () => Names.hardLink(tree, from, to)),
    symlink: (target, path) => changing("symlink", path, () => Names.symlink(tree, target, path)),
    makeDirectory: (path, options) =>
      changing("makeDirectory", path, () =>
        (options?.recursive === true ? Names.makeDirectories : Names.makeDirectory)(
          tree,
          path,
          options?.mode ?? directoryMode
        )
      ),
    remove: (path, options) => changing("remove", path, () => removeOf(tree, path, options ?? {})),
    rename: (from, to) => changing("rename", from, () => Names.rename(tree, from, to)),
    truncate: (path, length) =>
      changing("truncate", path, () =>
        Result.flatMap(Bytes.open(tree, path, { flag: "r+", mode: fileMode, noFollow: false }), ({ node }) =>
          Bytes.resize(tree, node, length ?? 0)
        )
      ),
    utimes: (path, _atime, mtime) =>
      changing("utimes", path, () =>
        Result.map(locate(tree, path, true), ({ node }) => {
          const seconds = typeof mtime === "number" ? mtime : mtime.getTime() / 1000
          node.mtimeNs = BigInt(Math.round(seconds * 1000)) * 1_000_000n
          node.ctimeNs = tick(tree)
        })
      ),
    writeFile: writeFile("writeFile"),
    copyFile: (from, to) =>
      changing("copyFile", to, () =>
        Result.gen(function* () {
          const bytes = yield* Bytes.contents(tree, from)
          const how = { flag: "w", mode: fileMode, noFollow: false } as const
          yield* Bytes.write(tree, yield* Bytes.open(tree, to, how), bytes)
        })
      )
  } satisfies Partial<FileSystem.FileSystem>
}

const openingOf = (tree: Tree, call: Calling) => {
  const open: FileSystem.FileSystem["open"] = (path, options) => {
    const flag = options?.flag ?? "r"
    const how = { flag, mode: options?.mode ?? fileMode, noFollow: options?.noFollow === true }
    return call({ service, method: "open", path, changes: !flag.startsWith("r") }, () =>
      Bytes.open(tree, path, how)
    ).pipe(Effect.map((handle) => fileOf({ tree, call, path, handle })))
  }
  const makeTempDirectory: FileSystem.FileSystem["makeTempDirectory"] = (options) =>
    Effect.suspend(() => {
      const path = `${options?.directory ?? "/tmp"}/${options?.prefix ?? ""}${tree.lastIno + 1n}`
      return call({ service, method: "makeTempDirectory", path, changes: true }, () =>
        Result.map(Names.makeDirectory(tree, path, 0o700), () => path)
      )
    })
  return { open, makeTempDirectory }
}

/**
 * A FileSystem over a tree. `copy`, `makeTempFile` and `watch` are left out: they are missing files or
 * defects, as in `FileSystem.makeNoop`.
 */
export const fileSystemOf = (tree: Tree, call: Calling): FileSystem.FileSystem => {
  const writing = writingOf(tree, call)
  const opening = openingOf(tree, call)
  return FileSystem.make({
    ...FileSystem.makeNoop({}),
    ...readingOf(tree, call),
    ...writing,
    ...opening,
    makeTempDirectoryScoped: (options) =>
      Effect.acquireRelease(opening.makeTempDirectory(options), (path) =>
        Effect.ignore(writing.remove(path, { recursive: true, force: true }))
      )
  })
}
