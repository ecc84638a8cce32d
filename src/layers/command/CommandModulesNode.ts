import { lstat, realpath } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CapabilityFileUnreadable } from "../../domain/product/errors.ts"
import { CommandModules, type ModuleWanted } from "../../services/CommandModules.ts"
import { ProductFiles } from "../../services/ProductFiles.ts"

const runner = "runner/commandModule.cjs"

const confined = Effect.fnUntraced(function* ({ capability, folder, module }: ModuleWanted) {
  const refuse = (problem: string) => new CapabilityFileUnreadable({ capability, path: module, problem })
  const looked = yield* Effect.tryPromise({
    try: async () => {
      const root = await realpath(folder)
      const path = join(root, module)
      const isOwn = dirname(path) === root
      return {
        isInside: isOwn && (await realpath(path)) === path,
        isFile: (await lstat(path)).isFile(),
        path
      }
    },
    catch: (cause) => refuse(cause instanceof Error ? cause.message : "it cannot be looked at")
  })
  if (!looked.isInside) return yield* refuse("it does not lie in the capability's folder itself")
  if (!looked.isFile) return yield* refuse("it is no plain file")
  return looked.path
})

/** Modules in the Node of this process. */
export const layer = Layer.effect(
  CommandModules,
  Effect.map(ProductFiles, (product) =>
    CommandModules.of({
      program: Effect.fn("CommandModules.program")(function* (wanted) {
        const module = yield* confined(wanted)
        return { command: process.execPath, args: [yield* product.place(runner)], module }
      })
    })
  )
)
