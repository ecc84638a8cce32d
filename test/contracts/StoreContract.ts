import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { BundleVerdict } from "../../src/domain/verify/verdict.ts"
import { Durable } from "../../src/services/Durable.ts"
import { GsdHome } from "../../src/services/GsdHome.ts"
import { Lock } from "../../src/services/Lock.ts"
import { Store } from "../../src/services/Store.ts"
import { text, utf8 } from "../support/disk.ts"
import { folder, put } from "../support/home.ts"
import { stageFiles, storeFiles, type ProveStore, type StoreWorld } from "../support/store.ts"
import { sealing } from "./storeSeals.ts"

const files = { "capability.json": "{}", "hooks/a.sh": "#!/bin/sh\n", "skills/s/SKILL.md": "text\n" }

const world = Effect.gen(function* () {
  const { paths } = yield* GsdHome
  return { durable: yield* Durable, paths, store: yield* Store }
})

const isThere = (path: string) =>
  Effect.flatMap(Durable, (durable) => Effect.map(durable.identify(path), Option.isSome))

const staging = (prove: ProveStore) => {
  prove(
    "describes what is put, and gives it back as it stands on disk",
    Effect.gen(function* () {
      const { durable, store } = yield* world
      const staged = yield* store.stage
      const script = yield* staged.put({ path: "hooks/deep/a.sh", bytes: utf8("#!/bin/sh\n") })
      assert.include(script, { path: "hooks/deep/a.sh", size: 10, executable: true })
      assert.include(yield* staged.put({ path: "a.txt", bytes: utf8("") }), { size: 0, executable: false })
      assert.strictEqual(text(yield* staged.read("hooks/deep/a.sh")), "#!/bin/sh\n")
      const mode = (path: string) =>
        Effect.map(
          durable.identify(`${staged.folder}/bundle/${path}`),
          (found) => Option.getOrThrow(found).mode
        )
      assert.strictEqual(yield* mode("hooks/deep/a.sh"), 0o555)
      assert.strictEqual(yield* mode("a.txt"), 0o444)
    }).pipe(Effect.scoped)
  )
  prove(
    "puts a file piece by piece, as if it were whole",
    Effect.gen(function* () {
      const { durable, store } = yield* world
      for (const pieces of [["#!/bin/sh\n", "echo ", "hello\n"], ["text"], []]) {
        const staged = yield* store.stage
        const whole = yield* staged.put({ path: "whole/a", bytes: utf8(pieces.join("")) })
        const left = pieces.map(utf8)
        const next = Effect.sync(() => left.shift() ?? new Uint8Array())
        const pieced = yield* staged.putPieces("pieced/deep/a", next)
        assert.deepStrictEqual(pieced, { ...whole, path: "pieced/deep/a" })
        assert.strictEqual(text(yield* staged.read("pieced/deep/a")), pieces.join(""))
        yield* staged.seal([whole, pieced], "")
        const modes = yield* Effect.forEach(["whole/a", "pieced/deep/a"], (path) =>
          Effect.map(
            durable.identify(`${staged.folder}/bundle/${path}`),
            (found) => Option.getOrThrow(found).mode
          )
        )
        assert.strictEqual(modes[1], modes[0])
      }
    }).pipe(Effect.scoped)
  )
  prove(
    "seals with the derived modes and a list that readers believe",
    Effect.gen(function* () {
      const { durable, paths, store } = yield* world
      const staged = yield* store.stage
      const tool = yield* staged.put({ path: "bin/tool", bytes: utf8("declared") })
      const { contentHash } = yield* Effect.scoped(stageFiles({ "bin/tool": "declared" }))
      yield* staged.seal([{ ...tool, executable: true }], contentHash)
      const found = Option.getOrThrow(yield* durable.identify(`${staged.folder}/bundle/bin/tool`))
      assert.strictEqual(found.mode, 0o555)
      yield* durable.rename(staged.folder, paths.stored(contentHash))
      assert.deepStrictEqual(yield* store.files(contentHash), [{ ...tool, executable: true }])
    }).pipe(Effect.scoped)
  )
  prove(
    "leaves nothing when the scope closes by success, failure, death or interruption",
    Effect.gen(function* () {
      const { durable, paths } = yield* world
      for (const end of [Effect.void, Effect.fail("failed"), Effect.die("died"), Effect.interrupt]) {
        yield* Effect.exit(Effect.scoped(Effect.andThen(stageFiles(files), end)))
        assert.deepStrictEqual(yield* durable.entries(paths.stagings), [])
      }
    })
  )
  prove(
    "leaves a folder alone that a commit has moved",
    Effect.gen(function* () {
      const { durable, paths, store } = yield* world
      const { contentHash } = yield* storeFiles(files)
      assert.deepStrictEqual(yield* durable.entries(paths.stagings), [])
      assert.strictEqual((yield* store.verify(contentHash)).verdict, "ok")
    })
  )
  prove(
    "gives every staging a name and a folder of its own",
    Effect.gen(function* () {
      const [one, two] = [yield* stageFiles(files), yield* stageFiles(files)]
      assert.notStrictEqual(one.staging.tx, two.staging.tx)
      assert.strictEqual(text(yield* one.staging.read("capability.json")), "{}")
    }).pipe(Effect.scoped)
  )
}

