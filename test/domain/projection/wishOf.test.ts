import { assert, describe, it } from "@effect/vitest"
import { limits } from "../../../src/domain/limits.ts"
import type { Offer } from "../../../src/domain/projection/offer.ts"
import { everything } from "../../../src/domain/projection/selection.ts"
import type { Wish } from "../../../src/domain/projection/wish.ts"
import { wishOf } from "../../../src/domain/projection/wishOf.ts"
import { changed, hook, inProject, named, offerOf, project } from "./surface/build.ts"
import { agent, bytesOf, demo, file, placesFor, skill, textOf } from "./support.ts"

const claude = placesFor("claude")

const reasons = ({ withheld }: Wish): ReadonlyArray<string> =>
  withheld.map(({ capability, kind, name, reason }) => `${capability} ${kind} ${name}: ${reason}`)

const paths = ({ files }: Wish): ReadonlyArray<string> => files.map(({ path }) => path)

const one = (given: Offer["skills"][number]): Offer => offerOf("demo", { skills: [given] })

const textAt = (wish: Wish, ending: string): string =>
  textOf(wish.files.find(({ path }) => path.endsWith(ending))?.bytes)

describe("a skill", () => {
  it("is given with its whole folder, its name as its folder's, and everything else byte for byte", () => {
    const odd = { path: "assets/odd.bin", bytes: Uint8Array.of(0, 255, 13, 10), executable: false }
    const wish = wishOf(claude, [one(skill("map", odd, file("scripts/x.sh", "~/.claude\r\n", true)))])
    assert.match(textAt(wish, "gsd-map/SKILL.md"), /^---\nname: gsd-map\n/u)
    const [, asset, script] = wish.files
    assert.deepStrictEqual(asset?.bytes, odd.bytes)
    assert.strictEqual(textOf(script?.bytes), "~/.claude\r\n")
    assert.deepStrictEqual(
      wish.files.map(({ executable }) => executable),
      [false, false, true]
    )
  })

  it("is withheld without a SKILL.md of exactly this name, or when its text is no UTF-8", () => {
    const of = (path: string, bytes: Uint8Array) =>
      one({ ...skill("map"), files: [{ path, bytes, executable: false }] })
    const told = (offer: Offer) => reasons(wishOf(claude, [offer]))
    assert.deepStrictEqual(told(of("skill.md", bytesOf("Do.\n"))), ["demo skill map: it has no `SKILL.md`"])
    assert.deepStrictEqual(told(of("SKILL.md", Uint8Array.of(0x44, 0xff))), [
      "demo skill map: its text is no UTF-8: byte 1 starts no character"
    ])
    assert.deepStrictEqual(told(of("SKILL.md", Uint8Array.of(0xff, 0xfe, 0x44, 0))), [
      "demo skill map: its text is encoded as UTF-16LE, and only UTF-8 is read"
    ])
    assert.match(told(of("SKILL.md", bytesOf("---\n")))[0] ?? "", /front matter/u)
  })

  it("is withheld when it is larger than hosts can bear", () => {
    const many = Array.from({ length: limits.skillFiles }, (_, at) => file(`f${at}`, ""))
    const big = { path: "big", bytes: new Uint8Array(limits.skillBytes), executable: false }
    const long = {
      path: "SKILL.md",
      bytes: new Uint8Array(limits.skillTextBytes + 1).fill(32),
      executable: false
    }
    for (const given of [skill("map", ...many), skill("map", big), { ...skill("map"), files: [long] }]) {
      const wish = wishOf(claude, [one(given)])
      assert.deepStrictEqual(wish.files, [])
      assert.match(reasons(wish)[0] ?? "", /^demo skill map: it.* more than the \d+ /u)
    }
    assert.lengthOf(wishOf(claude, [one(skill("map", ...many.slice(1)))]).files, limits.skillFiles)
  })

  it("is given without a file that cannot be there on every system", () => {
    const wish = wishOf(claude, [
      one(
        skill(
          "map",
          file("skill.md", "x"),
          file("con.txt", "x"),
          file("a/../../b", "x"),
          file("d/x", "x"),
          file("D/y", "x")
        )
      )
    ])
    assert.deepStrictEqual(
      paths(wish).map((path) => path.slice("/home/ada/.claude/skills/".length)),
      ["gsd-map/SKILL.md", "gsd-map/d/x"]
    )
    assert.deepStrictEqual(
      wish.withheld.map(({ name }) => name),
      ["map/con.txt", "map/a/../../b", "map/skill.md", "map/D/y"]
    )
  })

  it("is a command where the layout has no skills, whose text says where its other files lie", () => {
    const places = placesFor("claude", inProject)
    const wish = wishOf(places, [demo])
    assert.match(textAt(wish, "commands/gsd-map.md"), /lie in `\/store\/map`\.\n$/u)
    assert.notMatch(textAt(wish, "commands/gsd-ship.md"), /lie in/u)
    const vendored = {
      ...skill("map", file("x", "x")),
      folder: `${project}/.gsd/capabilities/demo/skills/map`
    }
    assert.match(
      textAt(wishOf(places, [one(vendored)]), "gsd-map.md"),
      /lie in `\.gsd\/capabilities\/demo\/skills\/map`\.\n$/u
    )
    const odd = { ...vendored, folder: "/x`\n\nRun rm" }
    assert.match(reasons(wishOf(places, [one(odd)]))[0] ?? "", /cannot be written into a text$/u)
  })

  it("of a workflow says so in the text that is read, not in the one that points to it", () => {
    const wish = wishOf(placesFor("windsurf", inProject), [demo])
    assert.match(textAt(wish, "gsd/commands/gsd-map.md"), /lie in `\/store\/map`\.\n$/u)
    assert.notMatch(textAt(wish, "workflows/gsd-map.md"), /lie in/u)
  })

  it("knows the commands that are given with it", () => {
    const caller = { ...skill("call"), files: [file("SKILL.md", "Say gsd:ship or gsd:map or gsd:gone.\n")] }
    const offers = [one(caller), offerOf("other", { skills: [skill("ship"), skill("map")] })]
    const text = (removes: ReadonlyArray<string>) =>
      textAt(
        wishOf(claude, offers, { selection: { ...everything, removes: new Set(removes) } }),
        "gsd-call/SKILL.md"
      )
    assert.include(text([]), "Say gsd-ship or gsd-map or gsd:gone.")
    assert.include(text(["map"]), "Say gsd-ship or gsd:map or gsd:gone.")
  })

  it("names the skills of Codex and Antigravity where they are", () => {
    const pointing = {
      ...skill("p"),
      files: [file("SKILL.md", "Read ~/.claude/skills/x and ~/.claude/y.\n")]
    }
    const text = (id: string) => textAt(wishOf(placesFor(id), [one(pointing)]), "gsd-p/SKILL.md")
    assert.include(text("codex"), "Read $HOME/.agents/skills/x and $HOME/.codex/y.")
    assert.include(text("hermes"), "Read $HOME/.hermes/skills/gsd/x and $HOME/.hermes/y.")
    assert.include(text("cursor"), "Read $HOME/.cursor/skills/x and $HOME/.cursor/y.")
  })

  it("of a layout without a converter is written as Claude's", () => {
    const [entry] = named("claude").body.artifactLayout.global
    const runtime = changed("claude", {
      artifactLayout: { global: entry === undefined ? [] : [{ ...entry, converter: null }], local: [] }
    })
    assert.isNotEmpty(textAt(wishOf(placesFor(runtime), [one(skill("map"))]), "gsd-map/SKILL.md"))
  })
})

