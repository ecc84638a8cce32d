import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync, utimesSync } from "node:fs"
import { join } from "node:path"
import { afterAll } from "vitest"
import { Environment } from "../../../src/services/Environment.ts"
import { ProjectHistory } from "../../../src/services/ProjectHistory.ts"
import * as ProjectHistoryGit from "../../../src/layers/planning/ProjectHistoryGit.ts"
import { git } from "../../support/authored.ts"
import {
  commit,
  drop,
  engineIn,
  makeProject,
  makeRepository,
  put,
  type Project
} from "../../support/phases.ts"
import { removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const inProject = <A, E>(
  project: Project,
  use: (history: ProjectHistory["Service"]) => Effect.Effect<A, E>
) => ProjectHistory.use(use).pipe(Effect.provide(engineIn(project)))

const everything = (history: ProjectHistory["Service"]) =>
  Effect.gen(function* () {
    const head = yield* history.head
    const began = yield* history.began("a.txt")
    const since = began?.commit ?? ""
    return {
      head: head._tag,
      began: began !== undefined,
      last: yield* history.changedLast("a.txt"),
      changed: yield* history.changedSince(since),
      at: yield* history.filesAt(since),
      files: yield* history.files,
      uncommitted: yield* history.uncommitted(() => true),
      text: yield* history.textAt(since, "a.txt"),
      told: (yield* history.told()).map(({ subject }) => subject),
      commit: yield* history.commit(since.slice(0, 12))
    }
  })

/** A repository that runs a program wherever its configuration can say so. */
const armed = (): { readonly project: Project; readonly sentinel: string } => {
  const project = makeRepository({ "a.txt": "1\n", ".gitattributes": "* filter=evil diff=evil merge=evil\n" })
  const sentinel = join(project.home, "ran")
  const program = join(project.home, "evil.sh")
  put({ ...project, root: project.home }, { "evil.sh": `#!/bin/sh\necho "$0 $*" >> '${sentinel}'\ncat\n` })
  chmodSync(program, 0o755)
  const hooks = join(project.root, ".git/hooks")
  mkdirSync(hooks, { recursive: true })
  for (const hook of ["post-index-change", "fsmonitor-watchman", "reference-transaction", "query-watchman"])
    symlinkSync(program, join(hooks, hook))
  for (const [key, value] of [
    ["core.fsmonitor", program],
    ["core.hooksPath", hooks],
    ["core.pager", program],
    ["core.sshCommand", program],
    ["core.alternateRefsCommand", program],
    ["core.askPass", program],
    ["core.editor", program],
    ["credential.helper", program],
    ["diff.external", program],
    ["diff.evil.command", program],
    ["diff.evil.textconv", program],
    ["filter.evil.clean", program],
    ["filter.evil.smudge", program],
    ["filter.evil.required", "true"],
    ["gpg.program", program],
    ["log.showSignature", "true"],
    ["pager.log", program],
    ["pager.ls-files", program],
    ["extensions.partialClone", "origin"],
    ["remote.origin.url", `ext::${program}`],
    ["remote.origin.promisor", "true"],
    ["remote.origin.uploadpack", program],
    ["uploadpack.packObjectsHook", program]
  ] as const)
    git(project.root, "config", key, value)
  return { project, sentinel }
}

describe("ProjectHistory", () => {
  it.live("tells what git knows, of the project's own files alone", () =>
    Effect.gen(function* () {
      const outer = makeRepository({
        "a.txt": "outer\n",
        "in/a.txt": "1\n",
        "in/b.txt": "1\n",
        ".gitignore": "*.log\n"
      })
      const first = git(outer.root, "rev-parse", "HEAD")
      const second = commit(outer, "feat(03-01): ünï\n\nmore", { "in/a.txt": "2\n", "in/c.txt": "1\n" })
      put(outer, { "in/x.log": "", "in/new.txt": "", "beside.txt": "" })
      drop(outer, "in/b.txt")
      const project = { ...outer, root: join(outer.root, "in") }
      const found = yield* inProject(project, (history) =>
        Effect.all({
          began: history.began("a.txt"),
          never: history.began("nothing.txt"),
          last: history.changedLast("a.txt"),
          changed: history.changedSince(first),
          at: history.filesAt(first),
          files: history.files,
          uncommitted: history.uncommitted(() => true),
          text: history.textAt(first, "a.txt"),
          noText: history.textAt(first, "c.txt"),
          told: history.told(first),
          meant: history.commit(second.slice(0, 8)),
          notMeant: Effect.forEach(
            ["HEAD", "main", "deadbeef", "--all", "", `${first}^{tree}`],
            history.commit
          )
        })
      )
      assert.deepStrictEqual(found, {
        began: { commit: first, before: undefined },
        never: undefined,
        last: second,
        changed: ["a.txt", "c.txt"],
        at: ["a.txt", "b.txt"],
        files: ["a.txt", "c.txt", "new.txt"],
        uncommitted: ["b.txt", "new.txt"],
        text: "1\n",
        noText: undefined,
        told: [{ commit: second, subject: "feat(03-01): ünï" }],
        meant: second,
        notMeant: [undefined, undefined, undefined, undefined, undefined, undefined]
      })
    })
  )

  it.live("keeps names with line ends, tabs, quotes and marks of a pattern apart", () =>
    Effect.gen(function* () {
      const names = [
        'a"b.txt',
        "a.txt",
        "line\nend.txt",
        "tab\t.txt",
        "ünï.txt",
        "*.txt",
        ":(top)x.txt",
        "-x.txt"
      ]
      const files = Object.fromEntries(names.map((name) => [name, "1\n"]))
      const project = makeRepository({ "a.txt": "0\n" }, files)
      const found = yield* inProject(project, (history) =>
        Effect.gen(function* () {
          const head = yield* history.head
          const commit = head._tag === "Commit" ? head.commit : ""
          const began = yield* Effect.forEach(names, history.began)
          const texts = yield* Effect.forEach(names, (name) => history.textAt(commit, name))
          return {
            files: yield* history.files,
            began,
            texts,
            since: yield* history.changedSince(began[1]?.commit ?? "")
          }
        })
      )
      assert.deepStrictEqual(found.files, names.toSorted())
      assert.deepStrictEqual(found.since, names.toSorted())
      assert.isTrue(found.began.every((one) => one !== undefined))
      assert.deepStrictEqual(
        found.texts,
        names.map(() => "1\n")
      )
    })
  )

  it.live("runs nothing that the repository's configuration, attributes or hooks name", () =>
    Effect.gen(function* () {
      const { project, sentinel } = armed()
      put(project, { "a.txt": "2\n", "b.txt": "1\n" })
      const moment = new Date()
      utimesSync(join(project.root, "a.txt"), moment, moment)
      const found = yield* inProject(project, everything)
      assert.isFalse(existsSync(sentinel))
      assert.deepInclude(found, {
        head: "Commit",
        uncommitted: ["a.txt", "b.txt"],
        text: "1\n",
        told: ["chore: all"]
      })
      git(project.root, "status")
      assert.isTrue(existsSync(sentinel), "the trap works: an ordinary git runs it")
    })
  )

  it.live("fetches nothing where an object is missing, and says that it cannot tell", () =>
    Effect.gen(function* () {
      const { project, sentinel } = armed()
      const blob = git(project.root, "rev-parse", "HEAD:a.txt")
      const object = join(project.root, ".git/objects", blob.slice(0, 2), blob.slice(2))
      renameSync(object, join(project.home, "object"))
      const text = yield* inProject(project, (history) =>
        Effect.flatMap(history.head, (head) =>
          history.textAt(head._tag === "Commit" ? head.commit : "", "a.txt")
        )
      )
      assert.isUndefined(text)
      assert.isFalse(existsSync(sentinel))
    })
  )

  it.live("has a reason where there is no repository, no git, or none that answers", () =>
    Effect.gen(function* () {
      const project = makeProject({ "a.txt": "1\n" })
      const head = yield* inProject(project, (history) => history.head)
      assert.deepInclude(head, { _tag: "None" })
      assert.match(head._tag === "None" ? head.reason : "", /not a git repository/u)
      const none = yield* inProject(project, everything)
      assert.deepStrictEqual(none, {
        head: "None",
        began: false,
        last: undefined,
        changed: [],
        at: [],
        files: [],
        uncommitted: [],
        text: undefined,
        told: [],
        commit: undefined
      })
      const without = Effect.gen(function* () {
        const environment = yield* Environment
        const layer = Layer.fresh(ProjectHistoryGit.layer)
        return yield* ProjectHistory.use((history) => history.head).pipe(
          Effect.provide(layer),
          Effect.provideService(Environment, { ...environment, variables: new Map([["PATH", project.home]]) })
        )
      }).pipe(Effect.provide(engineIn(makeRepository({ "a.txt": "1\n" }))))
      assert.deepStrictEqual(yield* without, { _tag: "None", reason: "there is no git on this machine" })
    })
  )

  it.live("fails with its own error where the repository is broken", () =>
    Effect.gen(function* () {
      const project = makeRepository({ "a.txt": "1\n" })
      put(project, { ".git/index": "broken" })
      const error = yield* Effect.flip(inProject(project, (history) => history.files))
      assert.strictEqual(error._tag, "HistoryUnreadable")
      assert.match(error.message, /`git ls-files` says/u)
      put(project, { ".git/HEAD": `${"0".repeat(40)}\n` })
      assert.strictEqual(
        (yield* Effect.flip(inProject(project, (history) => history.head)))._tag,
        "HistoryUnreadable"
      )
    })
  )
})
