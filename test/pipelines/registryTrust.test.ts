import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { globalScope } from "../../src/domain/paths.ts"
import { momentOf } from "../../src/domain/registryIndex/moment.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { registryAdd } from "../../src/pipelines/registryAdd.ts"
import { registryList, registryRemove } from "../../src/pipelines/registryList.ts"
import { rollback } from "../../src/pipelines/rollback.ts"
import { update } from "../../src/pipelines/update.ts"
import { signaturesFixed } from "../../src/testing.ts"
import { below, capability } from "../support/capabilities.ts"
import { requestOf } from "../support/engine.ts"
import { refuse } from "../support/refusal.ts"
import { homeWith, keyPair, makeShop, registryUrl, shopping, type Published } from "../support/registry.ts"
import { write } from "../support/wired.ts"

const wait = Duration.seconds(1)
const day = 86_400_000
const [ours, other] = [keyPair(), keyPair()]
const spec = "hk-cap@acme"
const signedOnly = { signatures: "required" }

const add = (publicKey: string | undefined = ours.key.publicKey) =>
  registryAdd({ name: "acme", url: registryUrl, publicKey, wait })

/** A shop with one version, added by its key, on a disk with a policy. */
const added = Effect.fnUntraced(function* (policy: object = signedOnly) {
  const shop = makeShop(ours)
  shop.offer("hk-cap", "1.0.0")
  shop.publish()
  const disk = homeWith(policy)
  const run = shopping(shop, disk)
  yield* run(add())
  return { shop, disk, run }
})

type World = Effect.Success<ReturnType<typeof added>>

const installing = ({ disk, run }: World) => refuse(disk, run(install(requestOf(spec))))

/** Inputs of U47 and their like: what the registry shows after it was added, and the refusal of each. */
const roots: ReadonlyArray<readonly [string, Published, string]> = [
  ["no signature", { signers: [] }, "RegistryUnsigned"],
  ["a signature by another key", { signers: [other] }, "RegistryKeyUntrusted"],
  [
    "another key's signature under the name of ours",
    { signers: [{ ...other, key: ours.key }] },
    "RegistrySignatureBroken"
  ],
  [
    "other bytes than were signed",
    {
      tampered: (payload) => Buffer.from(Buffer.from(payload).toString().replace("hk-cap does", "hk-cap did"))
    },
    "RegistrySignatureBroken"
  ],
  ["the signed root of another registry", { root: { name: "other" } }, "RegistrySignatureOfOther"],
  [
    "a signed file of another kind",
    { payloadType: "application/vnd.gsd.registry-capability.v1+json" },
    "RegistrySignatureOfOther"
  ],
  ["an expired root", { root: { expires: momentOf(0) } }, "RegistryExpired"],
  ["an older root", { root: { version: 1, publishedAt: momentOf(1) } }, "RegistryRolledBack"],
  ["no keys", { root: { keys: [] } }, "RegistryMalformed"]
]

