import { execFileSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
import type { RuntimeOutcome, RuntimeReport } from "../../../src/domain/projection/report.ts"
import { launch } from "../../processes/support/children.ts"
import { useTools } from "../../processes/support/setUp.ts"
import { differences, readTree, shown } from "../../processes/support/state.ts"
import { caller } from "../../processes/support/users.ts"
import { environment, makeWorld, publish, type World } from "../../processes/support/world.ts"
import { tools } from "../../processes/support/tools.ts"
import { hostFiles, rich, richer } from "../../support/hosts.ts"

useTools()

const ids = ["claude", "codex", "opencode", "cursor"]

const put = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}

/** A world with hosts of somebody's in it, their files and folders with modes of their own. */
const prepared = (): World => {
  const world = makeWorld(caller)
  publish(world, "v1/hk-cap", rich())
  publish(world, "v2/hk-cap", richer())
  for (const [path, text] of Object.entries(hostFiles))
    put(path.replace("/home/ada", world.home), text, 0o640)
  chmodSync(join(world.home, ".claude"), 0o700)
  return world
}

/** Everything in a folder but H, to the byte, the mode and the owner. */
const outside = (folder: string) =>
  new Map([...shown(readTree(folder))].filter(([path]) => !/^\.(?:gsd|git)(?:\/|$)/u.test(path)))

interface Answer {
  readonly status: string
  readonly warnings: ReadonlyArray<string>
}

const ask = async <A = Answer>(world: World, args: ReadonlyArray<string>, cwd = world.work): Promise<A> => {
  const { user } = world
  const command = { command: tools.node, args: [tools.gsd, ...args, "--json"] }
  const ran = await launch({ ...command, cwd, env: environment(world), user }).ended
  assert.strictEqual(ran.code, 0, `${args.join(" ")}: ${ran.stdout}${ran.stderr}`)
  return JSON.parse(ran.stdout)
}

const capability = (...args: ReadonlyArray<string>) => ["capability", ...args]

/** The rest of a life, each command with words for it. */
const life: ReadonlyArray<ReadonlyArray<string>> = [
  capability("update", "hk-cap", "./v2/hk-cap", "--yes"),
  capability("disable", "hk-cap"),
  capability("enable", "hk-cap"),
  capability("rollback", "hk-cap"),
  capability("remove", "hk-cap"),
  ["runtime", "remove", ...ids]
]

const differing = async (world: World): Promise<ReadonlyArray<string>> => {
  const reports = await ask<ReadonlyArray<RuntimeReport>>(world, ["runtime", "status"])
  return reports.flatMap(({ rows }) =>
    rows.filter(({ state }) => state !== "present").map(({ path, state }) => `${state} ${path}`)
  )
}

describe("the life of a capability in four hosts, by the program", () => {
  it("leaves the homes to the byte, the mode and the owner as they were", async () => {
    const world = prepared()
    const before = outside(world.home)
    await ask(world, capability("install", "./v1/hk-cap", "--yes"))
    const applied = await ask<RuntimeOutcome>(world, ["runtime", "apply", ...ids])
    assert.deepStrictEqual(applied.warnings, [])
    const script = join(world.home, ".claude/skills/gsd-hk-s/scripts/run.sh")
    assert.strictEqual(execFileSync(script, { encoding: "utf8" }), "run\n")
    assert.strictEqual(lstatSync(join(world.home, ".claude/settings.json")).mode & 0o777, 0o640)
    for (const args of life) {
      assert.deepStrictEqual((await ask(world, args)).warnings, [], args.join(" "))
      assert.deepStrictEqual(await differing(world), [], args.join(" "))
    }
    assert.deepStrictEqual(differences(outside(world.home), before), [])
  })

  it("leaves what a person did meanwhile, and nothing else", async () => {
    const world = prepared()
    const at = (name: string) => join(world.home, name)
    const before = outside(world.home)
    await ask(world, capability("install", "./v1/hk-cap", "--yes"))
    await ask(world, ["runtime", "apply", ...ids])
    const edit = (name: string, from: string, to: string) =>
      put(at(name), readFileSync(at(name), "utf8").replace(from, to), 0o640)
    edit(".claude/settings.json", '"opus"', '"sonnet"')
    edit(".codex/config.toml", 'model = "o"', 'model = "p"')
    edit(".codex/hooks.json", '"command":"x"', '"command":"y"')
    put(at(".cursor/skills/mine/SKILL.md"), "mine\n")
    put(at(".claude/skills/gsd-hk-s/SKILL.md"), "mine now\n")
    const said: Array<string> = []
    for (const args of life) said.push(...(await ask(world, args)).warnings)
    assert.isTrue(said.some((one) => one.includes("it was changed by somebody else than gsd")))
    const changed = differences(outside(world.home), before)
    assert.deepStrictEqual(changed.toSorted(), [
      ".claude/settings.json",
      ".claude/skills/gsd-hk-s",
      ".claude/skills/gsd-hk-s/SKILL.md",
      ".codex/config.toml",
      ".codex/hooks.json",
      ".cursor/skills",
      ".cursor/skills/mine",
      ".cursor/skills/mine/SKILL.md"
    ])
    assert.strictEqual(
      readFileSync(at(".claude/settings.json"), "utf8"),
      hostFiles["/home/ada/.claude/settings.json"]?.replace("opus", "sonnet")
    )
    assert.strictEqual(
      readFileSync(at(".codex/config.toml"), "utf8"),
      hostFiles["/home/ada/.codex/config.toml"]?.replace('"o"', '"p"')
    )
  })
})

