import { assert, describe, it } from "@effect/vitest"
import { judgeSet, type SetInput } from "../../../src/domain/registry/judgeSet.ts"
import { feature, lane, step } from "../capability/build.ts"
import { context, contribution, flag, member, ownStep } from "./build.ts"

const overlay = (id: string, members: Record<string, unknown> = {}) => member(feature({ id, ...members }))

const firstParty = (id: string, members: Record<string, unknown> = {}): SetInput =>
  member(feature({ id, ...members }), "first-party")

const judge = (...inputs: ReadonlyArray<SetInput>) => judgeSet(inputs, context)

const found = (...inputs: ReadonlyArray<SetInput>) =>
  judge(...inputs).members.map(({ problems }) => problems.map(({ rule, pointer }) => `${rule} ${pointer}`))

const accepted = (...inputs: ReadonlyArray<SetInput>) => judge(...inputs).members.map((one) => one.accepted)

/** A member whose contribution takes from its neighbours on both sides. */
const linked = (index: number) =>
  overlay(`c${index}`, { contributions: [contribution([`n${index}`], [`n${index - 1}`, `n${index + 1}`])] })

describe("judgeSet, as to order", () => {
  it("takes overlays after those they require, whatever the order given", () => {
    assert.deepStrictEqual(
      accepted(overlay("a", { requires: ["b"] }), overlay("b", { requires: ["c"] }), overlay("c")),
      [true, true, true]
    )
  })

  it("takes a step's input from a later member, unless it is made too late", () => {
    const takes = overlay("a", { steps: [ownStep({ consumes: ["A.md"] })] })
    const makes = (point: string) => overlay("b", { steps: [ownStep({ point, produces: ["A.md"] })] })
    assert.deepStrictEqual(accepted(takes, makes("plan:pre")), [true, true])
    assert.deepStrictEqual(found(takes, makes("plan:post")), [["set.consumes /steps/0/consumes/0"], []])
  })

  it("lets the first of two overlays have a name, and the one that is required before the one that requires it", () => {
    const a = overlay("a", { skills: ["x"], requires: ["b"] })
    const b = overlay("b", { skills: ["x"] })
    assert.deepStrictEqual(found(overlay("c", { skills: ["x"] }), b), [[], ["set.skill /skills/0"]])
    assert.deepStrictEqual(found(a, b), [["set.skill /skills/0"], []])
  })

  it("lets first-party members have their names, even given last and required by nobody", () => {
    const inputs = [overlay("a", { skills: ["x"] }), firstParty("b", { skills: ["x"] })]
    assert.deepStrictEqual(accepted(...inputs), [false, true])
  })
})

