import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import type { RuntimeOutcome, RuntimeReport } from "../../../src/domain/projection/report.ts"
import { gsd, installed, makeWorld, publish, tree, type Ran, type World } from "../../cli/support/world.ts"
import { removeRooms } from "../../support/rooms.ts"

afterAll(removeRooms)

const runtime = (world: World, ...args: ReadonlyArray<string>): Ran => gsd(world, ["runtime", ...args])

/** A world with the example installed, and where things of it are. */
const prepared = () => {
  const world = makeWorld()
  assert.strictEqual(installed(world, publish(world, "v1")).code, 0)
  const at = (...parts: ReadonlyArray<string>) => join(world.home, ...parts)
  return { world, at, notes: at(".claude/skills/gsd-hello-notes/SKILL.md") }
}

/** A run whose stdout must be the one JSON document, with nothing beside it. */
const outcomeOf = (ran: Ran): RuntimeOutcome => {
  assert.match(ran.stdout, /^[^\n]+\n$/u)
  assert.strictEqual(ran.stderr, "")
  return JSON.parse(ran.stdout)
}

const statusOf = (world: World, ...ids: ReadonlyArray<string>) => {
  const { code, stdout } = runtime(world, "status", ...ids, "--json")
  const reports: ReadonlyArray<RuntimeReport> = JSON.parse(stdout)
  return { code, reports }
}

/** What stands in a home beside our own folder. */
const outside = (world: World): ReadonlyArray<string> =>
  tree(world).filter((path) => !path.startsWith(".gsd/"))

const actions = ({ runtimes }: RuntimeOutcome): ReadonlySet<string> =>
  new Set(runtimes.flatMap(({ rows }) => rows.map(({ action }) => action)))

interface Group {
  readonly hooks: ReadonlyArray<{ readonly command: string }>
}

