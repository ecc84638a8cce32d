import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isAbsolute, resolve } from "node:path"
import type { DiskFailure } from "../../domain/disk/errors.ts"
import { DirectoryUnusable, HomeUnsafe } from "../../domain/home/errors.ts"
import { chooseHome, type HomeChoice } from "../../domain/home/chooseHome.ts"
import { judgeHome, projectCandidates, projectMarkers } from "../../domain/home/locate.ts"
import { parentOf, pathsOf, type LedgerScope } from "../../domain/paths.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { realOrPlanned } from "../disk/realOrPlanned.ts"

/** Flags that choose the root and the project, as given. */
export interface HomeOptions {
  readonly root?: string
  readonly project?: string
}

const exists = Effect.fnUntraced(function* (path: string) {
  const durable = yield* Durable
  const found = yield* durable.identify(path).pipe(Effect.catchTag("DiskFailure", () => Effect.succeedNone))
  return Option.isSome(found)
})

const findProject = Effect.fnUntraced(function* (workingDirectory: string, home: string) {
  for (const candidate of projectCandidates(workingDirectory, home)) {
    for (const marker of projectMarkers)
      if (yield* exists(`${candidate}/${marker}`)) return Option.some(candidate)
  }
  return Option.none<string>()
})

const givenProject = Effect.fnUntraced(function* (given: string, workingDirectory: string) {
  const durable = yield* Durable
  const path = resolve(workingDirectory, given)
  const real = yield* durable
    .realPath(path)
    .pipe(
      Effect.mapError(
        () => new DirectoryUnusable({ flag: "--project", path: given, problem: "no such directory" })
      )
    )
  const found = yield* durable.identify(real)
  return Option.isSome(found) && found.value.kind === "directory"
    ? real
    : yield* new DirectoryUnusable({ flag: "--project", path: given, problem: "it is no directory" })
})

const judgeOwner = Effect.fnUntraced(function* (root: string, userId: number | undefined) {
  const durable = yield* Durable
  const found = yield* durable.identify(root)
  if (Option.isNone(found)) return
  const { kind, uid, mode } = found.value
  if (kind !== "directory") return yield* new HomeUnsafe({ path: root, problem: "it is no directory" })
  if (userId === undefined) return
  if (uid !== userId)
    return yield* new HomeUnsafe({
      path: root,
      problem: `it belongs to user ${uid}, and this is user ${userId}`
    })
  if ((mode & 0o022) !== 0)
    return yield* new HomeUnsafe({ path: root, problem: `others can write in it (mode ${mode.toString(8)})` })
})

const ensureDirectory = Effect.fnUntraced(function* (
  path: string,
  mode: number
): Effect.fn.Return<void, DiskFailure, Durable> {
  const durable = yield* Durable
  if (yield* exists(path)) return
  if (parentOf(path) !== path) yield* ensureDirectory(parentOf(path), 0o755)
  const made = yield* durable.makeDirectory(path, { mode }).pipe(
    Effect.as(true),
    Effect.catchTag("DiskFailure", (failure) =>
      failure.reason === "exists" ? Effect.succeed(false) : failure
    )
  )
  if (made) yield* durable.syncDirectory(parentOf(path))
})

const locate = Effect.fnUntraced(function* (options: HomeOptions) {
  const environment = yield* Environment
  const durable = yield* Durable
  const here = yield* durable
    .realPath(environment.workingDirectory)
    .pipe(Effect.catchTag("DiskFailure", () => Effect.succeed(environment.workingDirectory)))
  // A home that depends on where the command runs would be found in whatever folder that is.
  if (!isAbsolute(environment.home))
    return yield* new DirectoryUnusable({
      flag: "HOME",
      path: environment.home,
      problem: "it is no absolute path"
    })
  const home = yield* realOrPlanned(environment.home)
  const project =
    options.project === undefined
      ? yield* findProject(here, home)
      : Option.some(yield* givenProject(options.project, here))
  const choice = chooseHome({ root: options.root, variables: environment.variables, home: environment.home })
  const base = yield* realOrPlanned(resolve(here, choice.base))
  const root = yield* realOrPlanned(`${base}/.gsd`)
  const judged: HomeChoice = { from: choice.from, base: root }
  yield* Effect.fromResult(judgeHome(judged, Option.getOrUndefined(project)))
  yield* judgeOwner(root, environment.userId)
  return { paths: pathsOf(root), project, home }
})

/** Finds H and the project; refuses an H inside the project, or of another owner, or writable by others. */
export const layerWith = (options: HomeOptions) =>
  Layer.effect(
    GsdHome,
    Effect.gen(function* () {
      const services = Context.pick(Durable, Environment)(yield* Effect.context<Durable | Environment>())
      const environment = yield* Environment
      const { paths, project, home } = yield* locate(options)
      const ensure = Effect.gen(function* () {
        yield* ensureDirectory(paths.root, 0o700)
        yield* judgeOwner(paths.root, environment.userId)
        const folders = [
          paths.stagings,
          paths.transactions,
          paths.store,
          paths.views,
          paths.trash,
          paths.attention
        ]
        yield* Effect.forEach(folders, (folder) => ensureDirectory(folder, 0o700), { discard: true })
      })
      return GsdHome.of({
        paths,
        project,
        home,
        ensureProject: Effect.fn("GsdHome.ensureProject")(function* (scope: LedgerScope) {
          yield* ensureDirectory(paths.projects, 0o700)
          yield* ensureDirectory(parentOf(paths.ledger(scope)), 0o700)
        }, Effect.provide(services)),
        ensure: ensure.pipe(Effect.provide(services), Effect.withSpan("GsdHome.ensure"))
      })
    })
  )
