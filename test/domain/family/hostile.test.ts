import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { familyAnnotations } from "../../../src/cli/render/familyReports.ts"
import { memberFile } from "../../../src/domain/family/judgeFiles.ts"
import { withFileFindings } from "../../../src/domain/family/verdict.ts"
import { familyText, judgeFamilyManifest } from "../../../src/domain/family/judge.ts"
import { isSettingValue } from "../../../src/domain/family/settingValue.ts"
import { settingsFile } from "../../../src/domain/family/settingsText.ts"
import { authoritativeVersion, skillVersion } from "../../../src/domain/family/version.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const judged = (text: string) => {
  const read = familyText(bytes(text))
  return Result.isSuccess(read)
    ? judgeFamilyManifest(read.success)
    : { result: "invalid", findings: [read.failure] }
}

const manifest = (more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    family: "agent-workflow",
    schema: 1,
    name: "a",
    kind: "execution-backend",
    version: "1.0.0",
    provides: ["review"],
    roles: { review: { cmd: "a-review", source: "bin/a.sh" } },
    ...more
  })

const beside = (member: string): string => manifest().replace('"name"', `${member},"name"`)

describe("what JSON.parse reads is read", () => {
  it.each([
    ["half of a surrogate pair", '"cost":"\\ud800"'],
    ["half of a surrogate pair behind a key that stands twice", '"name":"b","cost":"\\udc00"'],
    ["a number that no double holds", '"cost":1e400'],
    ["objects that nest deeper than other manifests may", `"cost":${"[".repeat(300)}${"]".repeat(300)}`]
  ])("%s", (_, member) => {
    expect(judged(beside(member)).result).toBe("valid")
  })

  it("a schema number that no double holds is one that is not understood", () => {
    expect(judged('{"schema":1e400}').result).toBe("unsupported")
  })

  it.each(["\uFEFF", '\uFEFF{"cost":1,'])(
    "but not a byte order mark, keys that stand twice or not: %j",
    (head) => {
      const text = `${head}${head.endsWith(",") ? manifest({ cost: 2 }).slice(1) : manifest()}`
      const { findings, result } = judged(text)
      expect([result, findings[0]?.message]).toStrictEqual([
        "invalid",
        "The file starts with a byte order mark"
      ])
    }
  )

  it("nor what is too deep behind a key that stands twice", () => {
    const text = beside(`"name":"b","cost":${"[".repeat(200_000)}${"]".repeat(200_000)}`)
    expect(judged(text).findings.map(({ code }) => code)).toStrictEqual(["manifest.json"])
  })
})

const numbered = (count: number, head: string, tail = ""): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, at) => `${head}${at}${tail}`)
/** Compared pair by pair, these take minutes. */
const many = 100_000
const some = 30_000
const mode = { purpose: "p", whenToUse: ["w"], descriptor: "d" }
const setting = { key: "K", kind: "enum", default: null, appliesTo: ["a-review"], effect: "e" }
const arms = numbered(some, "m")

describe("long lists take time in proportion", () => {
  it.each([
    ["hosts", manifest({ networkHosts: numbered(many, "h", ".example") })],
    [
      "directories",
      manifest({ writableDirs: numbered(many, "/d").map((path) => ({ env: null, default: path })) })
    ],
    ["values", manifest({ settings: [{ ...setting, values: numbered(many, "v") }] })],
    [
      "hooks of one mode",
      manifest({
        modeCatalog: [
          { ...mode, key: "m", kind: "primary", role: "review", customHooks: numbered(some, "H") },
          ...numbered(some, "H").map((key) => ({ ...mode, key, kind: "env-hook", parents: ["m"] }))
        ]
      })
    ],
    [
      "arms of one role",
      manifest({
        roles: { review: { cmd: "a-review", source: "b", modes: arms } },
        modeCatalog: arms.map((submode) => ({
          ...mode,
          key: submode,
          kind: "primary",
          role: "review",
          submode
        }))
      })
    ]
  ])("%s", { timeout: 10_000 }, (_, text) => {
    expect(judged(text).result).toBe("valid")
  })
})

const front = (lines: string, end = "---"): string => `---\n${lines}\n${end}\nbody\n`

