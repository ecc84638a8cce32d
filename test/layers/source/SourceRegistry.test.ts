import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { globalScope } from "../../../src/domain/paths.ts"
import { momentOf } from "../../../src/domain/registryIndex/moment.ts"
import type { RegistryName } from "../../../src/domain/source/source.ts"
import { sha512Integrity } from "../../../src/domain/hash.ts"
import { install } from "../../../src/pipelines/install.ts"
import { registryAdd } from "../../../src/pipelines/registryAdd.ts"
import { registryInfo } from "../../../src/pipelines/registryInfo.ts"
import { registrySearch } from "../../../src/pipelines/registrySearch.ts"
import { update } from "../../../src/pipelines/update.ts"
import { SourceResolver, type SourceWish } from "../../../src/services/SourceResolver.ts"
import { HttpCalls } from "../../../src/layers/network/HttpCalls.ts"
import { requestOf } from "../../support/engine.ts"
import { refuse } from "../../support/refusal.ts"
import {
  homeWith,
  keyPair,
  makeShop,
  registryUrl,
  shopping,
  type ShopOptions
} from "../../support/registry.ts"

const ours = keyPair()
const wait = Duration.seconds(1)
const day = 86_400_000

const opened = Effect.fnUntraced(function* (
  versions: Readonly<Record<string, object>>,
  policy: object = {},
  options: ShopOptions = {}
) {
  const shop = makeShop(ours)
  for (const [version, members] of Object.entries(versions)) shop.offer("hk-cap", version, members)
  shop.publish()
  const disk = homeWith(policy)
  const run = shopping(shop, disk, options)
  yield* run(registryAdd({ name: "acme", url: registryUrl, publicKey: ours.key.publicKey, wait }))
  return { shop, disk, run }
})

const source: RegistryName = { kind: "registry", id: "hk-cap", registry: "acme" }

const resolving = (selector?: string, wish?: SourceWish) =>
  Effect.flatMap(SourceResolver, (resolver) =>
    resolver.resolve(selector === undefined ? source : { ...source, selector }, wish)
  )

