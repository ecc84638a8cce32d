import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { DiskFailure } from "../../src/domain/disk/errors.ts"
import { globalScope } from "../../src/domain/paths.ts"
import { projectScope } from "../../src/domain/project/places.ts"
import * as MemoryDisk from "../../src/layers/disk/MemoryDisk.ts"
import { adopt, adoptable } from "../../src/pipelines/adopt.ts"
import { install } from "../../src/pipelines/install.ts"
import { list } from "../../src/pipelines/list.ts"
import { remove } from "../../src/pipelines/remove.ts"
import { update } from "../../src/pipelines/update.ts"
import { verify } from "../../src/pipelines/verify.ts"
import { ConsentGate } from "../../src/services/ConsentGate.ts"
import { Durable } from "../../src/services/Durable.ts"
import { Ledger } from "../../src/services/Ledger.ts"
import { below, capability } from "../support/capabilities.ts"
import { utf8 } from "../support/disk.ts"
import { requestOf, runOn } from "../support/engine.ts"
import { gate, gateEntries, publicInstallation, publicLedgerText } from "../support/publicSystem.ts"
import { treeWithout } from "../support/tree.ts"
import { onDisk, textAt, write } from "../support/wired.ts"

const wait = Duration.seconds(30)
const home = "/home/ada"
const ledger = `${home}/.gsd-capabilities.json`
const settings = `${home}/.claude/settings.json`
const file = ".claude/settings.json"
const folder = (id: string) => `${home}/.gsd/capabilities/${id}`

const { PreToolUse, SessionStart, acme } = gateEntries(home)

/** What the person has in the settings file. */
const own = `{
  // mine
  "model": "x", /* keep */
  "hooks": {
    "PreToolUse": [
      { "matcher": "*", "hooks": [{ "type": "command", "command": "mine" }] }
    ]
  },
  "big": 12345678901234567890
}
`

/** The same with what the public system put in, and the comments that the person wrote since. */
const wired = `{
  // mine
  "model": "x", /* keep */
  "hooks": {
    "PreToolUse": [
      { "matcher": "*", "hooks": [{ "type": "command", "command": "mine" }] },
      ${JSON.stringify(PreToolUse)}
    ],
    "SessionStart": [
      ${JSON.stringify(SessionStart)}
    ]
  },
  "big": 12345678901234567890,
  "mcpServers": {
    "acme": ${JSON.stringify(acme)}
  }
}
`

const acmeGate = { id: "acme-gate", source: "npm:@acme/gate@^1", files: gate(), settings: [file] }
const plain = {
  id: "plain-cap",
  source: "/src/plain-cap",
  files: capability({ id: "plain-cap", hooks: [], skills: [] })
}

const machine = (extra: Record<string, string> = {}) =>
  MemoryDisk.make({
    directories: [home],
    files: {
      ...publicInstallation(home, [acmeGate, plain]),
      ...below("/src/plain-cap", capability({ id: "plain-cap", hooks: [], skills: [], version: "1.1.0" })),
      ...below("/src/other", capability({ id: "other", skills: [] })),
      [settings]: wired,
      ...extra
    }
  })

const request = { scope: globalScope, wait }

const entriesOn = (disk: MemoryDisk.MemoryDisk) =>
  Effect.map(runOn(disk)(Effect.flatMap(Ledger, (one) => one.read(globalScope))), ({ entries }) => entries)

/** What stands on a disk beside the places that are gsd's own and were not there. */
const outside = (disk: MemoryDisk.MemoryDisk) =>
  treeWithout(disk, /^\/home\/ada\/\.gsd(?:$|\/(?!capabilities\/))|^\/home\/ada\/\.gsd\/capabilities$|^\/$/)

