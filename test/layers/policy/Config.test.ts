import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { setKeys } from "../../../src/domain/config/edit.ts"
import * as ConfigFile from "../../../src/layers/policy/ConfigFile.ts"
import { Config, type ConfigEdit, type ConfigTarget } from "../../../src/services/Config.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { GsdHome } from "../../../src/services/GsdHome.ts"
import { Lock } from "../../../src/services/Lock.ts"
import { Room, text, utf8 } from "../../support/disk.ts"
import { folder, grounds, homeOn, put, type Ground, type World } from "../../support/home.ts"

const wait = Duration.seconds(30)
const inProject = Layer.effectDiscard(Effect.flatMap(Room, (room) => folder(`${room}/workspace/.git`)))

/** Another program writes the project's file, so many times, whenever a temporary of ours is made beside it. */
const meddling = (meddled: { times: number }) =>
  Layer.effect(
    Durable,
    Effect.map(Durable, (durable) =>
      Durable.of({
        ...durable,
        create: (path, bytes, options) =>
          Effect.gen(function* () {
            yield* durable.create(path, bytes, options)
            if (!path.includes("/.config.json.gsd-") || meddled.times <= 0) return
            meddled.times -= 1
            const theirs = utf8(JSON.stringify({ theirs: meddled.times }))
            const temporary = `${path}.theirs`
            yield* durable.replace(path.replace(/\.config\.json.*$/u, "config.json"), theirs, {
              mode: 0o644,
              temporary
            })
          })
      })
    )
  )

const layerOn = (
  ground: Ground,
  variables: Readonly<Record<string, string>> = {},
  around?: Layer.Layer<Durable, never, Durable>
) => {
  const plain = inProject.pipe(Layer.provideMerge(ground.disk))
  const disk = around === undefined ? plain : around.pipe(Layer.provideMerge(plain))
  return ConfigFile.layer.pipe(Layer.provideMerge(homeOn(ground, disk, { variables: () => variables })))
}

const world = Effect.gen(function* () {
  const room = yield* Room
  const { paths } = yield* GsdHome
  const planning = `${room}/workspace/.planning`
  return {
    config: yield* Config,
    durable: yield* Durable,
    user: paths.config,
    planning,
    project: `${planning}/config.json`,
    pay: `${planning}/workstreams/pay/config.json`,
    active: `${planning}/active-workstream`
  }
})

const project: ConfigTarget = { origin: "project" }

const setting =
  (key: string, value: string | number): ConfigEdit<unknown> =>
  (document) =>
    setKeys(document, [{ key, value }])

const contentOf = (path: string) =>
  Durable.use((durable) => Effect.map(durable.read(path, { maxBytes: 1 << 20 }), text))

const modeOf = (path: string) =>
  Durable.use((durable) =>
    Effect.map(durable.identify(path), (found) => Option.getOrThrow(found).mode.toString(8))
  )

const originsOf = (name?: string) =>
  Effect.gen(function* () {
    const config = yield* Config
    const layers = yield* config.layers(name === undefined ? {} : { workstream: name })
    return layers.map(({ origin }) => origin)
  })

