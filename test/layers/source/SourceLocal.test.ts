import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ChildProcess from "node:child_process"
import * as Net from "node:net"
import { localSources } from "../../support/sources.ts"
import * as StoreFile from "../../../src/layers/store/StoreFile.ts"
import { SourceResolver } from "../../../src/services/SourceResolver.ts"
import { parseSource } from "../../../src/domain/source/grammar.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { Store } from "../../../src/services/Store.ts"
import { smallBounds, suite } from "../../contracts/SourceResolverContract.ts"
import { Room } from "../../support/disk.ts"
import { folder, type Ground, grounds, onNode, put, worldOf } from "../../support/home.ts"

const layerOn = (ground: Ground) =>
  Layer.merge(localSources(smallBounds), StoreFile.layer).pipe(Layer.provideMerge(worldOf(ground)))

for (const [name, ground] of grounds) suite(name, layerOn(ground))

const makers: ReadonlyArray<readonly [string, (path: string) => Effect.Effect<unknown>, boolean]> = [
  ["pipe", (path) => Effect.sync(() => ChildProcess.execFileSync("mkfifo", [path])), true],
  [
    "socket",
    (path) =>
      Effect.callback<void>((resume) => {
        const server = Net.createServer()
        server.listen(path, () => {
          server.unref()
          resume(Effect.void)
        })
      }),
    true
  ],
  [
    "device",
    (path) => Effect.sync(() => ChildProcess.execFileSync("mknod", [path, "c", "1", "3"])),
    process.geteuid?.() === 0
  ]
]

describe("SourceLocal on the machine's disk", () => {
  for (const [what, make, isPossible] of makers) {
    it.effect.skipIf(process.platform === "win32" || !isPossible)(
      `refuses a ${what} without opening it`,
      () =>
        Effect.gen(function* () {
          const store = yield* Store
          const resolver = yield* SourceResolver
          const source = `${yield* Room}/hk-cap`
          yield* folder(`${source}/hooks`)
          yield* make(`${source}/hooks/a.sh`)
          const resolved = yield* resolver.resolve({ kind: "local", path: source })
          const failure = yield* Effect.flip(
            Effect.scoped(Effect.flatMap(store.stage, (staging) => resolver.fetch(resolved, staging)))
          )
          assert.deepInclude(failure, { _tag: "BundleRefused", path: "hooks/a.sh", rule: "device" })
        }).pipe(Effect.provide(layerOn(onNode)))
    )
  }
})

describe("SourceLocal", () => {
  for (const [name, ground] of grounds) {
    it.effect(`lets what stands there decide what a name means, ${name}`, () =>
      Effect.gen(function* () {
        const resolver = yield* SourceResolver
        const durable = yield* Durable
        const work = `${yield* Room}/workspace`
        yield* put(`${work}/a.tgz`, "")
        yield* put(`${work}/file`, "")
        yield* put(`${work}/b.tgz/capability.json`, "{}")
        yield* durable.link("a.tgz", `${work}/latest`)
        yield* durable.link("a.tgz", `${work}/latest.tar.gz`)
        yield* durable.link("file", `${work}/other.tgz`)
        const resolve = (path: string) =>
          Effect.flatMap(Effect.fromResult(parseSource(path)), (source) => resolver.resolve(source))
        for (const path of ["a.tgz", "./a.tgz", "latest", "latest.tar.gz"]) {
          assert.deepStrictEqual(yield* resolve(path), {
            source: { kind: "archive", path },
            canonical: `${work}/a.tgz`
          })
        }
        for (const path of ["b.tgz", "b.tgz/"]) {
          const found = yield* resolve(path)
          assert.deepInclude(found, { canonical: `${work}/b.tgz`, folder: "b.tgz" })
          assert.strictEqual(found.source.kind, "local")
        }
        for (const [path, reason] of [
          ["file", "is no folder"],
          ["other.tgz", "leads to what is no archive"],
          ["none.tgz", "does not exist"],
          ["a.tgz/deeper", "does not exist"]
        ] as const)
          assert.include(yield* Effect.flip(resolve(path)), { _tag: "SourceMissing", reason })
      }).pipe(Effect.provide(layerOn(ground)))
    )
  }
})