describe("adopt", () => {
  it.effect("takes over what the public system recorded, and it is updated and removed like any other", () =>
    Effect.gen(function* () {
      const disk = machine()
      const run = runOn(disk)
      const report = yield* run(adopt({ ...request, which: "all" }))
      assert.deepStrictEqual(
        report.results.map(({ error, id, kept, source, status }) => [id, status, source, error, kept]),
        [
          ["acme-gate", "adopted", "npm:@acme/gate@^1", undefined, []],
          ["plain-cap", "adopted", "/src/plain-cap", undefined, []]
        ]
      )
      assert.deepStrictEqual(
        report.results.map(({ gone }) => gone),
        [[folder("acme-gate")], [folder("plain-cap")]]
      )
      assert.deepStrictEqual(
        (yield* run(list(globalScope))).map(({ id, status }) => [id, status]),
        [
          ["acme-gate", "active"],
          ["plain-cap", "active"]
        ]
      )
      assert.deepStrictEqual(
        (yield* run(verify(globalScope, []))).members.map(({ verdict }) => verdict),
        ["ok", "ok"]
      )
      // Theirs is as if it had never known them, and a view stands where the folder was.
      assert.strictEqual(textAt(disk, ledger), publicLedgerText([]))
      assert.strictEqual(disk.snapshot().get(folder("acme-gate"))?.kind, "link")
      const entry = (yield* entriesOn(disk)).get("acme-gate")
      assert.deepStrictEqual([entry?.wire, entry?.sharedEdits.length], [[settings], 3])
      const text = textAt(disk, settings)
      assert.notInclude(text, "_gsdCapability")
      assert.notInclude(text, folder("acme-gate"))
      for (const line of own.split("\n").filter((one) => /mine|keep|big/u.test(one)))
        assert.include(text, line)

      const updated = yield* run(update({ id: "plain-cap", scope: globalScope, wait, allowDowngrade: false }))
      assert.deepInclude(updated, { status: "upgraded", version: "1.1.0" })
      yield* run(remove({ id: "acme-gate", scope: globalScope, wait }))
      assert.strictEqual(textAt(disk, settings), own)
      assert.deepStrictEqual((yield* run(adopt({ ...request, which: "all" }))).results, [])
    })
  )

  it.effect("lists what is recorded, and changes nothing", () =>
    Effect.gen(function* () {
      const disk = machine()
      const before = treeWithout(disk, /^$/)
      const report = yield* runOn(disk)(adoptable(globalScope))
      assert.deepStrictEqual(
        report.results.map(({ id, source, status, version }) => [id, status, version, source]),
        [
          ["acme-gate", "recorded", "1.0.0", "npm:@acme/gate@^1"],
          ["plain-cap", "recorded", "1.0.0", "/src/plain-cap"]
        ]
      )
      assert.deepStrictEqual(treeWithout(disk, /^$/), before)
    })
  )

  for (const [what, consent, dryRun, code] of [
    ["declined", { yes: false }, false, 3],
    ["tried", { yes: false }, true, undefined]
  ] as const)
    it.effect(`leaves every byte when it is ${what}`, () =>
      Effect.gen(function* () {
        const disk = machine()
        const before = outside(disk)
        const report = yield* runOn(disk, { consent })(adopt({ ...request, which: "all", dryRun }))
        assert.deepStrictEqual(
          report.results.map(({ error, status }) => [status, error?.exitCode]),
          [
            [dryRun ? "planned" : "failed", code],
            [dryRun ? "planned" : "failed", code]
          ]
        )
        assert.deepStrictEqual(outside(disk), before)
        assert.strictEqual((yield* entriesOn(disk)).size, 0)
        const [first] = report.results
        if (dryRun) assert.include(first?.edits?.[0]?.diff, "_gsdCapability")
      })
    )

  it.effect("refuses what is not as it was recorded, and goes on with the others", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({
        directories: [home],
        files: publicInstallation(home, [
          acmeGate,
          {
            ...plain,
            id: "aaa",
            files: capability({ id: "aaa", hooks: [], skills: [] }),
            entry: { files: ["../../etc"] }
          },
          { ...plain, id: "bbb", files: capability({ id: "bbb", skills: [], version: "2.0.0" }) },
          {
            ...plain,
            id: "ccc",
            files: capability({ id: "ccc", skills: [], integrity: `sha512-${"A".repeat(86)}==` })
          },
          { ...plain, id: "ddd", files: capability({ id: "other", skills: [] }) },
          { ...plain, id: "eee", files: {} },
          {
            ...plain,
            id: "fff",
            files: capability({ id: "fff", skills: [] }),
            source: "http://host.example/x.tgz"
          },
          {
            ...plain,
            id: "ggg",
            files: capability({ id: "ggg", skills: [] }),
            settings: ["../outside.json"]
          },
          {
            ...plain,
            id: "hhh",
            files: capability({ id: "hhh", skills: [] }),
            entry: { _pending: { kind: "install" } }
          },
          { ...plain, id: "__proto__", files: {} }
        ])
      })
      yield* onDisk(disk, (durable) => durable.link("/home/ada", `${folder("eee")}`))
      const before = outside(disk)
      const report = yield* runOn(disk)(adopt({ ...request, which: "all" }))
      assert.deepStrictEqual(
        report.results.map(({ error, id, status }) => [id, status, error?._tag]),
        [
          ["__proto__", "failed", "AdoptionRefused"],
          ["aaa", "failed", "AdoptionRefused"],
          ["acme-gate", "adopted", undefined],
          ["bbb", "failed", "AdoptionRefused"],
          ["ccc", "failed", "ManifestIntegrityMismatch"],
          ["ddd", "failed", "IdDiffers"],
          ["eee", "failed", "AdoptionRefused"],
          ["fff", "failed", "SourceUnknown"],
          ["ggg", "failed", "AdoptionRefused"],
          ["hhh", "failed", "AdoptionRefused"]
        ]
      )
      const changed = Object.entries(outside(disk)).filter(([path, text]) => before[path] !== text)
      assert.deepStrictEqual(
        changed.map(([path]) => path),
        [folder("acme-gate"), ledger]
      )
      assert.notProperty(JSON.parse(textAt(disk, ledger)).entries, "acme-gate")
      assert.strictEqual(Object.keys(JSON.parse(textAt(disk, ledger)).entries).length, 9)
    })
  )

  for (const [what, text, tag] of [
    ["of gsd's own form", publicLedgerText([plain], "2"), "PublicLedgerUnusable"],
    ["of another version", publicLedgerText([plain], "3"), "PublicLedgerUnusable"],
    ["cut off", publicLedgerText([plain]).slice(0, 40), "PublicLedgerUnusable"],
    [
      "with an entry twice",
      publicLedgerText([plain]).replace('"entries": {', '"entries": { "plain-cap": {},'),
      "PublicLedgerUnusable"
    ]
  ] as const)
    it.effect(`refuses a ledger ${what}`, () =>
      Effect.gen(function* () {
        const disk = machine({ [ledger]: text })
        const before = outside(disk)
        const failure = yield* Effect.flip(runOn(disk)(adopt({ ...request, which: "all" })))
        assert.strictEqual(failure._tag, tag)
        assert.deepStrictEqual(outside(disk), before)
      })
    )

  for (const [what, text] of [
    ["a matcher that the person changed", wired.replace('"matcher":"Bash"', '"matcher":"Edit"')],
    ["a server that the person changed", wired.replace('"--quiet"', '"--loud"')],
    ["a hook that the person took out", wired.replace(JSON.stringify(SessionStart), "")],
    ["text that is no JSON", wired.slice(0, -3)]
  ] as const)
    it.effect(`leaves a settings file with ${what}, and the folder that it starts things in`, () =>
      Effect.gen(function* () {
        const disk = machine({ [settings]: text })
        const report = yield* runOn(disk)(adopt({ ...request, which: ["acme-gate"] }))
        const [row] = report.results
        assert.deepStrictEqual([row?.status, row?.gone, row?.wired], ["adopted", [], []])
        assert.deepStrictEqual(
          row?.kept.map(({ path }) => path),
          [settings, folder("acme-gate")]
        )
        assert.strictEqual(textAt(disk, settings), text)
        assert.strictEqual(
          textAt(disk, `${folder("acme-gate")}/hooks/gate.sh`),
          acmeGate.files["hooks/gate.sh"]
        )
        assert.notProperty(JSON.parse(textAt(disk, ledger)).entries, "acme-gate")
      })
    )

  it.effect("takes a settings file for gone whose folder is a file now", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({
        directories: [home],
        files: {
          ...publicInstallation(home, [{ ...acmeGate, settings: ["notes/settings.json"] }]),
          [`${home}/notes`]: "a file"
        }
      })
      const [row] = (yield* runOn(disk)(adopt({ ...request, which: "all" }))).results
      assert.deepStrictEqual([row?.status, row?.gone, row?.kept], ["adopted", [folder("acme-gate")], []])
      assert.isTrue(row?.warnings.some((one) => one.includes("notes/settings.json")))
    })
  )

  it.effect("names what is not recorded, and what gsd has installed already", () =>
    Effect.gen(function* () {
      const disk = machine()
      const run = runOn(disk)
      yield* run(install(requestOf("/src/plain-cap")))
      const report = yield* run(adopt({ ...request, which: ["plain-cap", "acme-gat"] }))
      assert.deepStrictEqual(
        report.results.map(({ error, id }) => [id, error?._tag, error?.exitCode]),
        [
          ["acme-gat", "NotRecorded", 6],
          ["plain-cap", "AdoptionRefused", 4]
        ]
      )
      assert.include(report.results[0]?.error?.hints[0], "acme-gate")
    })
  )

  it.effect("tells of a relative source where updates will look", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({
        directories: [home],
        files: publicInstallation(home, [{ ...plain, source: "../shared/./plain-cap" }])
      })
      const report = yield* runOn(disk)(adopt({ ...request, which: "all" }))
      assert.strictEqual(report.results[0]?.source, "/home/shared/plain-cap")
      assert.isTrue(report.results[0]?.warnings.some((one) => one.includes("/home/shared/plain-cap")))
    })
  )

  it.effect("takes copies of skills away that are as the capability has them, and no other", () =>
    Effect.gen(function* () {
      const skills = `${home}/.claude/skills`
      const skill = acmeGate.files["skills/acme-s/SKILL.md"] ?? ""
      const other = `${home}/.agents/skills`
      const disk = machine({
        [`${skills}/gsd-acme-s/SKILL.md`]: skill,
        [`${skills}/gsd-acme-s/.gsd-capability-skill`]: "acme-gate\n",
        [`${skills}/gsd-hk-s/SKILL.md`]: "theirs",
        [`${other}/gsd-acme-s/SKILL.md`]: `${skill}changed\n`,
        [`${other}/gsd-acme-s/.gsd-capability-skill`]: "acme-gate\n"
      })
      const report = yield* runOn(disk)(adopt({ ...request, which: ["acme-gate"] }))
      const [row] = report.results
      assert.deepStrictEqual(row?.gone, [folder("acme-gate"), `${skills}/gsd-acme-s`])
      assert.deepStrictEqual(
        row?.kept.map(({ path }) => path),
        [`${other}/gsd-acme-s`]
      )
      assert.isUndefined(disk.snapshot().get(`${skills}/gsd-acme-s`))
      assert.strictEqual(textAt(disk, `${skills}/gsd-hk-s/SKILL.md`), "theirs")
      assert.strictEqual(textAt(disk, `${other}/gsd-acme-s/.gsd-capability-skill`), "acme-gate\n")
    })
  )

  it.effect("takes the repository away that the public system left in the folder", () =>
    Effect.gen(function* () {
      const disk = machine({
        [`${folder("acme-gate")}/.git/HEAD`]: "ref",
        [`${folder("acme-gate")}/.git/objects/ab/cd`]: "object"
      })
      const report = yield* runOn(disk)(adopt({ ...request, which: ["acme-gate"] }))
      assert.deepStrictEqual(report.results[0]?.gone, [folder("acme-gate")])
      assert.strictEqual(disk.snapshot().get(folder("acme-gate"))?.kind, "link")
      assert.notInclude((yield* entriesOn(disk)).get("acme-gate")?.files ?? [], ".git/HEAD")
    })
  )

  it.effect("keeps a folder with a link in it that no bundle has", () =>
    Effect.gen(function* () {
      const disk = machine({ [`${folder("acme-gate")}/.git/HEAD`]: "ref" })
      yield* onDisk(disk, (durable) => durable.link("/home/ada", `${folder("acme-gate")}/.git/out`))
      const report = yield* runOn(disk)(adopt({ ...request, which: ["acme-gate"] }))
      const [row] = report.results
      assert.deepStrictEqual([row?.status, row?.gone], ["adopted", []])
      assert.include(row?.kept[0]?.reason, "is no plain file")
      assert.include(textAt(disk, `${folder("acme-gate")}/capability.json`), "acme-gate")
    })
  )

  /** A person who does something while being asked, and says yes. */
  const saying = (meanwhile: (durable: Durable["Service"]) => Effect.Effect<unknown, DiskFailure>) =>
    Effect.provideServiceEffect(
      ConsentGate,
      Effect.map(Durable, (durable) =>
        ConsentGate.of({
          ask: () => Effect.as(Effect.orDie(meanwhile(durable)), { how: "prompt", by: "tty" } as const)
        })
      )
    )

  it.effect("says that a folder stays when somebody put a file into it meanwhile", () =>
    Effect.gen(function* () {
      const disk = machine()
      const path = `${folder("acme-gate")}/notes.txt`
      const creating = saying((durable) => durable.create(path, utf8("mine"), { mode: 0o644 }))
      const report = yield* runOn(disk)(creating(adopt({ ...request, which: ["acme-gate"] })))
      const [row] = report.results
      assert.deepStrictEqual([row?.status, row?.gone], ["adopted", []])
      assert.deepStrictEqual(
        row?.kept.map((one) => one.path),
        [folder("acme-gate")]
      )
      assert.strictEqual(textAt(disk, path), "mine")
    })
  )

  for (const [what, path] of [
    ["a file of the folder", `${folder("acme-gate")}/hooks/gate.sh`],
    ["the public ledger", ledger]
  ] as const)
    it.effect(`changes nothing when somebody changes ${what} meanwhile`, () =>
      Effect.gen(function* () {
        const disk = machine()
        const before = outside(disk)
        const editing = saying((durable) =>
          Effect.andThen(durable.unlink(path), durable.create(path, utf8("{}"), { mode: 0o644 }))
        )
        const report = yield* runOn(disk)(editing(adopt({ ...request, which: ["acme-gate"] })))
        assert.strictEqual(report.results[0]?.error?._tag, "StateChanged")
        const changed = Object.entries(outside(disk)).filter(([at, text]) => before[at] !== text)
        assert.deepStrictEqual(
          changed.map(([at]) => at),
          [path]
        )
      })
    )
})