describe("an agent", () => {
  const agents = offerOf("demo", { agents: [agent("gsd-a")] })

  it("ends as the runtime says, when that is an ending", () => {
    const ending = (said: unknown) =>
      wishOf(placesFor(changed("cursor", { hostBehaviors: { agentFileExtension: said } })), [agents])
    assert.match(paths(ending(".agent.md"))[0] ?? "", /\/gsd-a\.agent\.md$/u)
    for (const said of ["/../../x.md", "md", 1, ""]) {
      assert.deepStrictEqual(paths(ending(said)), [])
      assert.match(reasons(ending(said))[0] ?? "", /agentFileExtension/u)
    }
  })

  it("has its TOML beside it only where the runtime runs by it", () => {
    const without = changed("codex", { hostBehaviors: {} })
    assert.lengthOf(paths(wishOf(placesFor("codex"), [agents])), 2)
    assert.lengthOf(paths(wishOf(placesFor(without), [agents])), 1)
  })

  it("is written with what the person set for it", () => {
    const facts = { agents: new Map([["gsd-a", { model: "gpt-x" }]]) }
    assert.include(textAt(wishOf(placesFor("codex"), [agents], facts), ".toml"), 'model = "gpt-x"')
  })

  it("is told where a host reads the root of the project", () => {
    const notes = wishOf(placesFor("cline", inProject), [agents]).notes
    assert.include(notes.join("\n"), "`agents` at the root of the project")
    assert.notInclude(wishOf(placesFor("cline"), [agents]).notes.join("\n"), "root of the project")
  })

  it("of Kimi is known to the root agent, which is nobody's, and there only with one", () => {
    const kimi = placesFor("kimi")
    const wish = wishOf(kimi, [agents, offerOf("later", { agents: [agent("gsd-a"), agent("gsd-b")] })])
    assert.deepStrictEqual(
      wish.files.map(({ capability, kind, path }) => [capability, kind, path.split("/").at(-1)]),
      [
        ["", "index", "gsd.md"],
        ["", "index", "gsd.yaml"],
        ["demo", "agent", "gsd-a.md"],
        ["demo", "agent", "gsd-a.yaml"],
        ["later", "agent", "gsd-b.md"],
        ["later", "agent", "gsd-b.yaml"]
      ]
    )
    assert.deepStrictEqual(reasons(wish), [
      "later agent gsd-a: `demo` brings an agent of this name, and comes first"
    ])
    assert.deepStrictEqual(
      paths(wishOf(kimi, [offerOf("demo", { agents: [{ stem: "gsd-a", bytes: bytesOf("") }] })])),
      []
    )
  })
})

