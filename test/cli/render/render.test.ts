import { assert, describe, expect, it } from "vitest"
import { renderDiagnosis } from "../../../src/cli/render/doctor.ts"
import { renderDisclosure, mostLines } from "../../../src/cli/render/disclosure.ts"
import { errorDocument, renderError, shownOf } from "../../../src/cli/render/error.ts"
import { jsonText } from "../../../src/cli/render/json.ts"
import { renderList } from "../../../src/cli/render/list.ts"
import { renderReceipt } from "../../../src/cli/render/receipt.ts"
import { renderRecords } from "../../../src/cli/render/trust.ts"
import { renderVerification } from "../../../src/cli/render/verify.ts"
import {
  ansiPaint,
  labelled,
  plainPaint,
  plainView,
  safe,
  widthOf,
  type View
} from "../../../src/cli/render/view.ts"
import { disclose, noticesFor } from "../../../src/domain/disclosure/disclose.ts"
import type { DisclosureLine } from "../../../src/domain/disclosure/DisclosureLine.ts"
import type { JsonValue } from "../../../src/domain/json/value.ts"
import { NotInstalled } from "../../../src/domain/ledger/errors.ts"
import type { Overlay } from "../../../src/domain/overlay/overlay.ts"
import { visible } from "../../../src/domain/text/escape.ts"
import { feature } from "../../domain/capability/build.ts"

const eighty: View = { width: 80, paint: plainPaint }

const tooWide = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => widthOf(line) > 80)

const manifest = feature({
  hooks: [{ event: "PreToolUse", matcher: "Bash|Write", script: "hooks/guard.sh" }],
  commands: [{ family: "sample", module: "sample.cjs", router: "route" }],
  skills: ["notes"],
  mcpServers: {
    search: {
      command: "npx",
      args: ["-y", "search-server", "--verbose"],
      env: { NODE_OPTIONS: "--require ./x.js", TOKEN: "x".repeat(300) }
    }
  }
})

const raw: JsonValue = JSON.parse(JSON.stringify(manifest))

const disclosure = (more: ReadonlyArray<DisclosureLine> = []) =>
  ({
    id: "sample",
    version: "1.1.0",
    previousVersion: "1.0.0",
    scope: "global",
    source: "/home/ada/capabilities/sample",
    digest: `sha512-${"A".repeat(86)}==`,
    disclosure: [...disclose(raw, { egress: [] }), ...more],
    notices: noticesFor(raw),
    changes: [
      { kind: "added", path: "/powers/hooks/PreToolUse", diff: '+{"event":"PreToolUse"}' },
      {
        kind: "changed",
        path: "hooks/guard.sh",
        diff: [
          "--- a/hooks/guard.sh",
          "+++ b/hooks/guard.sh",
          "@@ -1,1 +1,1 @@",
          "-exit 0",
          `+exit ${"1".repeat(90)}`
        ].join("\n")
      }
    ],
    reason: "what it can do differs from what was consented to: added `/hooks/PreToolUse`"
  }) as const

