import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  resolveHome,
  type Exists,
  type HomePart,
  type HomeScope,
  type RuntimeDescriptor,
  type RuntimeHome
} from "../../../src/domain/runtime/home.ts"
import type { HomeProblem } from "../../../src/domain/runtime/candidates.ts"
import { firstPartyMembers } from "../../../src/pipelines/registry/firstParty.ts"
import { expected, machines, type Machine } from "./table.ts"

const runtimes: ReadonlyMap<string, RuntimeDescriptor> = new Map(
  firstPartyMembers().flatMap(({ id, manifest }) =>
    manifest.role === "runtime" ? [[id, { id, body: manifest.runtime }] as const] : []
  )
)

const named = (id: string): RuntimeDescriptor => runtimes.get(id) ?? assert.fail(`no runtime ${id}`)

/** A path of the table on a machine, as answers have it. */
const on = ({ at }: Machine, path: string): string =>
  path
    .replace(/^~/u, at.home)
    .replace(/^@/u, at.project)
    .replace(/^\/srv/u, `${at.root}/srv`)

const nothing: Exists = () => false

const at =
  (...paths: ReadonlyArray<string>): Exists =>
  (path) =>
    paths.includes(path)

interface Asked {
  readonly machine?: Machine
  readonly variables?: Readonly<Record<string, string>>
  readonly exists?: Exists
  readonly part?: HomePart
  readonly scope?: HomeScope
  readonly home?: string
}

const linux = machines[0] ?? assert.fail()

const ask = (runtime: RuntimeDescriptor, asked: Asked = {}): Result.Result<RuntimeHome, HomeProblem> => {
  const {
    exists = nothing,
    machine = linux,
    part = "config",
    scope = { kind: "global" },
    variables = {}
  } = asked
  const facts = {
    platform: machine.platform,
    home: asked.home ?? machine.home,
    variables: new Map(Object.entries(variables))
  }
  return resolveHome({ runtime, scope, part }, facts, exists)
}

const found = (runtime: RuntimeDescriptor, asked: Asked = {}): RuntimeHome => {
  const answer = ask(runtime, asked)
  return Result.isSuccess(answer) ? answer.success : assert.fail(JSON.stringify(answer.failure))
}

const refused = (runtime: RuntimeDescriptor, asked: Asked = {}): HomeProblem => {
  const answer = ask(runtime, asked)
  return Result.isFailure(answer) ? answer.failure : assert.fail(String(answer.success.path))
}

const withHome = (configHome: RuntimeDescriptor["body"]["configHome"]): RuntimeDescriptor => ({
  id: "acme",
  body: { configHome, localConfigDir: ".acme", artifactLayout: { global: [], local: [] } }
})

it("knows the 19 runtimes", () => {
  assert.deepStrictEqual([...runtimes.keys()].toSorted(), Object.keys(expected).toSorted())
  assert.strictEqual(runtimes.size, 19)
})

describe.each(machines.map((machine) => [machine.platform, machine] as const))("on %s", (_, machine) => {
  describe.each(Object.entries(expected))("%s", (id, row) => {
    const pathOf = (asked: Asked) => found(named(id), { machine, ...asked }).path
    const told = (path: string | null) => (path === null || path === "" ? null : on(machine, path))

    it("lives here when nothing is set and nothing is there", () => {
      assert.strictEqual(pathOf({}), told(row.home))
      assert.strictEqual(pathOf({ part: "skills" }), told(row.skills))
      assert.strictEqual(pathOf({ part: "hooks" }), told(row.hooks))
    })

    it("lives here in a project", () => {
      const scope = { kind: "project", root: machine.project } as const
      assert.strictEqual(pathOf({ scope }), told(row.local))
      assert.strictEqual(pathOf({ scope, part: "skills" }), told(row.localSkills))
    })

    it("follows its variables, the first that is not blank", () => {
      for (const [at, [name, value, home]] of row.variables.entries()) {
        const later = row.variables.slice(at + 1).map(([other]) => [other, on(machine, "/srv/other")])
        const variables = {
          ...Object.fromEntries(later),
          [name]: value.replace(/^\/srv/u, on(machine, "/srv"))
        }
        assert.strictEqual(pathOf({ variables }), told(home), `${name}=${value}`)
      }
    })

    it("is looked for where the facts say", () => {
      for (const [there, home] of row.probes)
        assert.strictEqual(
          pathOf({ exists: at(...there.map((one) => on(machine, one))) }),
          told(home),
          there.join()
        )
    })
  })
})