describe("gsd runtime plan, apply, status, remove", () => {
  it("say what would be done, do it, see it, and take it out without residue", () => {
    const { at, notes, world } = prepared()
    const start = outside(world)
    const planned = runtime(world, "plan", "claude", "codex")
    assert.deepStrictEqual([planned.code, planned.stderr], [0, ""])
    assert.match(planned.stdout, /^Nothing was changed; this is what would be done\.$/mu)
    assert.match(planned.stdout, /^Planned claude: \d+ files, .*\d+ to write/mu)
    assert.match(planned.stdout, /^ {4}skill +~\/\.claude\/skills\/gsd-hello-notes\//mu)
    const dry = runtime(world, "apply", "codex", "claude", "--dry-run")
    assert.strictEqual(dry.stdout, planned.stdout)
    assert.deepStrictEqual(outside(world), start)

    const applied = runtime(world, "apply", "claude", "codex")
    assert.strictEqual(applied.code, 0)
    assert.match(applied.stdout, /^Applied claude: \d+ files, .*\d+ written/mu)
    assert.match(applied.stdout, /^Applied codex: /mu)
    assert.include(readFileSync(notes, "utf8"), "name: gsd-hello-notes")
    assert.include(readFileSync(at(".claude/settings.json"), "utf8"), "greet.sh")

    assert.match(runtime(world, "apply", "claude").stdout, /^Unchanged claude: .*nothing to do/mu)
    const status = runtime(world, "status")
    assert.strictEqual(status.code, 0, status.stdout)
    assert.match(status.stdout, /^claude: \d+ files, .*all present/mu)
    assert.match(status.stdout, /^ {4}hello-hooks: .*gsd-hello-notes/mu)
    assert.match(status.stdout, /^codex: /mu)

    const removed = runtime(world, "remove", "claude", "codex")
    assert.strictEqual(removed.code, 0)
    assert.match(removed.stdout, /^Removed claude: \d+ files/mu)
    assert.deepStrictEqual(outside(world), start)
    assert.match(runtime(world, "status").stdout, /^Nothing is projected to a runtime here\./u)
  })

  it("print documents of one shape", () => {
    const { world } = prepared()
    const report = [
      "runtime",
      "scope",
      "home",
      "applied",
      "profile",
      "rows",
      "withheld",
      "notes",
      "others",
      "edits"
    ]
    const shapeOf = (ran: Ran, status: RuntimeOutcome["status"]) => {
      const outcome = outcomeOf(ran)
      assert.sameMembers(Object.keys(outcome), ["status", "scope", "runtimes", "warnings"])
      assert.deepStrictEqual([outcome.status, outcome.scope], [status, "global"])
      for (const one of outcome.runtimes) assert.sameMembers(Object.keys(one), report)
      for (const row of outcome.runtimes.flatMap(({ rows }) => rows))
        assert.includeMembers(Object.keys(row), ["path", "capability", "kind", "name", "state", "action"])
      return outcome
    }
    const planned = shapeOf(runtime(world, "plan", "claude", "--json"), "planned")
    assert.deepStrictEqual([...actions(planned)], ["write"])
    assert.deepStrictEqual(
      shapeOf(runtime(world, "apply", "claude", "--dry-run", "--json"), "planned"),
      planned
    )
    shapeOf(runtime(world, "apply", "claude", "--json"), "applied")
    shapeOf(runtime(world, "apply", "claude", "--json"), "unchanged")
    const { code, reports } = statusOf(world, "claude")
    assert.strictEqual(code, 0)
    for (const one of reports) assert.sameMembers(Object.keys(one), report)
    assert.deepStrictEqual(
      [...new Set(reports.flatMap(({ rows }) => rows.map(({ state }) => state)))],
      ["present"]
    )
    const going = shapeOf(runtime(world, "remove", "claude", "--dry-run", "--json"), "planned")
    assert.deepStrictEqual([...actions(going)], ["remove"])
    shapeOf(runtime(world, "remove", "claude", "--json"), "removed")
  })

  it("end with 7 for a status with what was changed or taken away, and keep what was changed", () => {
    const { at, notes, world } = prepared()
    runtime(world, "apply", "claude")
    writeFileSync(notes, "mine\n")
    const changed = runtime(world, "status", "claude")
    assert.deepStrictEqual([changed.code, changed.stderr], [7, ""])
    assert.match(changed.stdout, /^claude: .*1 modified/mu)
    assert.include(changed.stdout, "~/.claude/skills/gsd-hello-notes/SKILL.md")
    const again = runtime(world, "apply", "claude")
    assert.strictEqual(again.code, 0)
    assert.match(again.stdout, /1\s+kept\s+\(modified\)/u)
    assert.strictEqual(readFileSync(notes, "utf8"), "mine\n")
    const removed = runtime(world, "remove", "claude")
    assert.strictEqual(removed.code, 0)
    assert.match(removed.stdout, /^ {2}Kept: changed since gsd wrote it \(1\)$/mu)
    assert.strictEqual(readFileSync(notes, "utf8"), "mine\n")
    assert.isFalse(existsSync(at(".claude/settings.json")))
  })

  it("leave what somebody else has there, which is no fault", () => {
    const { notes, world } = prepared()
    mkdirSync(join(notes, ".."), { recursive: true })
    writeFileSync(notes, "theirs\n")
    const applied = runtime(world, "apply", "claude")
    assert.strictEqual(applied.code, 0)
    assert.match(applied.stdout, /1\s+left\s+alone\s+\(foreign\)/u)
    const { code, stdout } = runtime(world, "status")
    assert.strictEqual(code, 0, stdout)
    assert.match(stdout, /^ {2}Foreign: not written by gsd \(1\)$/mu)
    runtime(world, "remove", "claude")
    assert.strictEqual(readFileSync(notes, "utf8"), "theirs\n")
  })

  it("write a changed file anew once it was moved away", () => {
    const { notes, world } = prepared()
    runtime(world, "apply", "claude")
    writeFileSync(notes, "mine\n")
    renameSync(notes, `${notes}.mine`)
    const status = runtime(world, "status")
    assert.strictEqual(status.code, 7)
    assert.match(status.stdout, /^claude: .*1 missing/mu)
    assert.match(runtime(world, "apply", "claude").stdout, /^Applied claude: .*; 1 written/mu)
    assert.strictEqual(runtime(world, "status").code, 0)
    runtime(world, "remove", "claude")
    assert.isTrue(existsSync(`${notes}.mine`))
  })

  it("tell warnings on stderr beside a text, and in the document with --json", () => {
    const { at, world } = prepared()
    mkdirSync(at(".claude"))
    writeFileSync(at(".claude/settings.json"), "{ no JSON")
    const text = runtime(world, "apply", "claude")
    assert.strictEqual(text.code, 0)
    assert.match(text.stderr, /^warning: [^\n]*settings\.json/u)
    assert.notInclude(text.stdout, "warning")
    assert.strictEqual(readFileSync(at(".claude/settings.json"), "utf8"), "{ no JSON")
    const { warnings } = outcomeOf(runtime(world, "plan", "claude", "--json"))
    assert.strictEqual(warnings.length, 1)
  })

  it("give what the runtime's selection file says", () => {
    const { at, notes, world } = prepared()
    mkdirSync(at(".claude"))
    const selection = {
      baseProfile: "full",
      disabledClusters: ["hello-hooks"],
      explicitAdds: [],
      explicitRemoves: []
    }
    writeFileSync(at(".claude/.gsd-surface.json"), JSON.stringify(selection))
    const { stdout } = runtime(world, "apply", "claude")
    assert.match(stdout, /^ {4}capability +hello-hooks: `disabledClusters` of the runtime's selection file/mu)
    assert.isFalse(existsSync(notes))
    writeFileSync(at(".claude/.gsd-surface.json"), "{}")
    const { code, stderr } = runtime(world, "status")
    assert.strictEqual(code, 4)
    assert.include(stderr, "does not say what the runtime is given")
  })

  it("give what the profile says", () => {
    const { notes, world } = prepared()
    const applied = outcomeOf(runtime(world, "apply", "claude", "--profile", "core", "--json"))
    const [report] = applied.runtimes
    assert.strictEqual(report?.profile, "core")
    assert.include(report?.withheld.map(({ capability }) => capability) ?? [], "hello-hooks")
    assert.isFalse(existsSync(notes))
    const text = runtime(world, "plan", "claude", "--profile", "standard").stdout
    assert.match(text, /\d+ to\s+write/u)
    runtime(world, "apply", "claude", "--profile", "standard")
    assert.isTrue(existsSync(notes))
  })

  it("are in a project its own folder's", () => {
    const world = makeWorld()
    mkdirSync(join(world.work, ".planning"))
    const folder = publish(world, "v1")
    const scope = ["--scope", "project"]
    assert.strictEqual(gsd(world, ["capability", "install", folder, "--yes", ...scope]).code, 0)
    const applied = runtime(world, "apply", "claude", ...scope)
    assert.strictEqual(applied.code, 0, applied.stderr)
    assert.match(applied.stdout, /^Applied claude: 1 file, 1 hook; /mu)
    assert.isTrue(existsSync(join(world.work, ".claude/commands/gsd-hello-notes.md")))
    assert.isFalse(existsSync(join(world.home, ".claude")))
    assert.strictEqual(runtime(world, "status", ...scope).code, 0)
    runtime(world, "remove", "claude", ...scope)
    assert.isFalse(existsSync(join(world.work, ".claude")))
  })

  it("put a hook there that the shell of a host runs", () => {
    const { at, world } = prepared()
    runtime(world, "apply", "claude")
    const settings: { readonly hooks: { readonly SessionStart: ReadonlyArray<Group> } } = JSON.parse(
      readFileSync(at(".claude/settings.json"), "utf8")
    )
    const command = settings.hooks.SessionStart[0]?.hooks[0]?.command ?? "exit 1"
    const said = execFileSync("sh", ["-c", command], { cwd: world.work, encoding: "utf8", input: "{}" })
    assert.notStrictEqual(said, "")
  })
})

describe("receipts", () => {
  it("say how hosts come to see a capability, then in which it is", () => {
    const world = makeWorld()
    const first = installed(world, publish(world, "v1"))
    assert.include(first.stdout, "\n  Hosts see it after `gsd runtime apply RUNTIME`, such as `claude`")
    runtime(world, "apply", "claude")
    const updated = installed(world, publish(world, "v2"))
    assert.match(updated.stdout, /^Upgraded hello-hooks .*\n {2}in claude \(\d+ files?\)/mu)
    const disabled = gsd(world, ["capability", "disable", "hello-hooks"])
    assert.match(disabled.stdout, /\n {2}out of claude \(\d+ files?\)/u)
    const enabled = gsd(world, ["capability", "enable", "hello-hooks"])
    assert.match(enabled.stdout, /\n {2}in claude \(\d+ files?\)/u)
    assert.strictEqual(runtime(world, "status").code, 0)
    const removed = gsd(world, ["capability", "remove", "hello-hooks"])
    assert.match(removed.stdout, /\n {2}out of claude \(\d+ files?\)/u)
    assert.strictEqual(runtime(world, "status").code, 0)
  })
})

describe("what cannot be", () => {
  it.each([
    [["apply", "claude-code"], 6, "RuntimeUnknown"],
    [["plan", "vscode"], 6, "RuntimeHomeless"],
    [["remove", "claude"], 6, "RuntimeNotApplied"],
    [["apply", "claude", "--profile", "coer"], 2, "InvocationInvalid"],
    [["apply"], 2, "InvocationInvalid"],
    [["apply", "claude", "--scope", "project"], 2, "NoProject"]
  ] as const)("%j ends with %i, and writes nothing where hosts look", (argv, code, tag) => {
    const world = makeWorld()
    const ran = runtime(world, ...argv, "--json")
    assert.strictEqual(ran.code, code, ran.stdout)
    assert.strictEqual(JSON.parse(ran.stdout).error._tag, tag)
    assert.deepStrictEqual(outside(world), [])
  })

  it("names the profiles that there are", () => {
    const { stderr } = runtime(makeWorld(), "apply", "claude", "--profile", "coer")
    assert.include(stderr, '`coer` is no value for `--profile`: "core" | "standard" | "full"')
  })
})