describe("the public system's own consent store", () => {
  const consents = `${home}/.gsd/consent.json`
  const key = JSON.stringify({ r: "/workspace/app", i: "acme-gate" })
  const text = JSON.stringify({ version: "1", records: { [key]: { projectRoot: "/workspace/app" } } })
  const plainly = { ...request, which: ["plain-cap"] }

  const active = (run: ReturnType<typeof runOn>) =>
    Effect.map(run(list(globalScope)), (rows) =>
      rows.flatMap(({ id, status }) => (status === "active" ? [id] : []))
    )

  it.effect("stays as it is, counts for nothing, and hinders nobody", () =>
    Effect.gen(function* () {
      const disk = machine({ [consents]: text })
      const run = runOn(disk)
      const declined = yield* runOn(disk, { consent: { yes: false } })(adopt(plainly))
      assert.strictEqual(declined.results[0]?.error?.exitCode, 3)
      assert.strictEqual((yield* run(adopt(plainly))).results[0]?.status, "adopted")
      assert.strictEqual(textAt(disk, consents), text)
      assert.deepStrictEqual(yield* active(run), ["plain-cap"])
      // Nor when it is gone, or comes back.
      yield* onDisk(disk, (durable) => durable.unlink(consents))
      assert.deepStrictEqual(yield* active(run), ["plain-cap"])
      yield* run(install(requestOf("/src/other", {})))
      yield* onDisk(disk, (durable) => durable.create(consents, utf8(text), { mode: 0o600 }))
      assert.deepStrictEqual(yield* active(run), ["other", "plain-cap"])
      yield* run(remove({ id: "plain-cap", scope: globalScope, wait }))
      assert.strictEqual(textAt(disk, consents), text)
    })
  )

  it.effect("takes the place of ours only as far as somebody has to say yes again", () =>
    Effect.gen(function* () {
      const disk = machine()
      const run = runOn(disk)
      yield* run(adopt(plainly))
      yield* write(disk, consents, text)
      assert.deepStrictEqual(yield* active(run), [])
      yield* run(install(requestOf("/src/plain-cap", { replace: true })))
      assert.deepStrictEqual(yield* active(run), ["plain-cap"])
      assert.strictEqual(textAt(disk, consents), text)
    })
  )
})