const suite = (name: string, ground: Ground): void => {
  const prove = (
    behaviour: string,
    test: Effect.Effect<void, unknown, Config | World>,
    variables: Readonly<Record<string, string>> = {}
  ) => {
    it.effect(behaviour, () => test.pipe(Effect.provide(layerOn(ground, variables))))
  }
  describe(`Config: ${name}`, () => {
    prove(
      "merges the user's, the project's and the workstream's texts, the last of them strongest",
      Effect.gen(function* () {
        const { active, config, pay, project, user } = yield* world
        assert.deepStrictEqual([...(yield* config.texts)], [])
        yield* put(user, '{"a":"user","b":"user","c":"user"}')
        yield* put(project, '{"b":"project","c":"project"}')
        yield* put(pay, '{"c":"pay"}')
        const inForce = () =>
          Effect.map(config.texts, (texts) => ["a", "b", "c"].map((key) => texts.get(key)))
        assert.deepStrictEqual(yield* inForce(), ["user", "project", "project"])
        yield* put(active, "pay\n")
        assert.deepStrictEqual(yield* inForce(), ["user", "project", "pay"])
      })
    )
    prove(
      "takes the workstream that is named, else the environment's, else the project's active one",
      Effect.gen(function* () {
        const { active, config, planning } = yield* world
        yield* put(active, "active")
        const files = (name: string | undefined) =>
          Effect.map(config.layers(name === undefined ? {} : { workstream: name }), (layers) =>
            layers.at(-1)?.file.slice(planning.length)
          )
        assert.strictEqual(yield* files("named"), "/workstreams/named/config.json")
        assert.strictEqual(yield* files(undefined), "/workstreams/told/config.json")
      }),
      { GSD_WORKSTREAM: "told" }
    )
    prove(
      "refuses a name of a workstream that leads elsewhere, whoever says it",
      Effect.gen(function* () {
        const { active, config } = yield* world
        assert.deepStrictEqual(yield* originsOf(), ["user", "project"])
        assert.strictEqual((yield* Effect.flip(originsOf("../../x")))._tag, "WorkstreamRefused")
        yield* put(active, "../../../home\n")
        const error = yield* Effect.flip(config.texts)
        assert.strictEqual(error._tag, "WorkstreamRefused")
        assert.include(error.message, active)
        assert.deepStrictEqual(yield* originsOf("pay"), ["user", "project", "workstream"])
      })
    )
    prove(
      "fails on each file that cannot be read, names it and leaves it",
      Effect.gen(function* () {
        const { active, config, pay, project, user } = yield* world
        yield* put(active, "pay")
        for (const path of [user, project, pay])
          for (const content of ["", "{", "[]", '{"a":1,"a":2}', "\ufffe"]) {
            yield* put(path, content)
            for (const read of [Effect.asVoid(config.texts), Effect.asVoid(config.layers({}))]) {
              const error = yield* Effect.flip(read)
              assert.include(error, { _tag: "PolicyUnreadable", path })
            }
            assert.strictEqual(yield* contentOf(path), content)
            yield* put(path, "{}")
          }
      })
    )
    prove(
      "writes the user's file for the user alone",
      Effect.gen(function* () {
        const { config, user } = yield* world
        const target: ConfigTarget = { origin: "user" }
        assert.include(yield* config.edit(target, wait, setting("a.b", 1)), { changed: true, file: user })
        assert.strictEqual(yield* modeOf(user), "600")
        yield* put(user, "{ // mine\n}\n", 0o666)
        yield* config.edit(target, wait, setting("a", 1))
        assert.strictEqual(yield* contentOf(user), '{ // mine\n  "a": 1\n}\n')
        assert.strictEqual(yield* modeOf(user), "600")
      })
    )
    prove(
      "makes the folders of a project's file and of a workstream's, and keeps the mode of one that is there",
      Effect.gen(function* () {
        const { config, pay, planning, project: file } = yield* world
        yield* config.edit(project, wait, setting("a", 1))
        assert.strictEqual(yield* contentOf(file), '{\n  "a": 1\n}\n')
        assert.strictEqual(yield* modeOf(file), "644")
        assert.strictEqual(yield* modeOf(planning), "755")
        yield* config.edit({ origin: "workstream", name: "pay" }, wait, setting("a", 2))
        assert.strictEqual(yield* contentOf(pay), '{\n  "a": 2\n}\n')
        yield* put(file, "{}", 0o640)
        yield* config.edit(project, wait, setting("a", 3))
        assert.strictEqual(yield* modeOf(file), "640")
        const names = yield* Effect.map(
          Durable.use((durable) => durable.entries(planning)),
          (entries) => entries.map((entry) => entry.name)
        )
        assert.deepStrictEqual(names, ["config.json", "workstreams"])
      })
    )
    prove(
      "writes nothing when the edit has nothing to do, or refuses",
      Effect.gen(function* () {
        const { config, durable, project: file } = yield* world
        yield* put(file, '{ "a":1 }')
        const before = yield* durable.identify(file)
        assert.include(yield* config.edit(project, wait, setting("a", 1)), { changed: false })
        const none: ConfigEdit<never> = () => Result.succeed(undefined)
        assert.include(yield* config.edit(project, wait, none), { changed: false })
        assert.strictEqual(yield* Effect.flip(config.edit(project, wait, () => Result.fail("no"))), "no")
        assert.deepStrictEqual(yield* durable.identify(file), before)
      })
    )
    prove(
      "writes through no link: the file's, its folder's, a workstream's",
      Effect.gen(function* () {
        const { config, durable, pay, planning, project: file } = yield* world
        const room = yield* Room
        const refused = (target: ConfigTarget) =>
          Effect.map(Effect.flip(config.edit(target, wait, setting("a", 1))), (error) =>
            assert.include(error, { _tag: "ProjectPathRefused" })
          )
        yield* put(`${room}/elsewhere/config.json`, "{}")
        yield* folder(planning)
        yield* durable.link(`${room}/elsewhere/config.json`, file)
        yield* refused(project)
        yield* folder(`${planning}/workstreams`)
        yield* durable.link(`${room}/elsewhere`, pay.slice(0, pay.lastIndexOf("/")))
        yield* refused({ origin: "workstream", name: "pay" })
        yield* durable.rename(planning, `${room}/workspace/.kept`)
        yield* durable.link(`${room}/elsewhere`, planning)
        yield* refused(project)
        assert.strictEqual(yield* contentOf(`${room}/elsewhere/config.json`), "{}")
        assert.strictEqual((yield* durable.entries(`${room}/elsewhere`)).length, 1)
      })
    )
    prove(
      "reads through no link: a workstream's folder, the folder of all",
      Effect.gen(function* () {
        const { config, durable, pay, planning } = yield* world
        const room = yield* Room
        yield* put(`${room}/elsewhere/config.json`, `{"workflow":{"security_enforcement":false}}`)
        yield* folder(`${planning}/workstreams`)
        yield* durable.link(`${room}/elsewhere`, pay.slice(0, pay.lastIndexOf("/")))
        const ofStream = yield* Effect.flip(config.layers({ workstream: "pay" }))
        assert.include(ofStream, { _tag: "PolicyUnreadable" })
        yield* durable.rename(planning, `${room}/workspace/.kept`)
        yield* durable.link(`${room}/elsewhere`, planning)
        const ofProject = yield* Effect.flip(config.layers({}))
        assert.include(ofProject, { _tag: "PolicyUnreadable" })
      })
    )
    it.live("loses no edit of many at once", () =>
      Effect.gen(function* () {
        const { config, project: file } = yield* world
        const keys = Array.from({ length: 12 }, (_, at) => `k${at}`)
        yield* Effect.forEach(keys, (key) => config.edit(project, wait, setting(key, key)), {
          concurrency: "unbounded"
        })
        const found: Record<string, string> = JSON.parse(yield* contentOf(file))
        assert.deepStrictEqual(Object.keys(found).toSorted(), keys.toSorted())
      }).pipe(Effect.provide(layerOn(ground)))
    )
    it.effect("edits anew what another program wrote meanwhile, and gives up when that goes on", () => {
      const meddled = { times: 0 }
      const test = Effect.gen(function* () {
        const { config, planning, project: file } = yield* world
        yield* put(file, "{}")
        meddled.times = 2
        yield* config.edit(project, wait, setting("a", 1))
        assert.deepStrictEqual(JSON.parse(yield* contentOf(file)), { theirs: 0, a: 1 })
        meddled.times = 1000
        const error = yield* Effect.flip(config.edit(project, wait, setting("a", 2)))
        assert.include(error, { _tag: "ConcurrentEdit", path: file })
        const names = yield* Durable.use((durable) => durable.entries(planning))
        assert.deepStrictEqual(
          names.map((entry) => entry.name),
          ["config.json"]
        )
      })
      return test.pipe(Effect.provide(layerOn(ground, {}, meddling(meddled))))
    })
    prove(
      "waits for the lock, and changes nothing when it is not had",
      Effect.gen(function* () {
        const { config, project: file } = yield* world
        const home = yield* GsdHome
        const lock = yield* Lock
        yield* home.ensure
        yield* put(file, "{}")
        const error = yield* Effect.scoped(
          Effect.andThen(
            lock.acquire(home.paths.lock, { wait: Duration.zero }),
            Effect.flip(config.edit(project, Duration.zero, setting("a", 1)))
          )
        )
        assert.include(error, { _tag: "LockBusy" })
        assert.strictEqual(yield* contentOf(file), "{}")
      })
    )
  })
}

for (const [name, ground] of grounds) suite(name, ground)