describe("U47: a registry that signatures are required of", () => {
  for (const [what, published, tag] of roots) {
    it.effect(`installs nothing when its root shows ${what}`, () =>
      Effect.gen(function* () {
        const world = yield* added()
        world.shop.publish(published)
        assert.include(yield* installing(world), { tag, exit: 4 })
        assert.deepStrictEqual(yield* world.run(list(globalScope)), [])
        // What was seen of it and whom it trusts stays as it was, so that the good root is taken again.
        world.shop.publish()
        assert.include(yield* world.run(install(requestOf(spec))), { status: "installed" })
      })
    )
  }
  // An old root is believed by somebody who never saw a newer one.
  for (const [what, published, tag] of roots.filter(([, , one]) => one !== "RegistryRolledBack")) {
    it.effect(`is not even added when its root shows ${what}`, () =>
      Effect.gen(function* () {
        const shop = makeShop(ours)
        shop.offer("hk-cap", "1.0.0")
        shop.publish(published)
        const disk = homeWith(signedOnly)
        const run = shopping(shop, disk)
        assert.include(yield* refuse(disk, run(add())), { tag, exit: 4 })
        assert.deepStrictEqual(yield* run(registryList()), [])
      })
    )
  }

  it.effect("installs nothing when the key that signed it has expired", () =>
    Effect.gen(function* () {
      const world = yield* added()
      world.shop.publish({ root: { keys: [{ ...ours.key, expires: momentOf(day) }] } })
      assert.include(yield* world.run(install(requestOf(spec))), { status: "installed" })
      yield* TestClock.adjust(Duration.days(2))
      world.shop.publish()
      const refusal = yield* refuse(world.disk, world.run(install(requestOf("hk-cap@acme#1.0.0"))))
      assert.include(refusal, { tag: "RegistryExpired", exit: 4 })
      assert.include(refusal.message, "signing key")
    })
  )

  it.effect("installs nothing when the check of signatures fails by itself", () =>
    Effect.gen(function* () {
      const { disk, shop } = yield* added()
      const run = shopping(shop, disk, { signatures: signaturesFixed("failing") })
      assert.include(yield* refuse(disk, run(install(requestOf(spec)))), {
        tag: "SignatureCheckFailed",
        exit: 4
      })
      assert.deepStrictEqual(yield* run(list(globalScope)), [])
    })
  )

  it.effect("installs nothing when a capability's file is not the one that is pinned", () =>
    Effect.gen(function* () {
      const world = yield* added()
      world.shop.offer("other", "1.0.0")
      world.shop.publish()
      yield* world.run(add())
      const place = (id: string) => `${registryUrl}/capabilities/${id}.json`
      const good = world.shop.answers[place("hk-cap")] ?? {}
      world.shop.answers[place("hk-cap")] = world.shop.answers[place("other")] ?? {}
      assert.include(yield* installing(world), { tag: "RegistrySignatureOfOther", exit: 4 })
      world.shop.answers[place("hk-cap")] = { body: "{}" }
      assert.include(yield* installing(world), { tag: "RegistrySignatureOfOther", exit: 4 })
      world.shop.answers[place("hk-cap")] = good
      assert.include(yield* world.run(install(requestOf(spec))), { status: "installed" })
    })
  )

  it.effect("installs nothing when a bundle is not the one that is pinned", () =>
    Effect.gen(function* () {
      const world = yield* added()
      world.shop.offer("hk-cap", "0.9.0")
      const place = (version: string) => `${registryUrl}/hk-cap-${version}.tgz`
      world.shop.answers[place("1.0.0")] = world.shop.answers[place("0.9.0")] ?? {}
      assert.include(yield* installing(world), { tag: "IntegrityMismatch", exit: 4 })
      assert.deepStrictEqual(yield* world.run(list(globalScope)), [])
    })
  )

  it.effect("is refused without a key, and so is every kind of source that nobody can sign", () =>
    Effect.gen(function* () {
      const shop = makeShop(ours)
      shop.offer("hk-cap", "1.0.0")
      shop.publish()
      const disk = homeWith()
      const run = shopping(shop, disk)
      yield* run(registryAdd({ name: "acme", url: registryUrl, publicKey: undefined, wait }))
      yield* run(install(requestOf(spec)))
      yield* write(disk, "/home/ada/.gsd/policy.json", JSON.stringify(signedOnly))
      for (const [id, tag] of [
        ["hk-cap@acme", "RegistryUnsigned"],
        ["npm:hk-cap", "SignatureRequired"],
        ["https://host.example/hk-cap.tgz", "SignatureRequired"],
        ["https://host.example/hk-cap.git#tag:v1", "SignatureRequired"],
        ["github:ada/hk-cap", "SignatureRequired"]
      ] as const)
        assert.include(yield* refuse(disk, run(install(requestOf(id)))), { tag, exit: 4 }, id)
      const updating = update({ id: "hk-cap", scope: globalScope, wait, allowDowngrade: false })
      assert.include(yield* refuse(disk, run(updating)), { tag: "RegistryUnsigned", exit: 4 })
    })
  )

  it.effect("leaves what stands on the person's own disk installable", () =>
    Effect.gen(function* () {
      const { disk, run } = yield* added()
      for (const [path, text] of Object.entries(below("/src/hk-cap", capability())))
        yield* write(disk, path, text)
      assert.include(yield* run(install(requestOf("/src/hk-cap"))), { status: "installed" })
    })
  )
})