const sweeping = (prove: ProveStore) => {
  prove(
    "sweeps what dead commands left, and leaves what lives",
    Effect.gen(function* () {
      const { durable, paths, store } = yield* world
      const alive = yield* Scope.make()
      const living = yield* stageFiles(files).pipe(Scope.provide(alive))
      yield* put(`${paths.staging("dead")}/bundle/hooks/a.sh`, "half", 0o555)
      yield* put(paths.stagingLock("dead"), "", 0o600)
      yield* put(`${paths.staging("lockless")}/bundle/x`, "half", 0o444)
      yield* put(paths.stagingLock("folderless"), "", 0o600)
      yield* put(paths.stagingLock(""), "", 0o600)
      yield* Effect.scoped(store.stage)
      yield* durable.unlink(paths.stagingLock(""))
      const left = (yield* durable.entries(paths.stagings)).map((entry) => entry.name)
      assert.deepStrictEqual(left, [living.staging.tx, `${living.staging.tx}.live`])
      assert.strictEqual(text(yield* living.staging.read("hooks/a.sh")), files["hooks/a.sh"])
      yield* Scope.close(alive, Exit.void)
      assert.deepStrictEqual(yield* durable.entries(paths.stagings), [])
    })
  )
  prove(
    "holds the live lock as long as the staging lives",
    Effect.gen(function* () {
      const { paths } = yield* world
      const lock = yield* Lock
      const scope = yield* Scope.make()
      const { staging: staged } = yield* stageFiles(files).pipe(Scope.provide(scope))
      const take = Effect.scoped(lock.acquire(paths.stagingLock(staged.tx), { wait: Duration.zero }))
      assert.include(yield* Effect.flip(take), { _tag: "LockBusy" })
      yield* Scope.close(scope, Exit.void)
      yield* take
    })
  )
}

