import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { gitBlobHash } from "../../domain/hash.ts"
import { limits } from "../../domain/limits.ts"
import { HistoryUnreadable } from "../../domain/planning/errors.ts"
import { readHashes, readPaths, readTold, type Began, type Head } from "../../domain/planning/history.ts"
import { Durable } from "../../services/Durable.ts"
import { Environment } from "../../services/Environment.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { ProjectHistory } from "../../services/ProjectHistory.ts"
import { Spawner } from "../../services/Spawner.ts"
import { whenMissing } from "../disk/missing.ts"
import { askGit, hasGit, tellGit } from "./git.ts"

const isHash = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(text)

const isShortHash = (text: string): boolean => /^[0-9a-f]{7,64}$/u.test(text)

const none = (reason: string): Head => ({ _tag: "None", reason })

const resolve = Effect.fnUntraced(function* (root: string, text: string) {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${text}^{commit}`]
  const answer = yield* askGit(root, args)
  const commit = answer.text.trim()
  return answer.code === 0 && isHash(commit) ? commit : undefined
})

const lookAtHead = Effect.fnUntraced(function* (root: string) {
  const inside = yield* askGit(root, ["rev-parse", "--is-inside-work-tree", "--is-shallow-repository"])
  if (inside.code !== 0) return none(`git says \`${inside.complaint}\``)
  const [isInside, isShallow] = inside.text.split("\n")
  if (isInside !== "true") return none("it lies in git's own folder")
  const commit = yield* resolve(root, "HEAD")
  if (commit !== undefined) return { _tag: "Commit", commit, isShallow: isShallow === "true" } satisfies Head
  const branch = yield* askGit(root, ["symbolic-ref", "--quiet", "HEAD"])
  if (branch.code === 0) return { _tag: "Unborn" } satisfies Head
  return yield* new HistoryUnreadable({ asked: "rev-parse HEAD", reason: "names no commit" })
})

const headOf = Effect.fnUntraced(function* (root: string | undefined) {
  if (root === undefined) return none("there is no project here")
  return (yield* hasGit(root)) ? yield* lookAtHead(root) : none("there is no git on this machine")
})

/** Commits that have changed a path, the last one first. */
const changing = Effect.fnUntraced(function* (root: string, path: string, more: ReadonlyArray<string>) {
  const text = yield* tellGit(root, ["rev-list", ...more, "--end-of-options", "HEAD", "--", path])
  return text.split("\n").filter(isHash)
})

const began = Effect.fnUntraced(function* (root: string, path: string) {
  const commit = (yield* changing(root, path, [])).at(-1)
  if (commit === undefined) return undefined
  return { commit, before: yield* resolve(root, `${commit}^1`) } satisfies Began
})

const diffed = [
  "diff-tree",
  "-r",
  "-z",
  "--name-only",
  "--no-renames",
  "--relative",
  "--no-ext-diff",
  "--no-textconv"
]

/** Plain files on the disk with the hash that git would give them, with and without the line ends of Windows. */
const hashesOf = Effect.fnUntraced(function* (path: string, digits: number) {
  const durable = yield* Durable
  const bytes = yield* durable.read(path, { maxBytes: limits.planBytes })
  const plain = bytes.filter((byte, at) => byte !== 13 || bytes[at + 1] !== 10)
  const hashes = [gitBlobHash(bytes, digits)]
  return plain.length === bytes.length ? hashes : [...hashes, gitBlobHash(plain, digits)]
})

/** Whether what stands on the disk is what a commit has; what cannot be read is not. */
const isCommitted = Effect.fnUntraced(function* (root: string, path: string, hash: string) {
  const hashes = yield* Effect.orElseSucceed(
    hashesOf(`${root}/${path}`, hash.length),
    (): ReadonlyArray<string> => []
  )
  return hashes.includes(hash)
})

const isOnDisk = Effect.fnUntraced(function* (root: string, path: string) {
  const durable = yield* Durable
  const found = yield* Effect.orElseSucceed(
    whenMissing(durable.identify(`${root}/${path}`), Option.none()),
    () => Option.none()
  )
  return Option.isSome(found)
})