describe("judgeSet, as to who is refused", () => {
  it("says of a member given twice that its id is, and no more", () => {
    const one = overlay("a", { skills: ["x"], config: { "a.k": flag } })
    assert.deepStrictEqual(found(one, one), [[], ["set.id /id"]])
    assert.deepStrictEqual(found(firstParty("a", { skills: ["x"] }), one), [[], ["set.id /id"]])
  })

  it("refuses those who need a refused one, naming it", () => {
    const { members } = judge(
      overlay("a", { requires: ["b"] }),
      overlay("b", { requires: ["gone"] }),
      overlay("c")
    )
    assert.deepStrictEqual(
      members.map((one) => one.accepted),
      [false, false, true]
    )
    assert.include(members[0]?.problems[0]?.message, "`b` is left out itself")
  })

  it("names a needed one that is given but cannot even be read, whatever is needed of it", () => {
    const broken = (members: Record<string, unknown>): SetInput => ({
      ...overlay("b"),
      raw: { ...feature({ id: "b" }), title: 5, ...members }
    })
    const messages = (...inputs: ReadonlyArray<SetInput>) => judge(...inputs).members[0]?.problems[0]?.message
    const runtimeCompat = { supported: ["b"], unsupported: [] }
    assert.strictEqual(messages(overlay("a", { requires: ["b"] }), broken({})), "`b` is left out itself")
    assert.strictEqual(
      messages(overlay("a", { runtimeCompat }), broken({ role: "runtime" })),
      "`b` is left out itself"
    )
    assert.strictEqual(
      messages(
        overlay("a", { steps: [ownStep({ consumes: ["A.md"] })] }),
        broken({ steps: [ownStep({ produces: ["A.md", 5] }), null] })
      ),
      "`A.md` would come from `b`, which is left out itself"
    )
  })

  it("keeps those who need a refused one when another one meets the need", () => {
    const makes = (id: string, point: string, members = {}) =>
      overlay(id, { steps: [ownStep({ point, produces: ["A.md"] })], ...members })
    const takes = overlay("a", { steps: [ownStep({ consumes: ["A.md"] })] })
    assert.deepStrictEqual(
      accepted(takes, makes("b", "discuss:pre", { requires: ["gone"] }), makes("c", "discuss:post")),
      [true, false, true]
    )
  })

  it("refuses only the member that closes a ring of hooks, not those tied to it", () => {
    assert.deepStrictEqual(accepted(linked(0), linked(1), linked(2)), [true, false, true])
  })

  it("sees rings over artefacts that somebody needs from nobody", () => {
    const waits = (id: string, makes: string, takes: string) =>
      overlay(id, { steps: [ownStep({ point: "plan:post", produces: [makes], consumes: [takes] })] })
    assert.deepStrictEqual(found(waits("a", "A.md", "PLAN.md"), waits("b", "PLAN.md", "A.md")), [
      [],
      ["set.steps-acyclic /steps/0/consumes/0"]
    ])
  })

  it("holds no ring against a hook that takes what it makes itself", () => {
    const own = overlay("a", { contributions: [contribution(["x"], ["x"])] })
    const other = overlay("b", { contributions: [contribution(["x"], [])] })
    assert.deepStrictEqual(accepted(own, other), [true, true])
  })

  it("hurts nobody with a copied id, though it would form a ring", () => {
    const ui = firstParty("ui", { requires: ["security"] })
    const copy = overlay("security", { requires: ["ui"] })
    assert.deepStrictEqual(found(copy, ui, firstParty("security")), [["set.id /id"], [], []])
    assert.deepStrictEqual(
      found(overlay("x"), overlay("d", { requires: ["x"] }), overlay("x", { requires: ["d"] })),
      [[], [], ["set.id /id"]]
    )
  })

  it("lets an id stand for the one that stays", () => {
    const [core, full] = [{ tier: "core" }, { tier: "full" }]
    const gone = overlay("gus", { ...core, requires: ["dot"] })
    assert.deepStrictEqual(
      accepted(
        gone,
        overlay("dot", full),
        overlay("fay", { ...core, requires: ["gus"] }),
        overlay("gus", full)
      ),
      [false, true, false, true]
    )
    const inputs = [
      overlay("bob", { steps: [ownStep({ consumes: ["GHOST.md", "A.md"] })] }),
      overlay("bob", { requires: ["ann"] }),
      overlay("ann", { requires: ["bob"], steps: [ownStep({ produces: ["A.md"] })] })
    ]
    assert.deepStrictEqual(accepted(...inputs), [false, false, false])
  })

  it("says of all members of a ring of requires that they are in one", () => {
    const ring = ["a", "b", "c"].map((id, index, all) =>
      overlay(id, { requires: [all[(index + 1) % all.length] ?? ""] })
    )
    assert.deepStrictEqual(
      found(...ring),
      ring.map(() => ["set.requires-acyclic /requires/0"])
    )
  })

  it("takes what was found before into account", () => {
    const problem = {
      rule: "files.missing",
      severity: "error",
      pointer: "/hooks",
      message: "x",
      hint: "x"
    } as const
    const { members } = judge({ ...overlay("a"), problems: [problem] }, overlay("b", { requires: ["a"] }))
    assert.deepStrictEqual(
      members.map((one) => one.accepted),
      [false, false]
    )
  })

  it("judges engines only when it is told the host's version", () => {
    const input = overlay("a", { engines: { gsd: "<1.0.0" } })
    assert.strictEqual(judgeSet([input], { hostVersion: undefined }).verdict, "valid")
    assert.strictEqual(judgeSet([input], { hostVersion: "1.14.0" }).verdict, "invalid")
    assert.strictEqual(judgeSet([input], { hostVersion: "0.9.0-rc.1" }).verdict, "valid")
  })

  it("refuses alone what it would refuse in a set", () => {
    const twice = overlay("a", { skills: ["x", "x"] })
    const nested = overlay("b", { config: { "b.a": flag, "b.a.c": flag } })
    assert.deepStrictEqual(found(twice, nested), [
      ["stems.once /skills/1"],
      ["config.key-nested /config/b.a.c"]
    ])
  })
})

