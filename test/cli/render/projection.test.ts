import { assert, describe, expect, it } from "vitest"
import { renderOutcome, renderStatus, type ProjectionView } from "../../../src/cli/render/projection.ts"
import { homely } from "../../../src/cli/render/projectionRows.ts"
import { renderReceipt } from "../../../src/cli/render/receipt.ts"
import { ansiPaint, plainPaint, widthOf } from "../../../src/cli/render/view.ts"
import type { Receipt } from "../../../src/domain/install/receipt.ts"
import type { PlaceRow, RuntimeOutcome, RuntimeReport } from "../../../src/domain/projection/report.ts"

const home = "/home/ada"

const eighty: ProjectionView = { width: 80, paint: plainPaint, home }

const wide: ProjectionView = { width: undefined, paint: plainPaint, home }

const coloured: ProjectionView = { width: 80, paint: ansiPaint, home }

const colourless = (text: string): string => text.replaceAll(/\u001b\[\d+m/gu, "")

const tooWide = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => widthOf(line) > 80)

const place = (path: string, more: Partial<PlaceRow> = {}): PlaceRow => ({
  path: `${home}/.claude/${path}`,
  capability: "hello",
  kind: "skill",
  name: "gsd-hello",
  state: "missing",
  action: "write",
  ...more
})

const settings = place("settings.json", { kind: "hooks", name: "PreToolUse, Stop" })

const rows: ReadonlyArray<PlaceRow> = [
  place("skills/gsd-hello/SKILL.md"),
  place("skills/gsd-hello/references/all.md"),
  place("skills/gsd-hello/scripts/run.sh"),
  place("skills/gsd-ui/SKILL.md", {
    capability: "ui",
    name: "gsd-ui",
    state: "outdated",
    action: "replace"
  }),
  place("skills/gsd-old/SKILL.md", { name: "gsd-old", state: "surplus", action: "remove" }),
  place("skills/gsd-mine/SKILL.md", { name: "gsd-mine", state: "modified", action: "leave" }),
  place("skills/gsd-theirs/SKILL.md", {
    name: "gsd-theirs",
    state: "foreign",
    action: "leave",
    reason: "`gsd-core` wrote it, and its manifest still lists it with another digest than it has"
  }),
  place("agents/gsd-eye.md", { kind: "agent", name: "gsd-eye", state: "present", action: "none" }),
  settings,
  { ...settings, kind: "servers", name: "search", state: "present", action: "none" }
]

const report: RuntimeReport = {
  runtime: "claude",
  scope: "global",
  home: `${home}/.claude`,
  applied: true,
  profile: "standard",
  rows,
  withheld: [
    { capability: "far", kind: "capability", name: "far", reason: "is for `codex` alone" },
    { capability: "ui", kind: "skill", name: "review", reason: "has the path that `hello` took first" }
  ],
  notes: ["`gsd-hello` loses `color`, which the dialect leaves out"],
  others: [
    { name: "gsd-core", version: "1.14.0", folder: `${home}/.claude` },
    { name: "other", version: null, folder: "/opt/x" }
  ],
  edits: [
    { file: `${home}/.claude/settings.json`, diff: '--- settings.json\n+++ settings.json\n+  "hooks": {}' }
  ]
}

const outcome: RuntimeOutcome = { status: "applied", scope: "global", runtimes: [report], warnings: [] }

const withRows = (those: ReadonlyArray<PlaceRow>): RuntimeReport => ({
  ...report,
  rows: those,
  withheld: [],
  notes: [],
  others: [],
  edits: []
})

const present = rows.map((row): PlaceRow => ({ ...row, state: "present", action: "none" }))

