import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HostVersionUnknown } from "../../src/domain/home/errors.ts"
import { globalScope, type LedgerScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { outdated } from "../../src/pipelines/outdated.ts"
import { update } from "../../src/pipelines/update.ts"
import { updateAll } from "../../src/pipelines/updateAll.ts"
import { HostVersion } from "../../src/services/HostVersion.ts"
import { lane } from "../domain/capability/build.ts"
import { filesOf, tgz } from "../layers/archive/build.ts"
import { below, capability, type CapabilityFiles } from "../support/capabilities.ts"
import { requestOf, type EngineOptions } from "../support/engine.ts"
import { refuse, treeOf } from "../support/refusal.ts"
import { shelvedOn, type Shelf } from "../support/shelf.ts"
import { write } from "../support/wired.ts"

const scope = globalScope
const project = projectScope("/workspace/p")
const wait = requestOf("").wait
const repository = "https://host.example/ada/cap.git"

/** One spec of every kind that a fetch in memory can serve. */
const specs = ["/src/cap", "/src/cap.tgz", "npm:cap", "cap@corp", repository]

/** The same capability at every kind of source; `release` puts another version there. */
const world = (files: CapabilityFiles, folder = "cap", options: EngineOptions = {}) => {
  const shelf: Shelf = { versions: { "1.0.0": files }, names: { main: "1.0.0" } }
  const disk = MemoryDisk.make({
    directories: ["/home/ada", "/workspace/p/.git"],
    files: {
      ...below("/other/other", capability({ id: "other", skills: [] })),
      ...below(`/src/${folder}`, files),
      "/src/cap.tgz": tgz(filesOf(files, "x/"))
    }
  })
  const shelved = shelvedOn(
    disk,
    { "npm:cap": shelf, "cap@corp": shelf, [repository]: shelf },
    { workingDirectory: "/workspace/p", ...options }
  )
  const release = (version: string, next: CapabilityFiles) =>
    Effect.gen(function* () {
      shelf.versions[version] = next
      shelf.names = { main: version }
      for (const [path, text] of Object.entries(below("/src/cap", next))) yield* write(disk, path, text)
      yield* write(disk, "/src/cap.tgz", tgz(filesOf(next, "x/")))
    })
  return { disk, release, ...shelved }
}

const own = (members: Parameters<typeof capability>[0] = {}, files: CapabilityFiles = {}) =>
  capability({ id: "cap", ...members }, files)

describe("U42: an update from every source", () => {
  it.effect.each(specs)(
    "of %s asks again for changed bytes and fields that run, not for a README",
    (spec) => {
      const { as, release, run } = world(own())
      const nobody = as({ consent: { yes: false } })
      const request = { id: "cap", scope, wait, allowDowngrade: false }
      return Effect.gen(function* () {
        yield* run(install(requestOf(spec)))
        yield* release("1.1.0", own({ version: "1.1.0" }, { "hooks/a.sh": "#!/bin/sh\necho changed\n" }))
        const bytes = yield* Effect.flip(nobody(update(request)))
        assert.strictEqual(bytes._tag, "ConsentRequired")
        assert.match(bytes.message, /changed `hooks\/a\.sh`/u)
        yield* run(update(request))

        const server = { command: "more", env: { MODE: "x" } }
        const before = own(
          { version: "1.2.0", mcpServers: { more: { command: "more" } } },
          { "hooks/a.sh": "#!/bin/sh\necho changed\n" }
        )
        const after = own(
          { version: "1.3.0", mcpServers: { more: server } },
          { "hooks/a.sh": "#!/bin/sh\necho changed\n" }
        )
        yield* release("1.2.0", before)
        yield* run(update(request))
        yield* release("1.3.0", after)
        const field = yield* Effect.flip(nobody(update(request)))
        assert.strictEqual(field._tag, "ConsentRequired")
        assert.match(field.message, /\/mcpServers\/more/u)
        yield* run(update(request))

        const { "capability.json": manifest = "" } = own({ version: "1.4.0", mcpServers: { more: server } })
        yield* release("1.4.0", { ...after, "capability.json": manifest, "README.md": "read me\n" })
        assert.deepInclude(yield* nobody(update(request)), { status: "upgraded", version: "1.4.0" })
      })
    }
  )
})

const host = "1.15.0-rc.2"

/** Decisions 1: what a release candidate of gsd may run. */
const ranges: ReadonlyArray<
  readonly [range: string, answer: "active" | "EngineIncompatible" | "ManifestInvalid"]
> = [
  [">=1.6.0 <3.0.0", "active"],
  ["^1", "active"],
  ["*", "active"],
  [">=1.15.0", "EngineIncompatible"],
  [">=2.0.0-0", "EngineIncompatible"],
  ["", "ManifestInvalid"],
  ["not a range", "ManifestInvalid"]
]

describe("U38: a release candidate of gsd", () => {
  it.effect.each(ranges)("says of `%s`: %s, at install and at load, whatever the source", ([gsd, answer]) =>
    Effect.gen(function* () {
      const { as, disk } = world(own({ engines: { gsd } }))
      const onHost = as({ hostVersion: host })
      const status = Effect.map(onHost(list(scope)), ([row]) => row?.status)
      yield* as()(install(requestOf("/other/other")))
      for (const spec of specs) {
        const request = requestOf(spec, { replace: true })
        if (answer !== "active")
          assert.strictEqual((yield* refuse(disk, onHost(install(request)))).tag, answer, spec)
        if (answer === "ManifestInvalid") continue
        // One that it does not admit is installed by a gsd that it is made for, and met by this one.
        yield* as({ hostVersion: answer === "active" ? host : "2.0.0" })(install(request))
        assert.strictEqual(yield* status, answer === "active" ? "active" : "incompatible", spec)
      }
    })
  )
})

describe("U39: a gsd that does not know its own version", () => {
  it.effect("is one error, for every source and for an update of all, and disables nothing", () => {
    const unknown = Layer.succeed(
      HostVersion,
      HostVersion.of({ read: Effect.fail(new HostVersionUnknown({ reason: "the file is gone" })) })
    )
    return Effect.gen(function* () {
      for (const spec of specs) {
        const { disk, run } = world(own())
        yield* run(install(requestOf(spec)))
        const before = treeOf(disk)
        const failure = yield* Effect.flip(run(Effect.provide(install(requestOf(spec)), unknown)))
        assert.strictEqual(failure._tag, "HostVersionUnknown", spec)
        const all = run(Effect.provide(updateAll({ scope, wait, allowDowngrade: false }), unknown))
        const [result] = (yield* all).results
        assert.deepInclude(result, { id: "cap", status: "failed" }, spec)
        assert.match(result?.reason ?? "", /the file is gone/u)
        assert.strictEqual((yield* run(outdated(scope, [])))[0]?.status, "current", spec)
        assert.deepStrictEqual(treeOf(disk), before)
        assert.strictEqual((yield* run(list(scope)))[0]?.status, "active", spec)
      }
    })
  })
})

const laneFiles = (members: Record<string, unknown>): CapabilityFiles => ({
  "capability.json": JSON.stringify({ ...lane(members), id: "cap", engines: { gsd: "*" } })
})

/** What claims a name of the core's or of the host's. */
const shadows: ReadonlyArray<readonly [what: string, files: CapabilityFiles]> = [
  [
    "a built-in command family",
    own({ commands: [{ family: "capability", module: "m.cjs", router: "route" }] }, { "m.cjs": "" })
  ],
  [
    "a slug of a lane of the core",
    laneFiles({ slug: "gemini", reviewsSection: "Other", flags: ["--other"] })
  ],
  [
    "a flag of a lane of the core",
    laneFiles({ slug: "other", reviewsSection: "Other", flags: ["--gemini"] })
  ],
  ["a reserved id", own({ id: "gsd-x" })],
  ["a reserved id in capitals", own({ id: "GSD-x" })],
  ["an id with a letter of another alphabet", own({ id: "c\u0430p" })],
  ["an id of the core", own({ id: "gemini" })]
]

describe("U48: a name of the core", () => {
  const scopes: ReadonlyArray<LedgerScope> = [scope, project]

  it.effect.each(shadows)("is refused in every scope and from every source: %s", ([, files]) =>
    Effect.gen(function* () {
      const id = /"id": ?"([^"]+)"/u.exec(files["capability.json"] ?? "")?.[1] ?? "cap"
      const { disk, run } = world(files, id)
      yield* run(install(requestOf("/other/other")))
      for (const spec of [`/src/${id}`, ...specs.slice(1)])
        for (const into of scopes) {
          const refusal = yield* refuse(disk, run(install(requestOf(spec, { scope: into }))))
          assert.strictEqual(refusal.tag, "ManifestInvalid", `${spec} ${into.kind}`)
        }
    })
  )
})

describe("U33: a pointer of Git LFS in place of a file", () => {
  it.effect.each(specs)("is refused from %s, naming the file", (spec) => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`
    const { disk, run } = world(own({}, { "hooks/a.sh": pointer }))
    return Effect.gen(function* () {
      yield* run(install(requestOf("/other/other")))
      const refusal = yield* refuse(disk, run(install(requestOf(spec))))
      assert.include(refusal, { tag: "SourceRefused", exit: 4 })
      assert.include(refusal.message, "LFS pointer at `hooks/a.sh`")
    })
  })
  it.effect.each(specs)("is no file that only speaks of one, from %s", (spec) => {
    const prose = `Pointers begin with version https://git-lfs.github.com/spec/v1, an oid and a size.\n${"x".repeat(40)}\n`
    const { run } = world(own({}, { "notes.md": prose }))
    return Effect.gen(function* () {
      assert.strictEqual((yield* run(install(requestOf(spec)))).status, "installed")
    })
  })
})
