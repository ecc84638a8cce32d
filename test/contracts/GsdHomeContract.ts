import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Room } from "../support/disk.ts"
import { folder, put, treeBelow, type Ground, type Told } from "../support/home.ts"

/** Builds the home in the room that is there already. */
export type MakeHome = (told: Told) => Layer.Layer<GsdHome, unknown, Durable | Room>

type Prove = (behaviour: string, test: Effect.Effect<void, unknown, Durable | Room>) => void

interface Suite {
  readonly ground: Ground
  readonly make: MakeHome
}

/** H and the project below the room as a process finds them. */
const find = Effect.fnUntraced(function* (make: MakeHome, told: Told = {}) {
  const room = yield* Room
  const { paths, project } = yield* GsdHome.pipe(Effect.provide(make(told)))
  const below = (path: string) => path.slice(room.length + 1)
  return { root: below(paths.root), project: Option.getOrUndefined(Option.map(project, below)) }
})

const refuse = Effect.fnUntraced(function* (make: MakeHome, told: Told = {}) {
  const failure = yield* Effect.flip(GsdHome.pipe(Effect.provide(make(told))))
  return failure as { readonly _tag: string; readonly message: string; readonly hints: ReadonlyArray<string> }
})

const furnish = (...folders: ReadonlyArray<string>) =>
  Effect.flatMap(Room, (room) => Effect.forEach(folders, (one) => folder(`${room}/${one}`)))

const choosing = (prove: Prove, { make }: Suite) => {
  prove(
    "takes the root from the flag, else from GSD_HOME, else from home, and writes nothing by looking",
    Effect.gen(function* () {
      yield* furnish("workspace", "home")
      const variables = (room: string) => ({ GSD_HOME: `${room}/variable` })
      assert.deepStrictEqual(yield* find(make), { root: "home/.gsd", project: undefined })
      assert.strictEqual((yield* find(make, { variables })).root, "variable/.gsd")
      assert.strictEqual((yield* find(make, { variables: () => ({ GSD_HOME: "" }) })).root, "home/.gsd")
      assert.strictEqual(
        (yield* find(make, { variables: () => ({ GSD_HOME: "rel" }) })).root,
        "workspace/rel/.gsd"
      )
      assert.strictEqual((yield* find(make, { variables, root: "../flag" })).root, "flag/.gsd")
      assert.deepStrictEqual(Object.keys(yield* treeBelow(yield* Room)), ["home", "workspace"])
    })
  )
  prove(
    "makes H and its folders for the owner alone, as often as it is asked",
    Effect.gen(function* () {
      const room = yield* Room
      const ensure = Effect.flatMap(GsdHome, (home) => home.ensure).pipe(Effect.provide(make({})))
      yield* ensure
      const made = yield* treeBelow(`${room}/home/.gsd`)
      assert.sameMembers(Object.keys(made), ["attention", "capabilities", "staging", "store", "trash", "tx"])
      for (const entry of Object.values(made)) assert.strictEqual(entry, "directory 700 ")
      const root = Option.getOrThrow(
        yield* Effect.flatMap(Durable, (durable) => durable.identify(`${room}/home/.gsd`))
      )
      assert.strictEqual(root.mode, 0o700)
      yield* put(`${room}/home/.gsd/ledger.json`, "kept")
      yield* ensure
      assert.sameMembers(Object.keys(yield* treeBelow(`${room}/home/.gsd`)), [
        ...Object.keys(made),
        "ledger.json"
      ])
    })
  )
}

const detecting = (prove: Prove, { make }: Suite) => {
  for (const marker of [".planning", ".git", ".gsd/capabilities.lock.json"]) {
    prove(
      `finds the project by the nearest ancestor with ${marker}`,
      Effect.gen(function* () {
        const room = yield* Room
        yield* furnish("workspace/p/a/b", "home")
        yield* put(`${room}/workspace/p/${marker}`, "")
        yield* put(`${room}/workspace/${marker}`, "")
        assert.strictEqual(
          (yield* find(make, { workingDirectory: "workspace/p/a/b" })).project,
          "workspace/p"
        )
        assert.strictEqual((yield* find(make, { workingDirectory: "workspace/p" })).project, "workspace/p")
        assert.strictEqual((yield* find(make, { workingDirectory: "workspace" })).project, "workspace")
      })
    )
  }
  prove(
    "takes no project at home or above it, wherever it looks from",
    Effect.gen(function* () {
      const room = yield* Room
      yield* furnish("up/home/p/a", "up/beside")
      for (const place of ["up", "up/home"]) yield* furnish(`${place}/.git`)
      for (const workingDirectory of ["up/home/p/a", "up/home", "up", "up/beside"]) {
        const found = yield* find(make, { home: "up/home", workingDirectory })
        assert.deepStrictEqual(found, { root: "up/home/.gsd", project: undefined }, workingDirectory)
      }
      yield* put(`${room}/up/home/p/.git`, "gitdir: elsewhere")
      assert.strictEqual(
        (yield* find(make, { home: "up/home", workingDirectory: "up/home/p/a" })).project,
        "up/home/p"
      )
    })
  )
  prove(
    "sees through links on the way, and takes a folder named .gsd alone for no project",
    Effect.gen(function* () {
      const room = yield* Room
      yield* furnish("real/p/.planning", "real/p/a", "workspace/.gsd", "home")
      yield* Effect.flatMap(Durable, (durable) => durable.link(`${room}/real/p/a`, `${room}/workspace/alias`))
      assert.strictEqual((yield* find(make, { workingDirectory: "workspace/alias" })).project, "real/p")
      assert.isUndefined((yield* find(make)).project)
    })
  )
  prove(
    "takes the project that is given, and refuses one that is no directory",
    Effect.gen(function* () {
      const room = yield* Room
      yield* furnish("workspace/given", "home", "workspace/.git")
      assert.strictEqual((yield* find(make, { project: "given" })).project, "workspace/given")
      assert.strictEqual(
        (yield* find(make, { project: `${room}/workspace/given/../given` })).project,
        "workspace/given"
      )
      yield* put(`${room}/workspace/file`, "x")
      for (const project of ["no", "file", "file/deeper"]) {
        const failure = yield* refuse(make, { project })
        assert.strictEqual(failure._tag, "DirectoryUnusable")
        assert.include(failure.message, `--project ${project}`)
      }
    })
  )
}