const git = (folder: string, ...args: ReadonlyArray<string>): string =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@host.example", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1" }
  })

/** A repository with a project in it, at its root or below, some of whose files gsd edits. */
const checkout = (world: World, below: string) => {
  const repository = join(world.work, "repository")
  const project = join(repository, below)
  put(join(project, ".planning/PROJECT.md"), "# Shop\n")
  put(join(project, ".mcp.json"), '{ "mcpServers": {} }\n')
  put(join(project, ".codex/config.toml"), "")
  put(join(project, ".cursor/hooks.json"), '{ "version": 1, "hooks": {} }\n')
  git(repository, "init", "-q")
  git(repository, "add", ".")
  git(repository, "commit", "-qm", "first")
  return { repository, project }
}

describe("hosts in a project that git knows, by the program", () => {
  it.each(["", "packages/shop"])(
    "edits of tracked files are announced, others are not: at `%s`",
    async (below) => {
      const world = prepared()
      const { project, repository } = checkout(world, below)
      const home = outside(world.home)
      const on = ["--scope", "project"]
      await ask(world, capability("install", join(world.work, "v1/hk-cap"), "--yes", ...on), project)
      git(repository, "add", ".")
      git(repository, "commit", "-qm", "the capability")
      const before = outside(project)
      const applied = await ask<RuntimeOutcome>(world, ["runtime", "apply", ...ids, ...on], project)
      const tracked = [".codex/config.toml", ".cursor/hooks.json", ".mcp.json"]
      const told = applied.warnings.flatMap((one) => /^`([^`]+)` is tracked by git/u.exec(one)?.[1] ?? [])
      assert.deepStrictEqual(
        told.toSorted(),
        tracked.map((name) => join(project, name))
      )
      assert.deepStrictEqual(
        git(repository, "diff", "--name-only").trim().split("\n").toSorted(),
        tracked.map((name) => join(below, name))
      )
      assert.match(applied.warnings.join("\n"), /\d+ files? of the project (is|are) for this machine alone/u)
      assert.isTrue(existsSync(join(project, ".claude/settings.local.json")))
      assert.isFalse(existsSync(join(project, ".claude/settings.json")))
      assert.deepStrictEqual(differences(outside(world.home), home), [])
      const off = await ask(world, capability("disable", "hk-cap", ...on), project)
      assert.deepStrictEqual(
        off.warnings.filter((one) => one.includes("is tracked by git")).length,
        tracked.length
      )
      assert.strictEqual(git(repository, "status", "--porcelain"), "")
      await ask(world, capability("enable", "hk-cap", ...on), project)
      await ask(world, ["runtime", "remove", ...ids, ...on], project)
      assert.deepStrictEqual(differences(outside(project), before), [])
      assert.strictEqual(git(repository, "status", "--porcelain"), "")
    }
  )

  it("links that a repository brings are not followed", async () => {
    const world = prepared()
    const { project, repository } = checkout(world, "")
    const aim = join(world.root, "aim")
    put(join(aim, "target"), "not ours\n")
    symlinkSync(aim, join(project, ".claude"))
    symlinkSync(aim, join(project, ".cursor/skills"))
    symlinkSync(join(aim, "target"), join(project, ".codex/hooks.json"))
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "traps")
    const [there, home] = [outside(aim), outside(world.home)]
    const on = ["--scope", "project"]
    await ask(world, capability("install", join(world.work, "v1/hk-cap"), "--yes", ...on), project)
    const applied = await ask<RuntimeOutcome>(world, ["runtime", "apply", ...ids, ...on], project)
    assert.strictEqual(applied.warnings.filter((one) => one.includes("it is a symbolic link")).length, 4)
    for (const args of life.slice(1)) await ask(world, [...args, ...on], project).catch(() => undefined)
    assert.deepStrictEqual(differences(outside(aim), there), [])
    assert.deepStrictEqual(differences(outside(world.home), home), [])
  })
})
