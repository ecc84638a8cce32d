import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { projectScope } from "../../../src/domain/project/places.ts"
import { Durable } from "../../../src/services/Durable.ts"
import { differing, hostFiles, hostsOf, type Hosts } from "../../support/hosts.ts"

const surface = "/home/ada/.config/agents/.gsd-surface.json"

const textsOf = (hosts: Hosts): string => JSON.stringify(hosts.outside())

describe("a removal that something is in the way of", () => {
  it.effect("leaves nothing in what belongs to all together, when the runtime cannot be planned", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles)
      yield* hosts.install()
      yield* hosts.apply("kimi")
      assert.include(textsOf(hosts), "hk-a")
      yield* hosts.write(surface, "{}")
      const { warnings } = yield* hosts.revoke
      assert.include(warnings.join("\n"), "`kimi` is not kept in step")
      assert.notInclude(textsOf(hosts), "hk-a")
    })
  )

  it.effect("takes what a folder lets nobody take as soon as it can, and the rest at once", () =>
    Effect.gen(function* () {
      const hosts = hostsOf(hostFiles)
      const before = hosts.outside()
      const folder = "/home/ada/.claude/skills/gsd-hk-t"
      const may = (mode: number) =>
        hosts.onDisk(Effect.flatMap(Durable, (durable) => durable.chmod(folder, mode)))
      yield* hosts.install()
      yield* hosts.apply("claude", "codex")
      yield* may(0o555)
      const { warnings } = yield* hosts.remove()
      assert.match(warnings.join("\n"), /gsd-hk-t\/SKILL\.md`: left as it is/u)
      assert.isDefined(hosts.text(`${folder}/SKILL.md`))
      assert.isUndefined(hosts.text("/home/ada/.claude/skills/gsd-hk-s/SKILL.md"))
      assert.notInclude(hosts.text("/home/ada/.claude/settings.json") ?? "", "a.sh")
      assert.match((yield* differing(hosts)).join("\n"), /claude: surplus .*gsd-hk-t\/SKILL\.md/u)
      yield* hosts.withdraw("claude", "codex")
      assert.deepStrictEqual(
        (yield* hosts.status()).map(({ applied, runtime }) => [runtime, applied]),
        [["claude", false]]
      )
      yield* may(0o755)
      assert.deepStrictEqual((yield* hosts.withdraw("claude")).warnings, [])
      assert.deepStrictEqual(hosts.outside(), before)
      assert.deepStrictEqual(yield* hosts.status(), [])
    })
  )

  it.effect("takes its own bytes in a project whatever a list of files there says", () =>
    Effect.gen(function* () {
      const scope = projectScope("/w/p")
      const hosts = hostsOf({}, { scope, workingDirectory: "/w/p", directories: ["/w/p/.git"] })
      yield* hosts.install()
      yield* hosts.apply("claude")
      const command = "/w/p/.claude/commands/gsd-hk-t.md"
      assert.isDefined(hosts.text(command))
      yield* hosts.write(
        "/w/p/.claude/gsd-file-manifest.json",
        JSON.stringify({ files: { "commands/gsd-hk-t.md": "0" } })
      )
      yield* hosts.revoke
      assert.isUndefined(hosts.text(command))
    })
  )

  it.effect("finds its files again that stood behind a link for a while", () =>
    Effect.gen(function* () {
      const scope = projectScope("/w/p")
      const hosts = hostsOf({}, { scope, workingDirectory: "/w/p", directories: ["/w/p/.git"] })
      yield* hosts.install()
      yield* hosts.apply("claude")
      const on = (edit: (durable: Durable["Service"]) => Effect.Effect<void, unknown>) =>
        hosts.onDisk(Effect.flatMap(Durable, edit))
      yield* on((durable) =>
        Effect.andThen(durable.rename("/w/p/.claude", "/w/p/cc"), durable.link("/w/p/cc", "/w/p/.claude"))
      )
      yield* hosts.remove()
      yield* on((durable) =>
        Effect.andThen(durable.unlink("/w/p/.claude"), durable.rename("/w/p/cc", "/w/p/.claude"))
      )
      yield* hosts.withdraw("claude")
      assert.notInclude(textsOf(hosts), "gsd-hk-t")
      assert.notInclude(textsOf(hosts), "hk-a.md")
    })
  )
})
