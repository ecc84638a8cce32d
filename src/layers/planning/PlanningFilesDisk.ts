import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { EntryKind, FileIdentity } from "../../domain/disk/identity.ts"
import { limits } from "../../domain/limits.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { PlanningFiles } from "../../services/PlanningFiles.ts"
import { whenMissing } from "../disk/missing.ts"
import { wayFrom } from "../project/look.ts"
import { isInside, refuse, rootOf, wayTo } from "./way.ts"

const names = Effect.fnUntraced(function* (folder: string) {
  const durable = yield* Durable
  const root = yield* rootOf
  if (root === undefined) return []
  if (folder === "") return (yield* durable.entries(root)).map((entry) => entry.name)
  if (!isInside(folder)) return yield* refuse(folder, "it does not lie in the project")
  const way = yield* wayFrom(root)(`${root}/${folder}`)
  if (way.blocked !== undefined) return yield* refuse(folder, way.blocked.reason)
  if (way.missing.length > 0) return []
  return (yield* durable.entries(`${root}/${folder}`)).map((entry) => entry.name)
})

const kinds: Readonly<Partial<Record<EntryKind, string>>> = {
  directory: "it is a folder",
  link: "it is a symbolic link, and none is followed inside a project",
  other: "it is a device, socket or pipe"
}

/** Refuses what stands at a path and is no plain file. */
const judgeKind = Effect.fnUntraced(function* (root: string, path: string) {
  const durable = yield* Durable
  const found = yield* whenMissing(durable.identify(`${root}/${path}`), Option.none<FileIdentity>())
  const problem = Option.isSome(found) ? kinds[found.value.kind] : undefined
  if (problem !== undefined) return yield* refuse(path, problem)
})

const text = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const root = yield* rootOf
  if (root === undefined) return undefined
  const way = yield* wayTo(root, path)
  if (way.missing.length > 0) return undefined
  yield* judgeKind(root, path)
  const bytes = yield* whenMissing(
    durable.read(`${root}/${path}`, { maxBytes: limits.planBytes }),
    undefined
  ).pipe(Effect.catchTag("FileTooLarge", (error) => Effect.fail(refuse(path, error.message))))
  if (bytes === undefined) return undefined
  const decoded = Result.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  return Result.isSuccess(decoded) ? decoded.success : yield* refuse(path, "it is no UTF-8 text")
})

/** The current project on the disk. */
export const layer = Layer.effect(
  PlanningFiles,
  Effect.gen(function* () {
    const services = Context.pick(Durable, GsdHome)(yield* Effect.context<Durable | GsdHome>())
    return PlanningFiles.of({
      names: Effect.fn("PlanningFiles.names")(names, Effect.provide(services)),
      text: Effect.fn("PlanningFiles.text")(text, Effect.provide(services))
    })
  })
)