const list = Effect.fnUntraced(function* (root: string) {
  const paths = readPaths(
    yield* tellGit(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
  )
  // A folder is a repository in the repository, whose files are its own.
  return paths.filter((path) => !path.endsWith("/"))
})

const files = Effect.fnUntraced(function* (root: string) {
  const gone = new Set(readPaths(yield* tellGit(root, ["ls-files", "-z", "--deleted"])))
  return (yield* list(root)).filter((path) => !gone.has(path))
})

const uncommitted = Effect.fnUntraced(function* (
  root: string,
  commit: string | undefined,
  isWanted: (path: string) => boolean
) {
  const hashes =
    commit === undefined
      ? new Map<string, string>()
      : readHashes(yield* tellGit(root, ["ls-tree", "-r", "-z", commit]))
  const paths = new Set([...hashes.keys(), ...(yield* list(root))].filter(isWanted))
  const changed = yield* Effect.filter(
    [...paths].toSorted(),
    (path) => {
      const hash = hashes.get(path)
      if (hash === undefined) return isOnDisk(root, path)
      return hash === "" ? Effect.succeed(false) : Effect.map(isCommitted(root, path, hash), (is) => !is)
    },
    { concurrency: 8 }
  )
  return changed
})

const textAt = Effect.fnUntraced(function* (root: string, commit: string, path: string) {
  const answer = yield* askGit(root, ["cat-file", "blob", `${commit}:./${path}`])
  return answer.code === 0 && answer.text.length <= limits.planBytes ? answer.text : undefined
})

const told = Effect.fnUntraced(function* (root: string, after: string | undefined) {
  const range = after === undefined ? ["HEAD"] : ["HEAD", `^${after}`]
  const bounds = [`--max-count=${limits.historyCommits}`, "--reverse", "--encoding=UTF-8", "--format=%x00%s"]
  return readTold(yield* tellGit(root, ["rev-list", ...bounds, "--end-of-options", ...range]))
})

type Needs = Durable | Environment | Spawner

type Question<A, E> = (root: string, commit: string | undefined) => Effect.Effect<A, E, Needs>

/** What git says of the current project. The head is looked at once. */
export const layer = Layer.effect(
  ProjectHistory,
  Effect.gen(function* () {
    const services = Context.pick(Durable, Environment, Spawner)(yield* Effect.context<Needs>())
    const root = Option.getOrUndefined((yield* GsdHome).project)
    const head = yield* Effect.cached(Effect.provide(headOf(root), services))
    /** What a question answers in the repository, given its current commit; `otherwise` where there is no repository. */
    const inRepository = <A, E>(otherwise: A, ask: Question<A, E>) =>
      Effect.flatMap(head, (found) => {
        if (root === undefined || found._tag === "None") return Effect.succeed(otherwise)
        return ask(root, found._tag === "Commit" ? found.commit : undefined)
      }).pipe(Effect.provide(services))
    /** The same; `otherwise` without a commit too. */
    const inHistory = <A, E>(otherwise: A, ask: (root: string) => Effect.Effect<A, E, Needs>) =>
      inRepository(otherwise, (root, commit) =>
        commit === undefined ? Effect.succeed(otherwise) : ask(root)
      )
    return ProjectHistory.of({
      head: Effect.withSpan(head, "ProjectHistory.head"),
      commit: Effect.fn("ProjectHistory.commit")((text) =>
        inHistory(undefined, (root) => (isShortHash(text) ? resolve(root, text) : Effect.undefined))
      ),
      began: Effect.fn("ProjectHistory.began")((path) => inHistory(undefined, (root) => began(root, path))),
      changedLast: Effect.fn("ProjectHistory.changedLast")((path) =>
        inHistory(undefined, (root) =>
          Effect.map(changing(root, path, ["--max-count=1"]), ([commit]) => commit)
        )
      ),
      changedSince: Effect.fn("ProjectHistory.changedSince")((commit) =>
        inHistory([], (root) => Effect.map(tellGit(root, [...diffed, commit, "HEAD"]), readPaths))
      ),
      filesAt: Effect.fn("ProjectHistory.filesAt")((commit) =>
        inHistory([], (root) =>
          Effect.map(tellGit(root, ["ls-tree", "-r", "-z", "--name-only", commit]), readPaths)
        )
      ),
      files: Effect.withSpan(inRepository([], files), "ProjectHistory.files"),
      uncommitted: Effect.fn("ProjectHistory.uncommitted")((isWanted) =>
        inRepository([], (root, commit) => uncommitted(root, commit, isWanted))
      ),
      textAt: Effect.fn("ProjectHistory.textAt")((commit, path) =>
        inHistory(undefined, (root) => textAt(root, commit, path))
      ),
      told: Effect.fn("ProjectHistory.told")((after) => inHistory([], (root) => told(root, after)))
    })
  })
)