describe("keys that are rotated", () => {
  it.effect("are trusted from the root that names them, and the old one no longer", () =>
    Effect.gen(function* () {
      const world = yield* added()
      world.shop.publish({ root: { keys: [other.key] } })
      assert.include(yield* world.run(install(requestOf(spec))), { status: "installed" })
      const [row] = yield* world.run(registryList())
      assert.deepInclude(row, { seen: 2, keys: [other.key.keyid] })
      world.shop.publish({ root: { keys: [other.key] }, signers: [other] })
      assert.include(yield* world.run(install(requestOf(spec))), { status: "unchanged" })
      world.shop.publish()
      assert.include(yield* installing(world), { tag: "RegistryKeyUntrusted" })
    })
  )

  it.effect("are not trusted by who missed the root that names them, unless the old key signs too", () =>
    Effect.gen(function* () {
      const world = yield* added()
      world.shop.publish({ root: { keys: [other.key] }, signers: [other] })
      assert.include(yield* installing(world), { tag: "RegistryKeyUntrusted" })
      world.shop.publish({ root: { keys: [other.key] }, signers: [other, ours] })
      assert.include(yield* world.run(install(requestOf(spec))), { status: "installed" })
    })
  )
})

describe("what was seen of a registry", () => {
  it.effect("refuses a lower counter for every command, and other bytes under the same", () =>
    Effect.gen(function* () {
      const world = yield* added()
      const old = world.shop.answers[`${registryUrl}/root.json`] ?? {}
      world.shop.publish()
      yield* world.run(install(requestOf(spec)))
      world.shop.publish({ root: { version: 2, publishedAt: momentOf(5) } })
      assert.include(yield* installing(world), { tag: "RegistryRolledBack" })
      world.shop.answers[`${registryUrl}/root.json`] = old
      const refusal = yield* installing(world)
      assert.include(refusal, { tag: "RegistryRolledBack" })
      assert.match(refusal.message, /root 1, and 2 was seen/u)
      const again = yield* refuse(world.disk, world.run(add()))
      assert.include(again, { tag: "RegistryRolledBack" })
    })
  )

  it.effect("is state: it stays when the cache is emptied, and goes with the registry alone", () =>
    Effect.gen(function* () {
      const world = yield* added()
      const old = world.shop.answers[`${registryUrl}/root.json`] ?? {}
      world.shop.publish()
      yield* world.run(install(requestOf(spec)))
      const path = "/home/ada/.gsd/registries.json"
      const [entry] = [world.disk.snapshot().get(path)]
      assert.include(entry, { kind: "file", mode: 0o600 })
      world.shop.answers[`${registryUrl}/root.json`] = old
      yield* world.run(registryRemove({ name: "acme", wait }))
      assert.include(yield* world.run(add()), { status: "added", seen: 1 })
    })
  )

  it.effect("fails closed when it cannot be read, and is not overwritten", () =>
    Effect.gen(function* () {
      const world = yield* added()
      for (const text of [
        "",
        "{}",
        '{"version":"1","registries":{"acme":{}}}',
        '{"version":"2","registries":{}}'
      ]) {
        yield* write(world.disk, "/home/ada/.gsd/registries.json", text)
        assert.include(yield* installing(world), { tag: "RegistriesCorrupt", exit: 4 }, text)
        const adding = world.run(registryAdd({ name: "b", url: registryUrl, publicKey: undefined, wait }))
        assert.include(yield* refuse(world.disk, adding), { tag: "RegistriesCorrupt" })
        const removing = world.run(registryRemove({ name: "acme", wait }))
        assert.include(yield* refuse(world.disk, removing), { tag: "RegistriesCorrupt" })
      }
    })
  )

  it.effect("ends with the date of the root, though nothing else changed", () =>
    Effect.gen(function* () {
      const world = yield* added()
      yield* TestClock.adjust(Duration.days(90))
      const refusal = yield* installing(world)
      assert.include(refusal, { tag: "RegistryExpired" })
      assert.include(refusal.message, "root")
    })
  )
})

describe("a kept generation", () => {
  it.effect("is not gone back to when nobody could sign where it came from", () =>
    Effect.gen(function* () {
      const { disk, run, shop } = yield* added({})
      const address = "https://host.example/hk-cap.tgz"
      shop.offer("hk-cap", "1.1.0")
      shop.publish()
      shop.answers[address] = shop.answers[`${registryUrl}/hk-cap-1.0.0.tgz`] ?? {}
      yield* run(install(requestOf(address)))
      yield* run(install(requestOf(spec, { replace: true })))
      yield* write(disk, "/home/ada/.gsd/policy.json", JSON.stringify(signedOnly))
      const back = run(rollback({ id: "hk-cap", scope: globalScope, wait }))
      assert.include(yield* refuse(disk, back), { tag: "SignatureRequired", exit: 4 })
      yield* write(disk, "/home/ada/.gsd/policy.json", "{}")
      assert.include(yield* back, { status: "rolled-back", version: "1.0.0" })
    })
  )
})
