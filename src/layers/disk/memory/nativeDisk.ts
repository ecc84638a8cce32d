import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { identityText } from "../../../domain/store/seal.ts"
import type { NativeDisk } from "../NativeDisk.ts"
import { identityOf } from "./info.ts"
import { removeDirectory } from "./names.ts"
import type { Tree } from "./node.ts"
import type { Calling } from "./Power.ts"
import { locate, resolve } from "./resolve.ts"

const service = "NativeDisk"

const identifyAll = (tree: Tree, call: Calling, paths: ReadonlyArray<string>) =>
  call({ service, method: "identifyAll", path: paths[0] ?? "", changes: false }, () =>
    Result.succeed(
      paths.map((path) => {
        const found = resolve(tree, path, false)
        const node = Result.isSuccess(found) ? found.success.node : undefined
        return node === undefined ? undefined : identityOf(node)
      })
    )
  ).pipe(Effect.orElseSucceed(() => paths.map(() => undefined)))

/** What Effect's FileSystem lacks, over a tree. */
export const nativeDiskOf = (tree: Tree, call: Calling): NativeDisk["Service"] => ({
  posix: true,
  identify: (path) =>
    call({ service, method: "identify", path, changes: false }, () => {
      const found = resolve(tree, path, false)
      if (Result.isFailure(found)) {
        return found.failure === "ENOENT" ? Result.succeedNone : Result.fail(found.failure)
      }
      return Result.succeed(Option.map(Option.fromUndefinedOr(found.success.node), identityOf))
    }),
  identifyAll: (paths) => identifyAll(tree, call, paths),
  lookAll: (paths) =>
    Effect.map(identifyAll(tree, call, paths), (found) =>
      found.map((one) => (one === undefined ? undefined : identityText(one)))
    ),
  realPath: (path) =>
    call({ service, method: "realPath", path, changes: false }, () =>
      Result.map(locate(tree, path, true), (found) => found.path)
    ),
  removeDirectory: (path) =>
    call({ service, method: "removeDirectory", path, changes: true }, () => removeDirectory(tree, path)),
  fileSystemKind: () => Effect.succeed("memory")
})
