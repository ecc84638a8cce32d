import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Durable } from "../../../src/services/Durable.ts"
import { differing, hostFiles, hostsOf } from "../../support/hosts.ts"
import {
  claude,
  four,
  linked,
  livedOn,
  moves,
  proveEdits,
  proveMove,
  silent,
  skill,
  started
} from "./persons.ts"

describe("files of hosts that a person edits meanwhile", () => {
  it.effect("hold the person's edits in the end, and nothing else that is new", () => proveEdits(1))

  it.effect("keep a hook of the person's behind ours, and lose an entry that the person took out", () =>
    Effect.gen(function* () {
      const hosts = yield* started(["claude"])
      const settings = `${claude}/settings.json`
      const mine = '{"hooks": [{"type": "command", "command": "mine"}]}'
      const text = hosts.text(settings) ?? ""
      yield* hosts.write(settings, text.replace(/(\/bundle\/hooks\/a\.sh'"\}\]\})/u, `$1, ${mine}`))
      assert.deepStrictEqual(yield* differing(hosts), [])
      const wired = hosts.text("/home/ada/.claude.json") ?? ""
      yield* hosts.write("/home/ada/.claude.json", wired.replace(/,"demo":\{[^}]*\}/u, ""))
      assert.deepStrictEqual(yield* differing(hosts), ["claude: outdated /home/ada/.claude.json"])
      assert.deepStrictEqual((yield* livedOn(hosts, ["claude"])).said, silent)
      assert.strictEqual(hosts.text("/home/ada/.claude.json"), hostFiles["/home/ada/.claude.json"])
      const theirs = hostFiles[settings] ?? ""
      assert.strictEqual(hosts.text(settings), theirs.replace("] } ] }", `] }, ${mine} ] }`))
    })
  )
})

describe("what a person does to our files", () => {
  it.effect("own files beside and among ours stay, with the folders that hold them", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles)
      const before = hosts.outside()
      yield* hosts.install()
      yield* hosts.apply(...four)
      const own = [
        `${claude}/skills/mine/SKILL.md`,
        `${claude}/skills/gsd-hk-t/notes.md`,
        `${claude}/agents/a.md`
      ]
      for (const path of own) yield* hosts.write(path, "mine\n", 0o600)
      const { said, states } = yield* livedOn(hosts, four)
      assert.deepStrictEqual(said, silent)
      assert.deepStrictEqual(states, silent)
      const folders = [`${claude}/skills/mine`, `${claude}/skills/gsd-hk-t`, `${claude}/agents`]
      assert.deepStrictEqual(hosts.outside(), {
        ...before,
        ...Object.fromEntries(own.map((path) => [path, "file 600 mine\n"])),
        ...Object.fromEntries(folders.map((path) => [path, "directory 755"]))
      })
    })
  )

  it.effect("a changed file stays and is told as long as it is ours, a deleted one comes back", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles)
      const before = hosts.outside()
      yield* hosts.install()
      yield* hosts.apply(...four)
      yield* hosts.write(skill, "mine now\n")
      yield* hosts.unlink("/home/ada/.codex/agents/hk-a.md")
      const changed = `claude: modified ${skill} it was changed by somebody else than gsd`
      assert.deepStrictEqual(yield* differing(hosts), [
        changed,
        "codex: missing /home/ada/.codex/agents/hk-a.md"
      ])
      const { said, states } = yield* livedOn(hosts, four)
      const kept = [`\`${skill}\`: left as it is, it was changed by somebody else than gsd`]
      const theirs = [`\`${skill}\`: left as it is, gsd did not write what is there`]
      assert.deepStrictEqual(said, {
        ...silent,
        update: kept,
        disable: kept,
        enable: theirs,
        rollback: theirs
      })
      assert.deepStrictEqual(states["update"], [changed])
      assert.deepStrictEqual(states["disable"], [])
      assert.deepStrictEqual(hosts.outside(), {
        ...before,
        [`${claude}/skills/gsd-hk-s`]: "directory 755",
        [skill]: "file 644 mine now\n"
      })
    })
  )

  it.effect("a change that the person takes back is none", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles)
      const before = hosts.outside()
      yield* hosts.install()
      yield* hosts.apply("claude")
      const text = hosts.text(skill) ?? ""
      yield* hosts.write(skill, "mine now\n")
      yield* hosts.update()
      yield* hosts.write(skill, text)
      assert.deepStrictEqual(yield* differing(hosts), [`claude: outdated ${skill}`])
      yield* hosts.apply("claude")
      assert.deepStrictEqual(yield* differing(hosts), [])
      yield* hosts.remove()
      assert.deepStrictEqual(hosts.outside(), before)
    })
  )

  it.effect("a link in the place of a file is theirs, and what it leads to is not touched", () =>
    Effect.gen(function* () {
      const hosts = yield* started(four)
      const at = "/home/ada/.codex/agents/hk-a.toml"
      yield* hosts.write("/dots/agent.toml", "theirs\n")
      yield* hosts.unlink(at)
      yield* linked(hosts, "/dots/agent.toml", at)
      const { said } = yield* livedOn(hosts, four)
      const left = [`\`${at}\`: left as it is, it is a symbolic link`]
      assert.deepStrictEqual(said, {
        ...silent,
        update: left,
        disable: left,
        enable: left,
        rollback: left
      })
      assert.strictEqual(hosts.outside()[at], "link /dots/agent.toml")
      assert.strictEqual(hosts.text("/dots/agent.toml"), "theirs\n")
    })
  )

  it.effect.each(moves.slice(0, 3))(
    "%s that was moved and linked is followed, and nothing of ours stays in it",
    proveMove
  )

  it.effect("a host that is gone with everything is set up anew while it is applied", () =>
    Effect.gen(function* () {
      const hosts = yield* started(["cursor"])
      yield* hosts.onDisk(Effect.flatMap(Durable, (durable) => durable.removeTree("/home/ada/.cursor")))
      const gone = hosts.outside()
      assert.strictEqual((yield* hosts.update()).warnings.length, 0)
      assert.deepStrictEqual(yield* differing(hosts), [])
      assert.isDefined(hosts.text("/home/ada/.cursor/hooks.json"))
      yield* hosts.withdraw("cursor")
      assert.deepStrictEqual(hosts.outside(), gone)
    })
  )

  it.effect("a file of a host that cannot be edited is told, and cleaned as soon as it can be", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles)
      const before = hosts.outside()
      const settings = `${claude}/settings.json`
      yield* hosts.install()
      yield* hosts.apply("claude")
      yield* hosts.onDisk(
        Effect.flatMap(Durable, (durable) =>
          Effect.andThen(
            durable.rename(settings, `${claude}/kept.json`),
            durable.makeDirectory(settings, { mode: 0o755 })
          )
        )
      )
      const left = [`\`${settings}\`: left as it is, it is a folder`]
      assert.deepStrictEqual((yield* hosts.withdraw("claude")).warnings, left)
      assert.deepStrictEqual(
        (yield* hosts.status()).map(({ applied, runtime }) => [runtime, applied]),
        [["claude", false]]
      )
      yield* hosts.onDisk(
        Effect.flatMap(Durable, (durable) =>
          Effect.andThen(durable.removeDirectory(settings), durable.rename(`${claude}/kept.json`, settings))
        )
      )
      assert.deepStrictEqual((yield* hosts.remove()).warnings, [])
      assert.deepStrictEqual(hosts.outside(), before)
      assert.deepStrictEqual(yield* hosts.status(), [])
    })
  )
})