describe("renderOutcome", () => {
  it("counts, then groups by what was done, with paths and reasons, at 80 columns", () => {
    const text = renderOutcome(outcome, eighty)
    expect(text).toMatchSnapshot()
    assert.deepStrictEqual(tooWide(text), [])
    assert.match(text, /^Applied claude: 5 files, 2 hooks, 1 server; 4 written, 1 replaced, 1 removed,/u)
  })

  it("names every file, those of one skill or agent behind the folder they lie in", () => {
    const eye = ["agents/gsd-eye.md", "agents/gsd-eye.toml"].map((path) =>
      place(path, { kind: "agent", name: "gsd-eye" })
    )
    const text = renderOutcome({ ...outcome, runtimes: [withRows(eye)] }, wide)
    assert.match(text, /~\/\.claude\/agents\/ \(2 files: gsd-eye\.md, gsd-eye\.toml\)/u)
  })

  it("is one line per fact elsewhere", () => {
    expect(renderOutcome(outcome, wide)).toMatchSnapshot()
  })

  it("says what would be done of a plan, and that nothing was", () => {
    const planned = {
      ...outcome,
      status: "planned",
      runtimes: [{ ...report, applied: false, scope: "project" }]
    } as const
    const text = renderOutcome(planned, eighty)
    expect(text).toMatchSnapshot()
    assert.notMatch(text, /^ {2}(Written|Replaced|Removed)/mu)
  })

  it("counts what a removal takes away", () => {
    const going = rows.map((row): PlaceRow => ({
      ...row,
      ...(row.action === "leave" ? {} : { state: "present", action: "remove" })
    }))
    const text = renderOutcome({ ...outcome, status: "removed", runtimes: [withRows(going)] }, eighty)
    expect(text).toMatchSnapshot()
  })

  it("says when there is nothing to do", () => {
    const nothing = { ...outcome, status: "unchanged", runtimes: [withRows(present)] } as const
    expect(renderOutcome(nothing, eighty)).toMatchSnapshot()
    const empty = { ...nothing, runtimes: [withRows([])] }
    assert.match(renderOutcome(empty, eighty), /^Unchanged claude: no files; nothing to do$/mu)
    const first = { ...empty, status: "planned", runtimes: [{ ...withRows([]), applied: false }] } as const
    assert.match(renderOutcome(first, eighty), /^Planned claude: no files$/mu)
    assert.match(renderOutcome({ ...empty, status: "removed" }, eighty), /^Removed claude: no files$/mu)
  })

  it("says entries where it is not known what they are called", () => {
    const going = withRows([{ ...settings, name: "", state: "surplus", action: "remove" }])
    const text = renderOutcome({ ...outcome, runtimes: [going] }, wide)
    assert.include(text, "~/.claude/settings.json: entries of hello")
    assert.match(text, /^Applied claude: 1 hook removed$/mu)
  })

  it("is not new any more once it is applied", () => {
    const first = { ...outcome, runtimes: [{ ...withRows(present), applied: false }] }
    assert.notInclude(renderOutcome(first, wide), "not applied")
  })

  it("puts several runtimes apart", () => {
    const two = { ...outcome, runtimes: [withRows(present), { ...withRows(present), runtime: "codex" }] }
    assert.lengthOf(renderOutcome(two, eighty).split("\n\n"), 2)
  })

  it("colours nothing but its own words and the diff", () => {
    assert.strictEqual(colourless(renderOutcome(outcome, coloured)), renderOutcome(outcome, eighty))
    assert.include(renderOutcome(outcome, coloured), "\u001b[1mApplied claude:\u001b[22m 5 files")
    assert.include(renderOutcome(outcome, coloured), '\u001b[32m    +  "hooks": {}\u001b[39m')
  })

  it("cuts a long list and says how much is left out", () => {
    const many = Array.from({ length: 1500 }, (_, at) => place(`skills/s${at}/SKILL.md`, { name: `s${at}` }))
    const text = renderOutcome({ ...outcome, runtimes: [withRows(many)] }, wide)
    assert.include(text, "1500 files")
    assert.include(text, "    (500 more lines; `--json` has all)")
    assert.isBelow(text.split("\n").length, 1100)
  })
})

describe("renderStatus", () => {
  it("names what is present, then what is not as it shall be, at 80 columns", () => {
    const text = renderStatus([report], eighty)
    expect(text).toMatchSnapshot()
    assert.deepStrictEqual(tooWide(text), [])
    assert.strictEqual(colourless(renderStatus([report], coloured)), text)
  })

  it("says when all is present, and when nothing is projected", () => {
    assert.match(
      renderStatus([withRows(present)], wide),
      /^claude: 8 files, 2 hooks, 1 server; all present$/mu
    )
    assert.match(renderStatus([withRows([])], wide), /^claude: no files$/mu)
    assert.match(
      renderStatus([], eighty),
      /^Nothing is projected to a runtime here\. `gsd runtime apply ID`/u
    )
  })
})

describe("hostile names", () => {
  const evil = `x\u001b[2J\n  Present\n${"granted ".repeat(30)}`
  const hostile: RuntimeReport = {
    ...report,
    runtime: evil,
    home: `${home}/${evil}`,
    rows: rows.map((row) => ({
      ...row,
      path: `${row.path}${evil}`,
      capability: evil,
      name: evil,
      reason: evil
    })),
    withheld: [{ capability: evil, kind: "skill", name: evil, reason: evil }],
    notes: [evil],
    others: [{ name: evil, version: evil, folder: evil }],
    edits: []
  }

  it.each([
    ["an outcome", renderOutcome({ ...outcome, runtimes: [hostile] }, eighty)],
    ["a status", renderStatus([{ ...hostile, rows: present.map((row) => ({ ...row, name: evil })) }], eighty)]
  ])("are escaped in %s, and begin no line", (_, text) => {
    assert.notInclude(text, "\u001b")
    assert.include(text, "\\u{1b}[2J\\u{a}")
    assert.deepStrictEqual(tooWide(text), [])
    assert.deepStrictEqual(
      text.split("\n").filter((line) => /^\W*granted/u.test(line) && !line.includes("| ")),
      []
    )
  })
})

describe("homely", () => {
  it.each([
    ["/home/ada", "~"],
    ["/home/ada/.claude/x", "~/.claude/x"],
    ["/home/adam/.claude", "/home/adam/.claude"],
    ["/srv/home/ada/x", "/srv/home/ada/x"]
  ])("writes %s as %s", (path, short) => {
    assert.strictEqual(homely(path, home), short)
  })

  it("knows a home with other separators, and shortens nothing where the home is the root", () => {
    assert.strictEqual(homely("C:/Users/ada/.codex", "C:\\Users\\ada"), "~/.codex")
    assert.strictEqual(homely("/srv/x", "/"), "/srv/x")
  })
})

describe("a receipt", () => {
  const receipt: Receipt = {
    status: "installed",
    id: "hello",
    version: "1.0.0",
    scope: "global",
    contentHash: "",
    generation: 1,
    wired: [],
    warnings: []
  }
  const both = [
    { runtime: "claude", files: 12 },
    { runtime: "codex", files: 1 }
  ]

  it.each([
    ["says nothing of hosts when it is not told", {}],
    ["names the hosts that it is in", { projected: both }],
    ["names the hosts that it left", { projected: both, status: "removed" }],
    ["says how hosts come to see it", { projected: [] }],
    ["says so for a project", { projected: [], scope: "project" }],
    ["says it of an install alone", { projected: [], status: "upgraded" }]
  ] as const)("%s", (_, more) => {
    const text = renderReceipt({ ...receipt, ...more }, eighty)
    expect(text).toMatchSnapshot()
    assert.deepStrictEqual(tooWide(text), [])
  })
})