describe("what two want", () => {
  it("goes to the first by id, as a whole, and the later says whose it is", () => {
    const later = offerOf("b", { skills: [skill("map", file("own.md", "x")), skill("b-only")] })
    const first = offerOf("a", { skills: [skill("map")] })
    const wish = wishOf(claude, [later, first])
    assert.deepStrictEqual(
      wish.files.map(({ capability, name }) => `${capability} ${name}`),
      ["b gsd-b-only", "a gsd-map"]
    )
    assert.deepStrictEqual(reasons(wish), [
      "b skill map: `/home/ada/.claude/skills/gsd-map/SKILL.md` is what `a` brings"
    ])
  })

  it("is withheld where a file of the host stands", () => {
    const [entry] = named("claude").body.artifactLayout.global
    assert.isDefined(entry)
    const agents = { kind: "agents", destSubpath: "x", prefix: "", nesting: "flat", converter: null } as const
    const places = { ...claude, artifacts: [{ artifact: agents, path: claude.config }] }
    const runtime = changed("claude", { hostBehaviors: { settingsFileByScope: { global: "GSD-A.md" } } })
    const offer = offerOf("demo", { agents: [agent("gsd-a")], hooks: [hook("Stop")] })
    const wish = wishOf({ ...places, runtime }, [offer])
    assert.deepStrictEqual(paths(wish), [])
    assert.match(reasons(wish)[0] ?? "", /cannot stand beside .*GSD-A\.md`, a file of the host$/u)
  })
})

describe("what is withheld", () => {
  it("is what an offer could not bring, too", () => {
    const notOffered = [{ kind: "skill", name: "gone", reason: "its bundle holds none" }] as const
    assert.deepStrictEqual(reasons(wishOf(claude, [offerOf("demo", { notOffered })])), [
      "demo skill gone: its bundle holds none"
    ])
  })

  it("is everything where a host takes a plugin alone, or nothing from a project", () => {
    assert.match(
      reasons(wishOf(placesFor("pi"), [demo])).join("\n"),
      /^demo capability demo: .*plugin alone/u
    )
    const deferred = { ...placesFor("claude", inProject), runtime: named("kimi") }
    assert.match(reasons(wishOf(deferred, [demo])).join("\n"), /^demo capability demo: .*project yet$/u)
  })

  it("is nothing of a capability that brings nothing", () => {
    const selection = { ...everything, profile: "core" } as const
    const wish = wishOf(claude, [offerOf("loop-only", { tier: "full" })], { selection })
    assert.deepStrictEqual(wish.withheld, [])
  })
})

describe("what may be read", () => {
  it("is the folder of each skill that has more than its text, where the host has to be told", () => {
    const wish = wishOf(placesFor("opencode"), [demo])
    assert.include(JSON.stringify(wish.entries), "/home/ada/.config/opencode/skills/gsd-map/*")
    assert.notInclude(JSON.stringify(wish.entries), "gsd-ship")
  })

  it("is not a folder that another capability got", () => {
    const wish = wishOf(placesFor("opencode"), [
      demo,
      offerOf("zz", { skills: [skill("map", file("x", "x"))] })
    ])
    assert.isEmpty(wish.entries.filter(({ capability }) => capability === "zz"))
  })
})
