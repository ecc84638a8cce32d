import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { limits } from "../../domain/limits.ts"
import { parentOf } from "../../domain/paths.ts"
import { PlanningFileUnreadable } from "../../domain/planning/errors.ts"
import { Durable } from "../../services/Durable.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { PlanningFiles } from "../../services/PlanningFiles.ts"
import { unless, whenMissing } from "../disk/missing.ts"
import { wayFrom } from "../project/look.ts"

const refuse = (path: string, problem: string) => new PlanningFileUnreadable({ path, problem })

const isInside = (path: string): boolean =>
  path !== "" &&
  !/[\u0000-\u001f\\]/u.test(path) &&
  path.split("/").every((name) => name !== "" && name !== "." && name !== "..")

const rootOf = Effect.gen(function* () {
  const { project } = yield* GsdHome
  return Option.getOrUndefined(project)
})

/** The folder of a path and what is missing on the way; refused where something else than a folder is in the way. */
const wayTo = Effect.fnUntraced(function* (root: string, path: string) {
  if (!isInside(path)) return yield* refuse(path, "it does not lie in the project")
  const way = yield* wayFrom(root)(parentOf(`${root}/${path}`))
  if (way.blocked !== undefined) return yield* refuse(path, way.blocked.reason)
  return way
})

const names = Effect.fnUntraced(function* (folder: string) {
  const durable = yield* Durable
  const root = yield* rootOf
  if (root === undefined) return []
  if (!isInside(folder)) return yield* refuse(folder, "it does not lie in the project")
  const way = yield* wayFrom(root)(`${root}/${folder}`)
  if (way.blocked !== undefined) return yield* refuse(folder, way.blocked.reason)
  if (way.missing.length > 0) return []
  return (yield* durable.entries(`${root}/${folder}`)).map((entry) => entry.name)
})

const text = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const root = yield* rootOf
  if (root === undefined) return undefined
  const way = yield* wayTo(root, path)
  if (way.missing.length > 0) return undefined
  const bytes = yield* whenMissing(
    durable.read(`${root}/${path}`, { maxBytes: limits.planBytes }),
    undefined
  ).pipe(Effect.catchTag("FileTooLarge", (error) => Effect.fail(refuse(path, error.message))))
  if (bytes === undefined) return undefined
  const decoded = Result.try(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  return Result.isSuccess(decoded) ? decoded.success : yield* refuse(path, "it is no UTF-8 text")
})

const append = Effect.fnUntraced(function* (path: string, line: string) {
  const durable = yield* Durable
  const root = yield* rootOf
  if (root === undefined) return yield* refuse(path, "there is no project here")
  const way = yield* wayTo(root, path)
  for (const folder of way.missing) {
    yield* unless(durable.makeDirectory(folder, { mode: 0o755 }), "exists")
    yield* durable.syncDirectory(parentOf(folder))
  }
  yield* durable.append(`${root}/${path}`, new TextEncoder().encode(`${line}\n`), { mode: 0o644 })
})

/** The current project on the disk. */
export const layer = Layer.effect(
  PlanningFiles,
  Effect.gen(function* () {
    const services = Context.pick(Durable, GsdHome)(yield* Effect.context<Durable | GsdHome>())
    return PlanningFiles.of({
      names: Effect.fn("PlanningFiles.names")(names, Effect.provide(services)),
      text: Effect.fn("PlanningFiles.text")(text, Effect.provide(services)),
      append: Effect.fn("PlanningFiles.append")(append, Effect.provide(services))
    })
  })
)