describe("adopt, in a project", () => {
  const root = "/workspace/app"
  const local = `${root}/.claude/settings.json`
  const marked = gateEntries(root)
  const inProject = { scope: projectScope(root), wait, which: "all" } as const
  const text = `${JSON.stringify(
    {
      hooks: { PreToolUse: [marked.PreToolUse], SessionStart: [marked.SessionStart] },
      mcpServers: { acme: marked.acme }
    },
    null,
    2
  )}\n`
  const projectMachine = (extra: Record<string, string> = {}) =>
    MemoryDisk.make({
      directories: [home, `${root}/.git`],
      files: {
        ...publicInstallation(root, [{ ...acmeGate, source: "https://host.example/acme.git#tag:v1" }]),
        [local]: text,
        [`${root}/theirs.json`]: text,
        ...extra
      }
    })

  it.effect("leaves the vendored bytes where both keep them, and takes its record", () =>
    Effect.gen(function* () {
      const disk = projectMachine()
      const run = runOn(disk, { workingDirectory: root })
      const report = yield* run(adopt(inProject))
      const [row] = report.results
      assert.deepStrictEqual([row?.error, row?.status, row?.gone, row?.kept], [undefined, "adopted", [], []])
      assert.strictEqual(textAt(disk, `${root}/.gsd-capabilities.json`), publicLedgerText([]))
      assert.include(textAt(disk, `${root}/.gsd/capabilities/acme-gate/capability.json`), "acme-gate")
      // Without a commit nobody else could fetch just these bytes, so the vendored ones are the source.
      const lockfile = JSON.parse(textAt(disk, `${root}/.gsd/capabilities.lock.json`))
      assert.include(lockfile.capabilities["acme-gate"], { source: "local", resolved: "1.0.0" })
      assert.isTrue(row?.warnings.some((one) => one.includes(local) && one.includes("do not commit")))
      assert.notInclude(textAt(disk, local), "_gsdCapability")
      yield* run(remove({ id: "acme-gate", scope: projectScope(root), wait }))
      assert.deepStrictEqual(JSON.parse(textAt(disk, local)), {})
    })
  )

  it.effect("follows no link that the repository brought", () =>
    Effect.gen(function* () {
      const disk = projectMachine()
      yield* onDisk(disk, (durable) =>
        durable.unlink(local).pipe(Effect.andThen(durable.link("../theirs.json", local)))
      )
      const [row] = (yield* runOn(disk, { workingDirectory: root })(adopt(inProject))).results
      assert.deepStrictEqual([row?.status, row?.wired], ["adopted", []])
      assert.include(row?.kept[0]?.reason, "no link is followed")
      assert.strictEqual(textAt(disk, `${root}/theirs.json`), text)
    })
  )

  it.effect("refuses a ledger that is a link", () =>
    Effect.gen(function* () {
      const disk = projectMachine({ [`${home}/private.json`]: publicLedgerText([]) })
      const path = `${root}/.gsd-capabilities.json`
      yield* onDisk(disk, (durable) =>
        durable.unlink(path).pipe(Effect.andThen(durable.link(`${home}/private.json`, path)))
      )
      const failure = yield* Effect.flip(runOn(disk, { workingDirectory: root })(adopt(inProject)))
      assert.include(failure.message, "it is a symbolic link")
    })
  )

  it.effect("refuses a folder that is not what the lockfile names", () =>
    Effect.gen(function* () {
      const contentHash = `sha512-${"A".repeat(86)}==`
      const entry = { source: "local", resolved: "1.0.0", contentHash, consentDigest: contentHash }
      const disk = projectMachine({
        [`${root}/.gsd/capabilities.lock.json`]: JSON.stringify({
          version: 1,
          capabilities: { "acme-gate": entry }
        })
      })
      const [row] = (yield* runOn(disk, { workingDirectory: root })(adopt(inProject))).results
      assert.strictEqual(row?.error?._tag, "IntegrityMismatch")
    })
  )
})
