import { assert, describe, it } from "@effect/vitest"
import { allowedDirs, allowedHosts } from "../../../src/domain/family/allowances.ts"
import { judgeFamilyManifest } from "../../../src/domain/family/judge.ts"
import { memberOf } from "../../../src/domain/family/memberOf.ts"
import { hasModes, modesOf } from "../../../src/domain/family/modes.ts"
import { allowedLabel, proceduresOf } from "../../../src/domain/family/procedures.ts"
import { familySources, type LocatedMember } from "../../../src/domain/family/sources.ts"
import { acmeManifest, realManifest } from "../../support/familyMembers.ts"

const located = (value: unknown, trust: LocatedMember["trust"] = "installed"): LocatedMember => {
  const { manifest } = judgeFamilyManifest({ value, findings: [] })
  assert.isDefined(manifest)
  return { folder: "/home/ada/skills/one", trust, member: memberOf(manifest) }
}

const codex = located(realManifest("codex-cli-bridge"))
const agy = located(realManifest("antigravity-cli-bridge"))

describe("modesOf", () => {
  it("composes forms by reference and names their operands", () => {
    const resume = modesOf(codex).modes.find(({ key }) => key === "exec.resume")
    assert.deepInclude(resume, { role: "execute", command: "codex-exec", submode: null })
    assert.deepStrictEqual(resume?.forms, [
      {
        form: "codex-exec --resume <session-id> [--nonce <n>] <plan-file|->",
        isTemplate: true,
        required: ["<session-id>", "<plan-file|->"],
        optional: ["[--nonce <n>]"],
        source: "contract.continue/1"
      }
    ])
  })

  it("calls a form without slots no template, and a hook by its descriptor", () => {
    const hook = modesOf(codex).modes.find(({ kind }) => kind === "env-hook")
    assert.deepStrictEqual(hook?.forms, [
      {
        form: "CODEX_PROBE=1 codex-review code",
        isTemplate: false,
        required: [],
        optional: [],
        source: "descriptor"
      }
    ])
    assert.isNull(hook?.command)
  })

  it("tells enforced from advisory, with the condition where there is one", () => {
    const run = modesOf(agy).modes.find(({ key }) => key === "run")
    assert.deepStrictEqual(
      run?.guardrails.map(({ condition, enforcement }) => [enforcement, condition !== null]),
      [
        ["enforced", false],
        ["advisory", false],
        ["enforced", true],
        ["enforced", false],
        ["advisory", false]
      ]
    )
    assert.deepStrictEqual(run?.customHooks, ["run"])
  })

  it("knows who has modes: bridges, also those without a catalog, and no placeholder", () => {
    assert.deepStrictEqual(
      [
        codex,
        located(acmeManifest()),
        located(acmeManifest({ available: false })),
        located(realManifest("agent-workflow-kit"))
      ].map(hasModes),
      [true, true, false, false]
    )
    assert.isFalse(modesOf(located(acmeManifest())).hasCatalog)
  })
})

describe("proceduresOf", () => {
  it("names the settings of each command, and the retired ones with the reason", () => {
    const found = proceduresOf([agy], "review")
    assert.deepStrictEqual(
      found.map(({ command, settings }) => [
        command,
        settings.map(({ allowed, key, retired }) => [key, allowed, retired === null])
      ]),
      [
        [
          "agy-review",
          [
            ["AGY_HARD_TIMEOUT", "duration such as 90s, 30m, 1.5h or 2d", true],
            ["AGY_REVIEW_ALLOW_ADDDIR", null, false],
            ["AGY_REVIEW_MAX_TOTAL_BYTES", "integer 1..100000000", true]
          ]
        ]
      ]
    )
  })

  it("tells roles in the order of the vocabulary, those without a contract too, and nothing of a placeholder", () => {
    const all = proceduresOf([codex, agy, located(acmeManifest({ available: false }))])
    assert.deepStrictEqual(
      all.map(({ contract, member, role }) => [member, role, contract !== null]),
      [
        ["codex-cli-bridge", "execute", true],
        ["codex-cli-bridge", "review", true],
        ["antigravity-cli-bridge", "review", true],
        ["antigravity-cli-bridge", "probe", false]
      ]
    )
  })

  it("labels allowed values", () => {
    const common = { key: "A", default: null, appliesTo: ["a"], effect: "x" }
    assert.deepStrictEqual(
      [
        allowedLabel({ ...common, kind: "enum", values: ["a", 'b"'] }),
        allowedLabel({ ...common, kind: "integer", min: 1, max: 9 }),
        allowedLabel({ ...common, kind: "boolean" })
      ],
      ['"a" | "b\\""', "integer 1..9", '"0" | "1"']
    )
  })
})

describe("allowances", () => {
  const other = located(
    acmeManifest({
      networkHosts: ["ChatGPT.com", "acme.example"],
      writableDirs: [
        { env: "ACME_HOME", default: "~/.acme" },
        { env: null, default: "~/.codex" }
      ]
    }),
    "third-party"
  )
  const sources = familySources([codex, other])

  it("are the union of hosts, letter case aside each once, with everybody who names them", () => {
    assert.deepStrictEqual(
      allowedHosts(sources).map(({ host, sources: by }) => [
        host,
        by.map(({ member, trust }) => `${member} ${trust}`)
      ]),
      [
        ["chatgpt.com", ["codex-cli-bridge installed", "acme-bridge third-party"]],
        ["*.chatgpt.com", ["codex-cli-bridge installed"]],
        ["*.googleapis.com", ["antigravity-cli-bridge bundled"]],
        ["accounts.google.com", ["antigravity-cli-bridge bundled"]],
        ["antigravity-unleash.goog", ["antigravity-cli-bridge bundled"]],
        ["lh3.googleusercontent.com", ["antigravity-cli-bridge bundled"]],
        ["acme.example", ["acme-bridge third-party"]]
      ]
    )
  })

  it("are the union of directories, resolved for the project, with the variable that decides", () => {
    const env = { ACME_HOME: "state", CODEX_HOME: "" }
    assert.deepStrictEqual(
      allowedDirs(sources, { env, cwd: "/projects/shop", home: "/home/ada" }).map(
        ({ directory, sources: by }) => [directory, by.map(({ member, variable }) => [member, variable])]
      ),
      [
        [
          "~/.codex",
          [
            ["codex-cli-bridge", null],
            ["acme-bridge", null]
          ]
        ],
        ["~/.gemini/antigravity-cli", [["antigravity-cli-bridge", null]]],
        ["/projects/shop/state", [["acme-bridge", "ACME_HOME"]]]
      ]
    )
  })
})