const refusing = (prove: Prove, { ground, make }: Suite) => {
  const inside: ReadonlyArray<readonly [string, Told, RegExp]> = [
    ["the flag", { root: "deep/er" }, /--root/u],
    ["the flag at the project itself", { root: "." }, /--root/u],
    ["GSD_HOME", { variables: (room) => ({ GSD_HOME: `${room}/workspace/h` }) }, /GSD_HOME/u],
    ["home", { home: "workspace/home", project: "." }, /home directory/u],
    ["home, being the project", { home: "workspace", project: "." }, /home directory/u]
  ]
  for (const [by, told, named] of inside) {
    prove(
      `refuses an H inside the project, named by ${by}`,
      Effect.gen(function* () {
        const room = yield* Room
        yield* furnish("workspace/.git", "home")
        const failure = yield* refuse(make, told)
        assert.strictEqual(failure._tag, "HomeInsideProject")
        assert.match(failure.message, named)
        assert.include(failure.message, `${room}/workspace`)
        assert.isNotEmpty(failure.hints)
        assert.deepStrictEqual(Object.keys(yield* treeBelow(room)), ["home", "workspace", "workspace/.git"])
      })
    )
  }
  prove(
    "refuses an H that a link leads into the project, and goes where a link leads elsewhere",
    Effect.gen(function* () {
      const room = yield* Room
      const durable = yield* Durable
      yield* furnish("workspace/.git", "workspace/h", "home", "elsewhere")
      yield* durable.link(`${room}/workspace/h`, `${room}/home/.gsd`)
      assert.strictEqual((yield* refuse(make))._tag, "HomeInsideProject")
      yield* durable.unlink(`${room}/home/.gsd`)
      yield* durable.chmod(`${room}/elsewhere`, 0o700)
      yield* durable.link(`${room}/elsewhere`, `${room}/home/.gsd`)
      assert.strictEqual((yield* find(make)).root, "elsewhere")
      yield* durable.link(`${room}/workspace`, `${room}/way`)
      assert.strictEqual((yield* refuse(make, { root: "../way/x" }))._tag, "HomeInsideProject")
    })
  )
  prove(
    "refuses an H that is a file or a link to nothing",
    Effect.gen(function* () {
      const room = yield* Room
      const durable = yield* Durable
      yield* furnish("workspace")
      yield* put(`${room}/home/.gsd`, "x")
      const failure = yield* refuse(make)
      assert.strictEqual(failure._tag, "HomeUnsafe")
      assert.include(failure.message, `${room}/home/.gsd`)
      yield* durable.unlink(`${room}/home/.gsd`)
      yield* durable.link("nowhere", `${room}/home/.gsd`)
      assert.strictEqual((yield* refuse(make))._tag, "HomeUnsafe")
    })
  )
  prove(
    "refuses an H of another owner, and one that others can write in",
    Effect.gen(function* () {
      const room = yield* Room
      const durable = yield* Durable
      yield* furnish("workspace", "home/.gsd")
      const theirs = yield* refuse(make, { userId: ground.userId + 1 })
      assert.strictEqual(theirs._tag, "HomeUnsafe")
      assert.match(theirs.message, new RegExp(`user ${ground.userId}.*user ${ground.userId + 1}`, "u"))
      for (const [mode, isSafe] of [
        [0o700, true],
        [0o755, true],
        [0o770, false],
        [0o702, false],
        [0o720, false],
        [0o777, false]
      ] as const) {
        yield* durable.chmod(`${room}/home/.gsd`, mode)
        if (isSafe) assert.strictEqual((yield* find(make)).root, "home/.gsd")
        else assert.include((yield* refuse(make)).message, mode.toString(8))
      }
    })
  )
  prove(
    "judges H again when it makes it, since somebody may have been quicker",
    Effect.gen(function* () {
      const room = yield* Room
      const durable = yield* Durable
      yield* furnish("workspace", "home")
      const home = yield* GsdHome.pipe(Effect.provide(make({})))
      yield* furnish("home/.gsd")
      yield* durable.chmod(`${room}/home/.gsd`, 0o777)
      assert.include(yield* Effect.flip(home.ensure), { _tag: "HomeUnsafe" })
      assert.deepStrictEqual(yield* treeBelow(`${room}/home/.gsd`), {})
    })
  )
}

/** What every GsdHome promises on a ground; each behaviour gets a room of its own. */
export const suite = (name: string, parts: Suite): void => {
  const prove: Prove = (behaviour, test) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(parts.ground.disk)))
  }
  describe(`GsdHome: ${name}`, () => {
    choosing(prove, parts)
    detecting(prove, parts)
    refusing(prove, parts)
  })
}
