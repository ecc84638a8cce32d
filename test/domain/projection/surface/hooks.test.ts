import { assert, describe, it } from "@effect/vitest"
import { parse } from "smol-toml"
import type { Places } from "../../../../src/domain/projection/places.ts"
import type { DocumentEntry } from "../../../../src/domain/settings/entry.ts"
import { entryForms } from "../../../../src/domain/projection/surface/writeHooks.ts"
import { hooksOf, looksOf } from "../../../../src/domain/projection/surface/surfaceOf.ts"
import type { Surface } from "../../../../src/domain/projection/surface/surface.ts"
import { changed, hook, inProject, named, offerOf, placesOf, shipped } from "./build.ts"

const all = [
  hook("SessionStart"),
  hook("PreToolUse", "Bash|Edit|Task"),
  hook("PostToolUse", "Write"),
  hook("UserPromptSubmit"),
  hook("Stop"),
  hook("SubagentStart"),
  hook("FileChanged", "config.json"),
  hook("Nonsense")
]

const asked = (id: string, scope?: Places["scope"], hooks = all): Surface =>
  hooksOf(placesOf(named(id), scope), [offerOf("guard", { hooks })])

const names = ({ withheld }: Surface): ReadonlyArray<string> => withheld.map(({ name }) => name)

const hooksIn = (entries: ReadonlyArray<DocumentEntry>): ReadonlyArray<string> =>
  entries.map((entry) =>
    entry.kind === "hook"
      ? `${entry.event} ${entry.matcher ?? "-"} ${entry.command}`
      : entry.kind === "item"
        ? `${entry.keys.join("/")} ${JSON.stringify(entry.value)}`
        : JSON.stringify(entry)
  )