const reading = (prove: ProveStore) => {
  prove(
    "reads files of a bundle, and knows which there are",
    Effect.gen(function* () {
      const { store } = yield* world
      const { contentHash, stored } = yield* storeFiles(files)
      assert.deepStrictEqual(
        (yield* store.files(contentHash)).map((file) => file.path),
        Object.keys(files)
      )
      for (const [path, content] of Object.entries(files))
        assert.strictEqual(text(yield* store.read(contentHash, path)), content)
      const other = yield* Effect.scoped(stageFiles({ x: "y" }))
      for (const [hash, path] of [
        [contentHash, "no.txt"],
        [contentHash, "../files.json"],
        [other.contentHash, "x"]
      ] as const)
        assert.include(yield* Effect.flip(store.read(hash, path)), { _tag: "BundleMissing" })
      assert.include(yield* Effect.flip(store.files(other.contentHash)), { _tag: "BundleMissing" })
      assert.isTrue(yield* isThere(stored))
    })
  )
  for (const [what, content] of [
    ["changed", "#!/bin/xx\n"],
    ["longer", "#!/bin/sh\nmore"],
    ["shorter", "#!"]
  ] as const) {
    prove(
      `returns no byte of a file that is ${what}`,
      Effect.gen(function* () {
        const { store } = yield* world
        const { bundle, contentHash } = yield* storeFiles(files)
        yield* put(`${bundle}/hooks/a.sh`, content, 0o555)
        const failure = yield* Effect.flip(store.read(contentHash, "hooks/a.sh"))
        assert.include(failure, { _tag: "IntegrityMismatch", subject: `${bundle}/hooks/a.sh` })
        assert.strictEqual(text(yield* store.read(contentHash, "capability.json")), "{}")
      })
    )
  }
  for (const [what, replace] of [
    ["a link", (path: string) => durably((durable) => durable.link("/etc/hostname", path))],
    ["a folder", folder]
  ] as const) {
    prove(
      `returns nothing of ${what} in place of a file or of the list`,
      Effect.gen(function* () {
        const { durable, store } = yield* world
        const { bundle, contentHash, stored } = yield* storeFiles(files)
        for (const subject of [`${bundle}/hooks/a.sh`, `${stored}/files.json`]) {
          yield* durable.unlink(subject)
          yield* replace(subject)
          const failure = yield* Effect.flip(
            Effect.andThen(store.files(contentHash), store.read(contentHash, "hooks/a.sh"))
          )
          assert.include(failure, { _tag: "IntegrityMismatch", subject })
        }
      })
    )
  }
  prove(
    "reads its list once for all files, so that many cost no more than their bytes",
    Effect.gen(function* () {
      const { durable, store } = yield* world
      const { contentHash, stored } = yield* storeFiles(files)
      assert.strictEqual(text(yield* store.read(contentHash, "capability.json")), "{}")
      yield* durable.unlink(`${stored}/files.json`)
      assert.strictEqual(text(yield* store.read(contentHash, "hooks/a.sh")), files["hooks/a.sh"])
      assert.include(yield* Effect.flip(store.files(contentHash)), { _tag: "BundleMissing" })
    })
  )
  prove(
    "reads the list of each bundle once, in whatever order files of several are read",
    Effect.gen(function* () {
      const { durable, store } = yield* world
      const one = yield* storeFiles(files)
      const other = yield* storeFiles({ ...files, "hooks/a.sh": "#!/bin/sh\nexit 1\n" })
      for (const { contentHash, stored } of [one, other]) {
        assert.strictEqual(text(yield* store.read(contentHash, "capability.json")), "{}")
        assert.strictEqual((yield* store.files(contentHash)).length, Object.keys(files).length)
        yield* durable.unlink(`${stored}/files.json`)
      }
      assert.strictEqual(text(yield* store.read(one.contentHash, "hooks/a.sh")), files["hooks/a.sh"])
      assert.include(text(yield* store.read(other.contentHash, "hooks/a.sh")), "exit 1")
      yield* put(`${one.stored}/files.json`, "{}", 0o444)
      assert.include(yield* Effect.flip(store.files(one.contentHash)), { _tag: "IntegrityMismatch" })
    })
  )
  prove(
    "believes no list that does not hash to the bundle's name",
    Effect.gen(function* () {
      const { durable, store } = yield* world
      const { contentHash, stored } = yield* storeFiles(files)
      const list = text(yield* durable.read(`${stored}/files.json`, { maxBytes: 1 << 20 }))
      for (const changed of [
        list.replace('"size": 2', '"size": 3'),
        "{}",
        "[",
        list.replaceAll("hooks/a.sh", "hooks/b.sh")
      ]) {
        yield* put(`${stored}/files.json`, changed, 0o444)
        const failure = yield* Effect.flip(store.read(contentHash, "capability.json"))
        assert.include(failure, { _tag: "IntegrityMismatch", subject: `${stored}/files.json` })
      }
      yield* put(`${stored}/files.json`, list, 0o444)
      assert.strictEqual(text(yield* store.read(contentHash, "capability.json")), "{}")
    })
  )
}

type Harm = (at: {
  readonly bundle: string
  readonly stored: string
}) => Effect.Effect<unknown, unknown, Durable>