describe("renderDisclosure", () => {
  it("says that nothing is run and nobody instructed only where that is so", () => {
    const nothing = "It runs nothing, receives nothing and instructs nothing."
    const text = (members: Record<string, unknown>): string => {
      const declared: JsonValue = JSON.parse(JSON.stringify(feature(members)))
      return renderDisclosure({ ...disclosure(), disclosure: disclose(declared, { egress: [] }) }, eighty)
    }
    assert.include(text({ skills: [], agents: [] }), nothing)
    assert.notInclude(text({ skills: [], agents: ["sample-eye"] }), nothing)
    const contribution = (inline: string) => ({ point: "plan:pre", into: "planner", fragment: { inline } })
    const instructing = text({ contributions: [contribution("Look."), contribution("Look twice.")] })
    assert.notInclude(instructing, nothing)
    const headings = instructing.split("\n").filter((line) => line.trim() === "contribution")
    assert.lengthOf(headings, 2)
  })

  it("groups by class, warns, shows changes, notices and the digest, at 80 columns", () => {
    const text = renderDisclosure(disclosure(), eighty)
    expect(text).toMatchSnapshot()
    // The digest alone is longer, so that it can be copied.
    assert.deepStrictEqual(
      tooWide(text).filter((line) => !line.includes("sha512-")),
      []
    )
  })

  it("is one line per value elsewhere", () => {
    const text = renderDisclosure(disclosure(), plainView)
    expect(text).toMatchSnapshot()
    assert.include(text, "x".repeat(300))
  })

  it("colours nothing but its own words and the diff", () => {
    const text = renderDisclosure(disclosure(), { width: undefined, paint: ansiPaint })
    assert.strictEqual(text.replaceAll(/\u001b\[\d+m/gu, ""), renderDisclosure(disclosure(), plainView))
  })

  it("counts what is beyond its cap, but never a warning", () => {
    const line = (at: number): DisclosureLine => ({
      class: "instruction",
      subject: visible("skill"),
      field: visible("stem"),
      value: visible(`skill-${at}`),
      ...(at === mostLines + 50 ? { warning: visible("look at this") } : {})
    })
    const many = Array.from({ length: mostLines + 100 }, (_, at) => line(at))
    const text = renderDisclosure(disclosure(many), plainView)
    assert.include(text, "look at this")
    assert.match(text, /\(\d+ more facts; /)
    assert.isBelow(text.split("\n").length, mostLines + 100)
  })
})

describe("a hostile manifest at 80 columns", () => {
  it("starts no line with words of its own, by values, names of variables, servers or ids", () => {
    const name = `${"A".repeat(70)} ${"Consent granted ".repeat(20)}`
    const server = { command: name, args: [name], env: { [name]: name } }
    const evil: JsonValue = JSON.parse(JSON.stringify(feature({ mcpServers: { [name]: server } })))
    const text = {
      ...disclosure(),
      id: name,
      version: name,
      source: visible(name),
      disclosure: disclose(evil, { egress: [] })
    }
    const lines = renderDisclosure(text, eighty).split("\n")
    assert.deepStrictEqual(
      tooWide(lines.join("\n")).filter((line) => !/sha512-|, global scope$/.test(line)),
      []
    )
    assert.deepStrictEqual(
      lines.filter((line) => /^\W*(Consent )?granted/.test(line) && !line.includes("| ")),
      []
    )
  })
})

describe("labelled", () => {
  it("goes on behind a bar, so that no value starts a line", () => {
    const value = `${" ".repeat(75)}Consent granted`
    for (const line of labelled("  value  ", value, eighty).slice(1)) assert.match(line, /^ +\| /)
  })

  it("counts wide characters as two", () => {
    assert.deepStrictEqual(tooWide(labelled("", "漢".repeat(100), eighty).join("\n")), [])
  })
})

describe("safe", () => {
  it("escapes what acts on a terminal and leaves backslashes", () => {
    assert.strictEqual(safe("a\u001b[2J\n\\u{1b}"), "a\\u{1b}[2J\\u{a}\\u{1b}")
  })
})

describe("jsonText", () => {
  it("is one line that means the same and shows every hidden character as an escape", () => {
    const value = { text: "\u001b\u009b\u202e\u{e0041}\n漢" }
    const text = jsonText(value)
    assert.deepStrictEqual(JSON.parse(text), value)
    assert.match(text, /^[\u0020-\u007e漢]+$/u)
  })
})

describe("renderList", () => {
  const row: Overlay = {
    id: "sample",
    role: "feature",
    version: "1.0.0",
    tier: "full",
    origin: "overlay",
    scope: "global",
    source: "/home/ada/sample",
    status: "active",
    verifiedAt: "2026-01-02T03:04:05.678Z",
    wired: []
  }
  const rows: ReadonlyArray<Overlay> = [
    row,
    {
      ...row,
      id: "a-capability-with-quite-a-long-name",
      role: "reviewer",
      status: "modified",
      reason: `its files are not as recorded: \`hooks/\u001bguard.sh\` modified, ${"and more ".repeat(12)}`
    },
    { ...row, id: "left", version: "", role: "", status: "inactive", reason: "consent was revoked" }
  ]

  it("has a row each and the reason below, at 80 columns", () => {
    const text = renderList(rows, eighty)
    expect(text).toMatchSnapshot()
    assert.deepStrictEqual(tooWide(text), [])
  })

  it("says so when there is nothing", () => {
    assert.strictEqual(renderList([], eighty), "No capability is installed.")
  })
})

describe("renderError", () => {
  const shown = shownOf(new NotInstalled({ id: "sampel\n", scope: "global", similar: ["sample"] }))

  it("is the message, a blank line, one line per hint", () => {
    expect(renderError(shown, eighty)).toMatchSnapshot()
  })

  it("is a document with the error's own fields as details", () => {
    expect(errorDocument(shown)).toMatchSnapshot()
  })
})

describe("renderDiagnosis", () => {
  const findings = [
    {
      kind: "wiring-missing",
      subject: "/home/ada/settings.json: hook of sample on Stop",
      message: `The hook of sample on Stop is not in /home/ada/${"deep/".repeat(20)}settings.json any more`,
      hint: "`gsd doctor --fix` puts it back after asking",
      fix: "asks"
    },
    { kind: "attention", subject: "x", message: "x was set aside", hint: "Look at it", fix: "none" }
  ] as const

  it("names each finding, what to do, and who may, at 80 columns", () => {
    const text = renderDiagnosis({ findings, healthy: false }, eighty)
    expect(text).toMatchSnapshot()
    assert.deepStrictEqual(tooWide(text), [])
    const coloured = renderDiagnosis({ findings, healthy: false }, { width: 80, paint: ansiPaint })
    assert.strictEqual(coloured.replaceAll(/\u001b\[\d+m/gu, ""), text)
  })

  it("says so when there is none", () => {
    assert.strictEqual(renderDiagnosis({ findings: [], healthy: true }, eighty), "Everything is in order.")
  })
})

describe("the small ones", () => {
  it("receipts, verdicts and records", () => {
    const receipt = {
      status: "upgraded",
      id: "sample",
      version: "1.1.0",
      previousVersion: "1.0.0",
      scope: "global",
      contentHash: "",
      generation: 2,
      wired: [],
      warnings: ["Committed, durability unconfirmed: `syncDirectory` on `/home/ada/.gsd` failed (EIO)"]
    } as const
    expect(renderReceipt(receipt, eighty)).toMatchSnapshot("receipt")
    const member = { id: "sample", scope: "global", verdict: "modified" } as const
    const files = [
      { path: "hooks/guard.sh", state: "modified" },
      { path: "x\n", state: "extra" }
    ] as const
    expect(
      renderVerification({ verdict: "modified", members: [{ ...member, files }] }, eighty)
    ).toMatchSnapshot("verify")
    const record = {
      scope: "global",
      id: "sample",
      digest: "sha512-x",
      contentHash: "",
      egress: [{ slug: "owl", key: "review.host", host: "http://localhost:1234", loopback: true }],
      how: "prompt",
      by: "tty",
      tx: "t",
      at: "2026-01-02T03:04:05.678Z",
      revoked: "2026-01-03T03:04:05.678Z"
    } as const
    expect(renderRecords([record], eighty)).toMatchSnapshot("records")
    const mine = renderRecords([{ ...record, scope: "abc1" }], eighty, "abc1")
    assert.match(mine, /^sample this project \(`--scope project`\): /u)
    assert.match(renderRecords([{ ...record, scope: "abc1" }], eighty, "global"), /another project \(abc1\)/u)
  })
})