describe("an answer", () => {
  it("says what was tried, what matched and what else is there", () => {
    const exists = at("/home/ada/.gemini/antigravity-ide", "/home/ada/.gemini/antigravity-cli")
    const home = "/home/ada/.gemini/antigravity"
    assert.deepStrictEqual(found(named("antigravity"), { exists }), {
      runtime: "antigravity",
      scope: "global",
      path: `${home}-ide`,
      exists: true,
      reason: "taken when it is there",
      matched: { rule: "probe" },
      tried: [
        { path: null, why: "`ANTIGRAVITY_CONFIG_DIR` is not set", exists: null },
        { path: home, why: "taken when `gsd-core/VERSION` is in it", exists: false },
        { path: `${home}-ide`, why: "taken when `gsd-core/VERSION` is in it", exists: false },
        { path: `${home}-cli`, why: "taken when `gsd-core/VERSION` is in it", exists: false },
        { path: home, why: "taken when it is there", exists: false },
        { path: `${home}-ide`, why: "taken when it is there", exists: true }
      ],
      others: [`${home}-cli`]
    })
  })

  it("names the variable that decided, and those before it that say nothing", () => {
    const { matched, tried } = found(named("opencode"), {
      variables: { OPENCODE_CONFIG_DIR: "\t", OPENCODE_CONFIG: "/srv/o/x.json" }
    })
    assert.deepStrictEqual(matched, { rule: "variable", variable: "OPENCODE_CONFIG" })
    assert.deepStrictEqual(tried, [
      { path: null, why: "`OPENCODE_CONFIG_DIR` is blank", exists: null },
      { path: "/srv/o", why: "`OPENCODE_CONFIG` names a file in it", exists: false }
    ])
  })

  it("does not take what nobody could look at for there", () => {
    const { exists, path, tried } = found(named("kimi"), { exists: () => undefined })
    assert.deepStrictEqual([exists, path], [null, "/home/ada/.config/agents"])
    assert.deepStrictEqual(
      tried.map((one) => one.exists),
      [null, null, null, null]
    )
  })

  it("follows `skillsHome` to the innermost, and none there is none", () => {
    const skills = (skillsHome: RuntimeDescriptor["body"]["configHome"]): RuntimeDescriptor => ({
      id: "acme",
      body: {
        configHome: { kind: "dot-home", name: ".acme", env: [], skillsHome },
        localConfigDir: ".acme",
        artifactLayout: {
          global: [{ kind: "skills", destSubpath: "s", prefix: "", nesting: "flat", converter: null }],
          local: []
        }
      }
    })
    const inner = { kind: "xdg", name: "deep", env: [] } as const
    const runtime = skills({ kind: "dot-home", name: ".outer", env: ["OUTER"], skillsHome: inner })
    const variables = { OUTER: "/srv/outer" }
    assert.strictEqual(found(runtime, { part: "skills", variables }).path, "/home/ada/.config/deep/s")
    assert.strictEqual(found(runtime, { variables }).path, "/home/ada/.acme")
    assert.isNull(found(skills({ kind: "none", env: [] }), { part: "skills" }).path)
  })

  it("finds each artefact of a layout", () => {
    const { artifactLayout } = named("codex").body
    assert.deepStrictEqual(
      artifactLayout.global.map((artifact) => [
        artifact.kind,
        found(named("codex"), { part: { artifact }, variables: { CODEX_HOME: "/srv/codex" } }).path
      ]),
      [
        ["skills", "/home/ada/.agents/skills"],
        ["agents", "/srv/codex/agents"]
      ]
    )
  })

  it("looks for a generic root without probes below `.config`, and without a filter takes what is there", () => {
    const runtime = withHome({ kind: "generic-agents-root", name: "acme", env: [] })
    assert.strictEqual(found(runtime).path, "/home/ada/.config/acme")
    const probe = ["/home/ada/x", "~/y"]
    const probing = withHome({ kind: "generic-agents-root", name: "acme", env: [], probe })
    assert.strictEqual(found(probing).path, "/home/ada/x")
    assert.strictEqual(found(probing, { exists: at("/home/ada/y") }).path, "/home/ada/y")
  })
})

const windows = machines[2] ?? assert.fail()