describe("versions of SKILL.md", () => {
  it.each([
    ["blanks behind the end", front("metadata:\n  version: 1.2.3", "---  ")],
    ["more hyphens at the end", front("metadata:\n  version: 1.2.3", "----")],
    ["a comment at the margin", front("metadata:\n  author: a\n# more\n  version: 1.2.3")],
    ["a comment deeper than the block", front("metadata:\n    # first\n  version: 1.2.3")],
    ["an inline map as JSON", front('metadata: {"author": "a", "version": "1.2.3"}')],
    ["a byte order mark", `\uFEFF${front("metadata:\n  version: 1.2.3")}`],
    ["a line that is no version before it", front("metadata:\n  version: x\n  version: 1.2.3")]
  ])("%s", (_, text) => {
    expect(skillVersion(text)).toStrictEqual(Result.succeed("1.2.3"))
  })

  it("leading zeros are compared as they are written", () => {
    expect(skillVersion(front("metadata:\n  version: 2026.01.05"))).toStrictEqual(
      Result.succeed("2026.01.05")
    )
  })

  it("bytes elsewhere that are no UTF-8 do not matter", () => {
    const skill = Uint8Array.from([...bytes(front("metadata:\n  version: 1.2.3")), 0xe9])
    expect(authoritativeVersion({ packageJson: undefined, skill })).toStrictEqual(Result.succeed("1.2.3"))
    const packageJson = Uint8Array.from([...bytes('{"version":"1.2.3","by":"'), 0xe9, ...bytes('"}')])
    expect(authoritativeVersion({ packageJson, skill: undefined })).toStrictEqual(Result.succeed("1.2.3"))
  })

  it("a package.json with a byte order mark is no JSON, and decides", () => {
    const files = {
      packageJson: bytes('\uFEFF{"version":"1.2.3"}'),
      skill: bytes(front("metadata:\n  version: 1.2.3"))
    }
    expect(Result.isFailure(authoritativeVersion(files))).toBe(true)
  })
})

describe("pure parts", () => {
  it("what is no text is no value of a setting", () => {
    expect(isSettingValue({ kind: "integer", min: 1, max: 9 }, 5)).toBe(false)
    expect(isSettingValue({ kind: "duration" }, ["5m"])).toBe(false)
  })

  it("a home with a slash at its end", () => {
    expect(settingsFile({ env: {}, home: "/home/ada/" })).toBe(
      "/home/ada/.config/agent-workflow/bridge-settings.conf"
    )
  })

  it("no folder at all is not the root", () => {
    expect(memberFile("", "capability.json")).toBe("")
    expect(memberFile("/", "capability.json")).toBe("/capability.json")
    expect(memberFile("a//", "capability.json")).toBe("a/capability.json")
  })
})

const error = (pointer: string) =>
  ({ code: "c", severity: "error", pointer, message: "m", hint: "h" }) as const

describe("findings", () => {
  it("point behind entries that are no text", () => {
    const hook = { ...mode, key: "H", kind: "env-hook", parents: [1, "m", "m"] }
    const modeCatalog = [{ ...mode, key: "m", kind: "primary", role: "review", customHooks: ["H"] }, hook]
    const text = manifest({ networkHosts: [1, "a.b", "a.b"], provides: [1, "review", "review"], modeCatalog })
    const pointers = judged(text).findings.map(({ pointer }) => pointer)
    expect(pointers).toStrictEqual(
      expect.arrayContaining(["/networkHosts/2", "/modeCatalog/1/parents/2", "/provides/2"])
    )
  })

  it("of a huge manifest's shape: the first", { timeout: 10_000 }, () => {
    const text = manifest({ provides: Array.from({ length: 3_000_000 }, () => 1) })
    expect(judged(text).findings.map(({ code, pointer }) => [code, pointer])).toContainEqual([
      "provides",
      "/provides/0"
    ])
  })

  it("of files hide behind those of their place, but not behind the whole or a name that begins alike", () => {
    const judgedBefore = { findings: [error(""), error("/roles/a")], result: "invalid" } as const
    const more = ["/roles/a", "/roles/a/source", "/roles/ab/source"].map(error)
    const { findings } = withFileFindings(judgedBefore, more)
    expect(findings.map(({ pointer }) => pointer)).toStrictEqual(["", "/roles/a", "/roles/ab/source"])
  })

  it("of files hide in linear time", { timeout: 10_000 }, () => {
    const before = { findings: numbered(many, "/roles/a").map(error), result: "invalid" } as const
    const more = numbered(many, "/roles/a", "/source").map(error)
    expect(withFileFindings(before, more).findings).toHaveLength(many)
  })

  it("as annotations hold no control character of the folder's name", () => {
    const report = {
      path: "a\u001b[31m,b\\c",
      result: "invalid",
      name: null,
      kind: null,
      findings: [error("")]
    } as const
    expect(familyAnnotations([report])).toStrictEqual([
      "::error file=a\\u{1b}[31m%2Cb\\c/capability.json,title=c::m"
    ])
  })
})