describe("hooksOf", () => {
  it("writes Claude's own into its settings, and in a project into those that are not shared", () => {
    const { entries, files, withheld } = asked("claude")
    assert.deepStrictEqual(
      entries.map(({ capability, path, what }) => [path, capability, what]),
      [["/home/ada/.claude/settings.json", "guard", "hook"]]
    )
    assert.deepStrictEqual(hooksIn(entries[0]?.entries ?? []), [
      "SessionStart - '/store/SessionStart.sh'",
      "PreToolUse Bash|Edit|Task '/store/PreToolUse.sh'",
      "PostToolUse Write '/store/PostToolUse.sh'",
      "UserPromptSubmit - '/store/UserPromptSubmit.sh'",
      "Stop - '/store/Stop.sh'",
      "FileChanged config.json '/store/FileChanged.sh'"
    ])
    assert.deepStrictEqual(files, [])
    assert.deepStrictEqual(
      withheld.map(({ capability, kind, name }) => [capability, kind, name]),
      [
        ["guard", "hook", "SubagentStart"],
        ["guard", "hook", "Nonsense"]
      ]
    )
    const local = asked("claude", inProject).entries.map(({ path }) => path)
    assert.deepStrictEqual(local, ["/projects/app/.claude/settings.local.json"])
    const other = asked("qwen", inProject).entries.map(({ path }) => path)
    assert.deepStrictEqual(other, ["/projects/app/.qwen/settings.json"])
  })

  it("says Gemini's events and tools to a host that has those", () => {
    const surface = asked("antigravity")
    assert.deepStrictEqual(hooksIn(surface.entries[0]?.entries ?? []), [
      "SessionStart - '/store/SessionStart.sh'",
      "BeforeTool ^(?:run_shell_command|replace)$ '/store/PreToolUse.sh'",
      "AfterTool ^(?:write_file)$ '/store/PostToolUse.sh'"
    ])
    assert.deepStrictEqual(names(surface), [
      "UserPromptSubmit",
      "Stop",
      "SubagentStart",
      "FileChanged",
      "Nonsense"
    ])
    assert.match(surface.notes.join(), /not run for Task/u)
    const more = changed("antigravity", { extendedHookEvents: ["BeforeAgent"] })
    const agent = hooksOf(placesOf(more), [offerOf("guard", { hooks: [hook("BeforeAgent")] })])
    assert.deepStrictEqual(hooksIn(agent.entries[0]?.entries ?? []), [
      "BeforeAgent - '/store/BeforeAgent.sh'"
    ])
  })

  it("writes Codex's hooks beside its configuration, which says once for all that they run", () => {
    const places = placesOf(named("codex"))
    const offers = [offerOf("a", { hooks: all }), offerOf("b", { hooks: [hook("Stop")] }), offerOf("c")]
    const { entries, notes } = hooksOf(places, offers)
    assert.deepStrictEqual(
      entries.map(({ capability, path }) => [path, capability]),
      [
        ["/home/ada/.codex/hooks.json", "a"],
        ["/home/ada/.codex/hooks.json", "b"],
        ["/home/ada/.codex/config.toml", ""]
      ]
    )
    const block = entries[2]?.entries[0]
    assert.deepStrictEqual(block?.kind === "block" ? parse(block.text) : {}, { features: { hooks: true } })
    assert.deepStrictEqual(notes, ["the host runs each hook once you trust it there, in its /hooks"])
    assert.deepStrictEqual(looksOf(places), ["/home/ada/.codex/config.toml"])
    const there = hooksOf(placesOf(named("codex"), inProject), offers)
    assert.match(there.notes.join(), /once you trust the project there/u)
  })

  it.each([
    ["[features]\nweb = true\n", true],
    ["\ufeff[ features ]\r\nhooks = false\r\n", true],
    ['["features"]', true],
    ["features = 1", true],
    ["[features.more]", true],
    ["features = { hooks = true }", false],
    ["features.hooks = true", false],
    ["[features]\nhooks = true # mine", false]
  ])("leaves a table of features that is the user's, and says what it lacks: %j", (text, told) => {
    const places = placesOf(named("codex"))
    const texts = new Map([["/home/ada/.codex/config.toml", text]])
    const { entries, notes } = hooksOf(places, [offerOf("a", { hooks: all })], texts)
    assert.deepStrictEqual(
      entries.map(({ path }) => path),
      ["/home/ada/.codex/hooks.json"]
    )
    assert.strictEqual(/hooks = true/u.test(notes.join()), told)
  })

  it.each(["# [features]\n", "[featuresque]\n", 'model = "features"\n', ""])(
    "takes no other text for a table of features: %j",
    (text) => {
      const texts = new Map([["/home/ada/.codex/config.toml", text]])
      const { entries } = hooksOf(placesOf(named("codex")), [offerOf("a", { hooks: all })], texts)
      assert.include(
        entries.map(({ path }) => path),
        "/home/ada/.codex/config.toml"
      )
    }
  )

  it("writes no feature of Codex where no hook is left", () => {
    const { entries, withheld } = asked("codex", undefined, [hook("Nonsense")])
    assert.deepStrictEqual(entries, [])
    assert.strictEqual(withheld.length, 1)
  })

  it("names Cursor's events and tools and marks each item", () => {
    const { entries, withheld } = asked("cursor")
    assert.strictEqual(entries[0]?.path, "/home/ada/.cursor/hooks.json")
    assert.deepStrictEqual(hooksIn(entries[0]?.entries ?? []), [
      '{"kind":"member","keys":[],"name":"version","value":1}',
      `hooks/sessionStart {"type":"command","command":"'/store/SessionStart.sh'"}`,
      `hooks/preToolUse {"type":"command","command":"'/store/PreToolUse.sh'","matcher":"Shell|Write|Task"}`,
      `hooks/postToolUse {"type":"command","command":"'/store/PostToolUse.sh'","matcher":"Write"}`,
      `hooks/stop {"type":"command","command":"'/store/Stop.sh'"}`,
      `hooks/subagentStart {"type":"command","command":"'/store/SubagentStart.sh'"}`
    ])
    assert.deepStrictEqual(
      withheld.map(({ name }) => name),
      ["UserPromptSubmit", "FileChanged", "Nonsense"]
    )
  })

  it.each([
    [["stop", "nonsense", 1], ["Stop"]],
    [[], ["SessionStart", "Stop"]],
    ["stop", ["SessionStart", "Stop"]],
    [undefined, ["SessionStart", "Stop"]]
  ])("has Cursor's own list of events decide, unless it names none: %j", (managedHookEvents, given) => {
    const runtime = changed("cursor", { hostBehaviors: { managedHookEvents } })
    const hooks = [hook("SessionStart"), hook("Stop")]
    const { withheld } = hooksOf(placesOf(runtime), [offerOf("guard", { hooks })])
    const kept = hooks
      .map(({ event }) => event)
      .filter((event) => !withheld.some(({ name }) => name === event))
    assert.deepStrictEqual(kept, given)
  })

  it("gives Windsurf a hook on each of its two events that the tools are for", () => {
    const items = (matcher?: string) =>
      hooksIn(asked("windsurf", undefined, [hook("PreToolUse", matcher)]).entries[0]?.entries ?? []).map(
        (line) => line.split(" ")[0]
      )
    assert.deepStrictEqual(items(), ["hooks/pre_run_command", "hooks/pre_write_code"])
    assert.deepStrictEqual(items("*"), ["hooks/pre_run_command", "hooks/pre_write_code"])
    assert.deepStrictEqual(items("Bash"), ["hooks/pre_run_command"])
    assert.deepStrictEqual(items("Edit, Write"), ["hooks/pre_write_code"])
    assert.deepStrictEqual(items("Read"), [])
    assert.deepStrictEqual(items("mcp__.*"), [])
    const { entries } = asked("windsurf", undefined, [hook("PreToolUse", "Bash")])
    const value = entries[0]?.entries[0]
    assert.deepStrictEqual(value?.kind === "item" ? value.value : {}, {
      command: "'/store/PreToolUse.sh'"
    })
    assert.deepStrictEqual(names(asked("windsurf")), [
      "SessionStart",
      "PostToolUse",
      "UserPromptSubmit",
      "Stop",
      "SubagentStart",
      "FileChanged",
      "Nonsense"
    ])
  })

  it("gives Copilot a file of its own for each capability, in both scopes", () => {
    const { entries, files, withheld } = asked("copilot")
    assert.deepStrictEqual(entries, [])
    const [file] = files
    assert.deepStrictEqual(
      [file?.path, file?.kind, file?.capability, file?.name, file?.executable],
      ["/home/ada/.copilot/hooks/gsd-guard.json", "hook", "guard", "gsd-guard", false]
    )
    const entry = { type: "command", timeoutSec: 60 }
    assert.deepStrictEqual(JSON.parse(new TextDecoder().decode(file?.bytes)), {
      version: 1,
      hooks: {
        sessionStart: [{ ...entry, bash: "'/store/SessionStart.sh'" }],
        preToolUse: [{ ...entry, bash: "'/store/PreToolUse.sh'", matcher: "bash|edit|task" }],
        postToolUse: [{ ...entry, bash: "'/store/PostToolUse.sh'", matcher: "create" }],
        userPromptSubmitted: [{ ...entry, bash: "'/store/UserPromptSubmit.sh'" }]
      }
    })
    assert.deepStrictEqual(
      withheld.map(({ name }) => name),
      ["Stop", "SubagentStart", "FileChanged", "Nonsense"]
    )
    const local = asked("copilot", inProject).files.map(({ path }) => path)
    assert.deepStrictEqual(local, ["/projects/app/.github/hooks/gsd-guard.json"])
  })

  it("gives Cline one file for each event of all capabilities, in a project only", () => {
    const offers = [
      offerOf("a", { hooks: [hook("PreToolUse", "Write"), hook("PostToolUse")] }),
      offerOf("b", { hooks: [hook("PreToolUse")] })
    ]
    const { files } = hooksOf(placesOf(named("cline"), inProject), offers)
    assert.deepStrictEqual(
      files.map(({ capability, executable, kind, path }) => [path, kind, capability, executable]),
      [
        ["/projects/app/.clinerules/hooks/PostToolUse", "index", "", true],
        ["/projects/app/.clinerules/hooks/PreToolUse", "index", "", true]
      ]
    )
    const everywhere = hooksOf(placesOf(named("cline")), offers)
    assert.deepStrictEqual([everywhere.files, everywhere.entries], [[], []])
    assert.strictEqual(everywhere.withheld.length, 3)
  })

  it("writes tables for Kimi that TOML reads back as they were meant", () => {
    const strange = { ...hook("PreToolUse", "Bash"), command: `node '/a "b"/\\c/$d/é\u0007'` }
    const odd = hook("SessionStart", 'start\\up|re"sume')
    const { entries, notes } = asked("kimi", undefined, [strange, hook("PostToolUse", "Edit|Task"), odd])
    assert.strictEqual(entries[0]?.path, "/home/ada/.kimi/config.toml")
    const block = entries[0]?.entries[0]
    assert.strictEqual(entries[0]?.entries.length, 1)
    assert.deepStrictEqual(block?.kind === "block" ? parse(block.text) : {}, {
      hooks: [
        { event: "PreToolUse", matcher: "^(?:Shell|Bash)$", command: strange.command },
        { event: "PostToolUse", matcher: "^(?:StrReplaceFile|Edit)$", command: "'/store/PostToolUse.sh'" },
        { event: "SessionStart", matcher: odd.matcher ?? "", command: "'/store/SessionStart.sh'" }
      ]
    })
    assert.match(notes.join(), /not run for Task/u)
    const code = asked("kimi-code").entries[0]
    assert.strictEqual(code?.path, "/home/ada/.kimi-code/config.toml")
  })

  it.each(["opencode", "kilo", "trae", "zcode", "pi", "vscode"])("gives %s none and says why", (id) => {
    const { entries, files, withheld } = asked(id)
    assert.deepStrictEqual([entries, files], [[], []])
    assert.strictEqual(withheld.length, all.length)
  })

  it("has each hook of every runtime written once or withheld with a reason", () => {
    for (const runtime of shipped)
      for (const one of all) {
        const { entries, files, withheld } = hooksOf(placesOf(runtime), [offerOf("guard", { hooks: [one] })])
        const given = entries.filter(({ capability }) => capability !== "").length + files.length
        assert.strictEqual(given + withheld.length, 1, `${runtime.id} ${one.event}`)
        for (const { reason } of withheld) assert.match(reason, /\S[^.]$/u)
      }
  })

  it("writes nowhere but where the manifest may say", () => {
    for (const local of ["../../x.json", "a/b.json", "..", "", ".", 7, null, "-x y"]) {
      const runtime = changed("claude", { hostBehaviors: { settingsFileByScope: { local, global: local } } })
      for (const scope of [undefined, inProject]) {
        const [row] = hooksOf(placesOf(runtime, scope), [offerOf("guard", { hooks: all })]).entries
        assert.match(row?.path ?? "", /\/\.claude\/settings\.json$/u)
      }
    }
  })
})

describe("entryForms", () => {
  it("say nothing of nothing", () => {
    for (const form of Object.values(entryForms)) assert.deepStrictEqual(form.entries([]), [])
  })
})