describe("judgeSet on large and hostile sets", () => {
  const many = 4096
  const range = (size: number) => Array.from({ length: size }, (_, index) => index)

  it("takes thousands of overlays", () => {
    assert.strictEqual(judge(...range(many).map((index) => overlay(`c${index}`))).verdict, "valid")
  })

  it("refuses a ring of 3,000, and takes a chain of 3,000 in reverse", () => {
    const size = 3000
    const after = (index: number) => overlay(`c${index}`, { requires: [`c${index + 1}`] })
    const chain = range(size).map(after)
    assert.isTrue(accepted(...chain, overlay(`c${size}`)).every(Boolean))
    const ring = [...chain, overlay(`c${size}`, { requires: ["c0"] })]
    const { members } = judge(...ring)
    assert.isTrue(
      members.every(({ problems }) => problems.every(({ rule }) => rule === "set.requires-acyclic"))
    )
    assert.isBelow(members[0]?.problems[0]?.message.length ?? 0, 500)
  })

  it("breaks 3,000 rings of hooks that hang together", () => {
    const size = 3000
    assert.deepStrictEqual(
      accepted(...range(size).map(linked)),
      range(size).map((index) => index % 2 === 0)
    )
    const all = range(size).map((index) =>
      overlay(`c${index}`, { contributions: [contribution(["x"], ["x"])] })
    )
    assert.strictEqual(accepted(...all).filter(Boolean).length, 1)
  })

  it("settles between two that claim each other's everything", () => {
    const everything = (id: string) => ({
      requires: [id === "a" ? "b" : "a"],
      skills: ["x"],
      agents: ["x"],
      config: { x: flag },
      commands: [{ family: "x", module: "x.cjs", router: "x" }],
      steps: [step({ produces: ["X.md"] })],
      contributions: [contribution(["x"], ["y"])]
    })
    const [a, b] = [overlay("a", everything("a")), overlay("b", everything("b"))]
    assert.deepStrictEqual(accepted(a, b), [false, false])
    const alone = (id: string) => overlay(id, { ...everything(id), requires: [] })
    assert.deepStrictEqual(accepted(alone("a"), alone("b")), [true, false])
    const lanes = ["a", "b"].map((id) => member({ ...lane(), id }))
    assert.deepStrictEqual(found(...lanes)[1], [
      "set.lane-slug /reviewer/slug",
      "set.lane-flag /reviewer/flags/0",
      "set.lane-section /reviewer/reviewsSection"
    ])
  })

  it("takes names that every object inherits like any others", () => {
    const names = ["constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "__proto__"]
    const raw = (id: string): unknown =>
      JSON.parse(
        JSON.stringify(feature({ id, requires: names, skills: ["x"] })).replace(
          '"config":{}',
          '"config":{"__proto__":{"type":"boolean","default":true,"description":"x"}}'
        )
      )
    for (const { problems } of judge(...names.map((id) => member(raw(id)))).members)
      assert.isNotEmpty(problems)
    assert.deepStrictEqual(found(overlay("a", { requires: names })), [
      names.map((_, index) => `set.requires /requires/${index}`)
    ])
  })

  it("survives lists longer than a call may have arguments", () => {
    const size = 200_000
    const same = range(size).map(() => "x")
    assert.deepStrictEqual(
      accepted(
        overlay("a", { skills: same }),
        overlay("b", { requires: same }),
        overlay("c", { requires: ["b"] })
      ),
      [false, false, false]
    )
  })

  it("looks up the skills of many steps in many skills", () => {
    const skills = range(20_000).map((index) => `s${index}`)
    const steps = (refs: ReadonlyArray<string>) => refs.map((skill) => step({ ref: { skill } }))
    assert.deepStrictEqual(accepted(overlay("a", { skills, steps: steps(skills) })), [true])
    const strange = skills.map((skill) => `${skill}-strange`)
    assert.deepStrictEqual(accepted(overlay("a", { skills, steps: steps(strange) })), [false])
  })
})