describe("SourceResolver of registries", () => {
  it.effect("resolves to the newest version, its bundle and its digest", () =>
    Effect.gen(function* () {
      const { run } = yield* opened({ "1.0.0": {}, "1.1.0": {} })
      const resolved = yield* run(resolving())
      assert.deepInclude(resolved, { canonical: "hk-cap@acme", resolved: "1.1.0", folder: "hk-cap" })
      assert.strictEqual(resolved.artifact?.url, `${registryUrl}/hk-cap-1.1.0.tgz`)
      assert.match(resolved.artifact?.integrity ?? "", /^sha512-/u)
      assert.notProperty(resolved, "notes")
      assert.include(yield* run(resolving("~1.0")), { canonical: "hk-cap@acme#~1.0", resolved: "1.0.0" })
      assert.include(yield* run(resolving("1.0.0")), { resolved: "1.0.0" })
      assert.include(yield* run(resolving(undefined, { exactly: "1.0.0" })), { resolved: "1.0.0" })
    })
  )

  it.effect("passes over what is yanked, too young, or not for this gsd, and says so", () =>
    Effect.gen(function* () {
      const versions = {
        "1.0.0": {},
        "1.1.0": { yanked: true },
        "1.2.0": { engines: { gsd: ">=99.0.0" } },
        "1.3.0": { publishedAt: momentOf(2 * day) }
      }
      const { disk, run, shop } = yield* opened(versions, { minAge: "1 day" })
      yield* TestClock.adjust(Duration.days(2))
      const resolved = yield* run(resolving())
      assert.strictEqual(resolved.resolved, "1.0.0")
      assert.strictEqual(resolved.notes?.length, 3)
      for (const [selector, rule] of [
        ["1.1.0", "yanked"],
        [">=1.2.0 <1.3.0", "no-version"],
        ["1.3.0", "too-young"],
        ["^1.3", "too-young"]
      ] as const) {
        const refusal = yield* Effect.flip(run(resolving(selector)))
        assert.deepInclude(refusal, { _tag: "SourceRefused", rule }, selector)
      }
      const pinned = yield* run(resolving(undefined, { exactly: "1.1.0" }))
      assert.match(pinned.notes?.[0] ?? "", /yanked/u)
      // An engine of another version takes what this one passes over.
      const later = shopping(shop, disk, { hostVersion: "99.0.0" })
      assert.include(yield* later(resolving(">=1.2.0 <1.3.0")), { resolved: "1.2.0" })
      yield* TestClock.adjust(Duration.days(1))
      assert.include(yield* run(resolving()), { resolved: "1.3.0" })
    })
  )

  it.effect("refuses an address that no bundle is fetched from", () =>
    Effect.gen(function* () {
      for (const artifact of [
        "http://host.example/x.tgz",
        "file:///etc/passwd",
        "https://ada:pw@host.example/x.tgz"
      ]) {
        const { run } = yield* opened({ "1.0.0": { artifact } })
        assert.deepInclude(yield* Effect.flip(run(resolving())), {
          _tag: "SourceRefused",
          rule: "no-artifact"
        })
      }
      const { run } = yield* opened({ "1.0.0": { artifact: "https://cdn.example/hk-cap.tgz" } })
      assert.strictEqual((yield* run(resolving())).artifact?.url, "https://cdn.example/hk-cap.tgz")
    })
  )

  it.effect("refuses a bundle of another version than the one it is offered as", () =>
    Effect.gen(function* () {
      const { disk, run, shop } = yield* opened({ "1.0.0": {} })
      const body = shop.answers[`${registryUrl}/hk-cap-1.0.0.tgz`]?.body
      const sha512 = sha512Integrity(body instanceof Uint8Array ? body : "")
      shop.offer("hk-cap", "2.0.0", { artifact: "hk-cap-1.0.0.tgz", sha512 })
      shop.publish()
      assert.include(yield* run(resolving()), { resolved: "2.0.0" })
      const refused = yield* refuse(disk, run(install(requestOf("hk-cap@acme"))))
      assert.deepInclude(refused, { tag: "SourceRefused", exit: 4 })
      assert.include(refused.message, "offers 2.0.0, and the bundle there is of version `1.0.0`")
      assert.include(yield* run(install(requestOf("hk-cap@acme#1.0.0"))), { status: "installed" })
    })
  )

  it.effect("knows no other capability and no other registry", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* opened({ "1.0.0": {} })
      for (const [spec, tag] of [
        ["absent@acme", "SourceNotFound"],
        ["hk-cap@nobody", "RegistryUnknown"],
        ["hk-cap@acme#2.0.0", "SourceNotFound"]
      ] as const)
        assert.include(yield* refuse(disk, run(install(requestOf(spec)))), { tag, exit: 6 }, spec)
    })
  )

  it.effect("asks the registry each time, and the server of a bundle once", () =>
    Effect.gen(function* () {
      const { run } = yield* opened({ "1.0.0": {} })
      const program = Effect.gen(function* () {
        yield* install(requestOf("hk-cap@acme"))
        yield* install(requestOf("hk-cap@acme"))
        return (yield* (yield* HttpCalls).all).map(({ url }) => url.slice(registryUrl.length))
      })
      const looks = ["/root.json", "/capabilities/hk-cap.json"]
      assert.deepStrictEqual(yield* run(program), [...looks, "/hk-cap-1.0.0.tgz", ...looks])
    })
  )

  it.effect("looks once more when a file is newer than the root, as while a registry is published", () =>
    Effect.gen(function* () {
      const { disk, shop } = yield* opened({ "1.0.0": {} })
      const root = `${registryUrl}/root.json`
      const old = shop.answers[root] ?? {}
      shop.offer("hk-cap", "1.1.0")
      shop.publish()
      const renewed = shop.answers[root] ?? {}
      const late = { answers: { ...shop.answers, [root]: [old, renewed] } }
      assert.include(yield* shopping(late, disk)(resolving()), { resolved: "1.1.0" })
    })
  )

  it.effect("upgrades to what was published since", () =>
    Effect.gen(function* () {
      const { run, shop } = yield* opened({ "1.0.0": {} })
      assert.include(yield* run(install(requestOf("hk-cap@acme"))), { status: "installed", version: "1.0.0" })
      const updating = update({ id: "hk-cap", scope: globalScope, wait, allowDowngrade: false })
      assert.include(yield* run(updating), { status: "unchanged" })
      shop.offer("hk-cap", "1.1.0")
      shop.publish()
      assert.include(yield* run(updating), { status: "upgraded", version: "1.1.0" })
    })
  )
})

describe("registrySearch and registryInfo", () => {
  it.effect("find in all registries, and tell which could not be looked into", () =>
    Effect.gen(function* () {
      const { run, shop } = yield* opened({ "1.0.0": {} })
      const search = (registry?: string) => registrySearch({ words: ["hk-cap"], registry })
      assert.deepInclude(yield* run(search()), { silent: [] })
      shop.publish({ signers: [] })
      const report = yield* run(search())
      assert.deepStrictEqual(report.found, [])
      assert.include(report.silent[0], { registry: "acme", error: "RegistryUnsigned" })
      assert.include(yield* Effect.flip(run(search("acme"))), { _tag: "RegistryUnsigned" })
      assert.include(yield* Effect.flip(run(search("corp"))), { _tag: "RegistryUnknown" })
    })
  )

  it.effect("show every version, the newest first, and whether it fits", () =>
    Effect.gen(function* () {
      const { run } = yield* opened({
        "1.0.0": { yanked: true },
        "1.10.0": {},
        "1.9.0": { engines: { gsd: "<1.0.0" } }
      })
      const info = yield* run(registryInfo("hk-cap@acme"))
      assert.deepStrictEqual(
        info.versions.map(({ fits, version, yanked }) => [version, fits, yanked === true]),
        [
          ["1.10.0", true, false],
          ["1.9.0", false, false],
          ["1.0.0", true, true]
        ]
      )
      assert.include(yield* Effect.flip(run(registryInfo("absent@acme"))), { _tag: "SourceNotFound" })
      assert.include(yield* Effect.flip(run(registryInfo("npm:hk-cap"))), { _tag: "SourceUnknown" })
    })
  )
})