const durably = <A, E>(use: (durable: Durable["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(Durable, use)

/** What is done to a bundle, and the verdict with each file that is named for it. */
const harms: ReadonlyArray<readonly [string, Harm, BundleVerdict["verdict"], ReadonlyArray<string>]> = [
  [
    "a changed file",
    ({ bundle }) => put(`${bundle}/hooks/a.sh`, "#!/bin/xx\n"),
    "modified",
    ["hooks/a.sh modified"]
  ],
  [
    "a longer file",
    ({ bundle }) => put(`${bundle}/hooks/a.sh`, "#!/bin/sh\n\n"),
    "modified",
    ["hooks/a.sh modified"]
  ],
  ["an empty file", ({ bundle }) => put(`${bundle}/hooks/a.sh`, ""), "modified", ["hooks/a.sh modified"]],
  [
    "a missing file beside a changed one",
    ({ bundle }) =>
      Effect.andThen(
        put(`${bundle}/capability.json`, "[]"),
        durably((durable) => durable.unlink(`${bundle}/hooks/a.sh`))
      ),
    "missing",
    ["capability.json modified", "hooks/a.sh missing"]
  ],
  ["an extra file", ({ bundle }) => put(`${bundle}/hooks/b.sh`, "x"), "modified", ["hooks/b.sh extra"]],
  ["an extra empty folder", ({ bundle }) => folder(`${bundle}/more`), "modified", ["more extra"]],
  [
    "a file replaced by a link to the same bytes",
    ({ bundle, stored }) =>
      durably((durable) =>
        Effect.andThen(
          durable.rename(`${bundle}/hooks/a.sh`, `${stored}/same`),
          durable.link("../../same", `${bundle}/hooks/a.sh`)
        )
      ),
    "modified",
    ["hooks/a.sh modified"]
  ],
  [
    "a file replaced by a folder",
    ({ bundle }) =>
      Effect.andThen(
        durably((durable) => durable.unlink(`${bundle}/hooks/a.sh`)),
        folder(`${bundle}/hooks/a.sh`)
      ),
    "modified",
    ["hooks/a.sh modified"]
  ],
  [
    "a folder replaced by a link to the same files",
    ({ bundle, stored }) =>
      durably((durable) =>
        Effect.andThen(
          durable.rename(`${bundle}/hooks`, `${stored}/same`),
          durable.link("../same", `${bundle}/hooks`)
        )
      ),
    "modified",
    ["hooks extra"]
  ],
  [
    "a bundle replaced by a link to the same files",
    ({ bundle, stored }) =>
      durably((durable) =>
        Effect.andThen(durable.rename(bundle, `${stored}/same`), durable.link("same", bundle))
      ),
    "modified",
    [". modified"]
  ],
  [
    "a list replaced by a link to the same list",
    ({ stored }) =>
      durably((durable) =>
        Effect.andThen(
          durable.rename(`${stored}/files.json`, `${stored}/same`),
          durable.link("same", `${stored}/files.json`)
        )
      ),
    "modified",
    ["files.json modified"]
  ],
  [
    "a list replaced by a folder",
    ({ stored }) =>
      Effect.andThen(
        durably((durable) => durable.unlink(`${stored}/files.json`)),
        folder(`${stored}/files.json`)
      ),
    "modified",
    ["files.json modified"]
  ],
  ["a changed list", ({ stored }) => put(`${stored}/files.json`, "{}"), "modified", ["files.json modified"]],
  [
    "a missing list",
    ({ stored }) => durably((durable) => durable.unlink(`${stored}/files.json`)),
    "missing",
    ["files.json missing"]
  ],
  [
    "a missing bundle",
    ({ bundle }) => durably((durable) => durable.removeTree(bundle)),
    "missing",
    ["capability.json missing", "hooks/a.sh missing", "skills/s/SKILL.md missing"]
  ],
  [
    "a missing folder in the store",
    ({ stored }) => durably((durable) => durable.removeTree(stored)),
    "missing",
    ["files.json missing"]
  ]
]

const verifying = (prove: ProveStore) => {
  prove(
    "verifies what nobody touched",
    Effect.gen(function* () {
      const { store } = yield* world
      const { contentHash } = yield* storeFiles(files)
      assert.deepInclude(yield* store.verify(contentHash), { verdict: "ok", files: [] })
      assert.deepInclude(yield* store.glance(contentHash, ["capability.json"]), { verdict: "ok", files: [] })
    })
  )
  for (const [what, harm, verdict, named] of harms) {
    prove(
      `finds ${what}`,
      Effect.gen(function* () {
        const { store } = yield* world
        const { contentHash, ...at } = yield* storeFiles(files)
        yield* harm(at)
        for (const look of [store.verify(contentHash), store.glance(contentHash, [])]) {
          const found = yield* look
          assert.strictEqual(found.verdict, verdict)
          assert.deepStrictEqual(
            found.files.map((file) => `${file.path} ${file.state}`),
            named
          )
        }
      })
    )
  }
}

/** What every Store promises; each behaviour gets a layer of its own. */
export const suite = (name: string, layer: Layer.Layer<StoreWorld, unknown>): void => {
  const prove: ProveStore = (behaviour, test) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(layer)))
  }
  describe(`Store: ${name}`, () => {
    staging(prove)
    sweeping(prove)
    reading(prove)
    verifying(prove)
    sealing(prove)
  })
}