describe("a variable that names no place is refused by its name", () => {
  const problems: ReadonlyArray<readonly [Machine, string, string]> = [
    [linux, "relative/dir", "it is no absolute path"],
    [linux, "~bob/claude", "it is no absolute path"],
    [linux, " /srv/x", "it is no absolute path"],
    [linux, "/srv/\0x", "it holds a control character"],
    [linux, "/srv/x\n/etc", "it holds a control character"],
    [linux, "/srv/\u001b[2Jx", "it holds a control character"],
    [linux, "/srv/\u2028x", "it holds a control character"],
    [linux, "/srv/\ud800x", "it holds a control character"],
    [linux, "/srv/../etc", "it has a `..` segment"],
    [linux, "~/../bob", "it has a `..` segment"],
    [linux, "C:\\Users\\ada", "it is no absolute path"],
    [windows, "relative\\dir", "it is no absolute path"],
    [windows, "C:relative", "it is no absolute path"],
    [windows, "/c/Users/ada", "it names no drive"],
    [windows, "\\srv", "it names no drive"],
    [windows, "C:\\srv\\..\\x", "it has a `..` segment"],
    [windows, "C:\\srv\\.. \\x", "it holds a name that Windows does not take"],
    [windows, "C:\\srv\\x:stream", "it holds a name that Windows does not take"],
    [windows, "\\\\?\\C:\\srv", "it is the path of a device"],
    [windows, "\\\\.\\pipe\\x", "it is the path of a device"],
    [windows, "\\\\..\\..\\x", "it has a `..` segment"]
  ]

  it.each(problems)("%#", (machine, value, problem) => {
    assert.deepStrictEqual(refused(named("claude"), { machine, variables: { CLAUDE_CONFIG_DIR: value } }), {
      subject: "variable",
      name: "CLAUDE_CONFIG_DIR",
      problem
    })
  })

  it.each([
    [linux, "//srv//./x/", "/srv/x"],
    [linux, "/srv/a..b/...", "/srv/a..b/..."],
    [linux, "/srv/a\\..\\b", "/srv/a\\..\\b"],
    [linux, "/srv/x ", "/srv/x "],
    [linux, "/", "/"],
    [windows, "c:/srv\\.\\x\\", "c:/srv/x"],
    [windows, "~\\x", "C:/Users/ada/x"],
    [windows, "\\\\server\\share\\x", "//server/share/x"]
  ])("takes what is a place: %#", (machine, value, path) => {
    assert.strictEqual(
      found(named("claude"), { machine, variables: { CLAUDE_CONFIG_DIR: value } }).path,
      path
    )
  })

  it("finds a variable whatever the case of its name on Windows alone", () => {
    const variables = { claude_config_dir: "C:\\srv\\x" }
    assert.strictEqual(found(named("claude"), { machine: windows, variables }).path, "C:/srv/x")
    assert.strictEqual(found(named("claude"), { variables }).path, "/home/ada/.claude")
  })

  it("does not judge a variable behind the one that decides", () => {
    const variables = { KILO_CONFIG_DIR: "/srv/x", XDG_CONFIG_HOME: "../.." }
    assert.strictEqual(found(named("kilo"), { variables }).path, "/srv/x")
  })

  it("judges the home directory and the project alike", () => {
    assert.deepInclude(refused(named("claude"), { home: "ada" }), { subject: "home", name: "ada" })
    assert.deepInclude(refused(named("claude"), { home: "/home/../root" }), { subject: "home" })
    const scope = { kind: "project", root: "/projects/a\nb" } as const
    assert.deepInclude(refused(named("claude"), { scope }), { subject: "project" })
  })
})

describe("a manifest names places below the home directory alone", () => {
  it.each([
    [{ kind: "dot-home", name: "../bob", env: [] }, "configHome.name"],
    [{ kind: "dot-home", name: "/etc", env: [] }, "configHome.name"],
    [{ kind: "dot-home", name: "C:\\x", env: [] }, "configHome.name"],
    [{ kind: "dot-home", name: ".", env: [] }, "configHome.name"],
    [{ kind: "xdg", name: "a\\..\\..\\b", env: [] }, "configHome.name"],
    [{ kind: "dot-home-nested", name: "a", parent: "..", env: [] }, "configHome.parent"],
    [{ kind: "dot-home-nested", name: "a", parent: "p", probe: ["ok", "../x"], env: [] }, "configHome.probe"],
    [
      { kind: "dot-home-nested", name: "a", parent: "p", probe: ["a"], probeExists: "../../x", env: [] },
      "configHome.probeExists"
    ],
    [{ kind: "generic-agents-root", name: "a", probe: ["/etc"], env: [] }, "configHome.probe"],
    [{ kind: "generic-agents-root", name: "a", probe: ["~"], env: [] }, "configHome.probe"],
    [{ kind: "generic-agents-root", name: "a", probe: ["~/../bob"], env: [] }, "configHome.probe"],
    [{ kind: "generic-agents-root", name: "a", probe: ["/home/adam"], env: [] }, "configHome.probe"],
    [{ kind: "generic-agents-root", name: "a", probe: ["/home/adam/x/y"], env: [] }, "configHome.probe"]
  ] as const)("%#", (configHome, name) => {
    assert.deepInclude(refused(withHome(configHome), { exists: () => true }), { subject: "field", name })
  })
})
