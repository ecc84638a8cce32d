import { assert, describe, it } from "vitest"
import { gsd } from "../../src/cli/commands/gsd.ts"
import { fastPath } from "../../src/cli/fastPath.ts"
import { commandWords } from "../../src/cli/telemetryCommand.ts"
import { isTold, telemetryFlags } from "../../src/cli/telemetryFlags.ts"

describe("telemetryFlags", () => {
  for (const [line, expected] of [
    ["capability list", { offline: false }],
    ["capability list --trace out.json", { trace: "out.json", offline: false }],
    ["--trace=a=b capability list --offline", { trace: "a=b", offline: true }],
    [
      "capability list --log-format json --log-level warning",
      { format: "json", level: "Warn", offline: false }
    ],
    ["capability list --log-format xml --log-level loud", { offline: false }],
    ["capability list --trace --json", { offline: false }],
    ["capability list --trace", { offline: false }],
    ["--root /r --project=/p doctor", { root: "/r", project: "/p", offline: false }],
    ["x -- audit --trace out.json --log-format json --offline", { offline: false }]
  ] as const)
    it(`reads \`${line}\``, () => {
      assert.deepStrictEqual(telemetryFlags(line.split(" ")), expected)
    })

  it("tells nobody of a run that says nothing", () => {
    assert.isFalse(isTold(telemetryFlags(["capability", "list"]), new Map()))
    for (const flag of ["--trace=t", "--log-format=json", "--log-level=info"])
      assert.isTrue(isTold(telemetryFlags(["capability", "list", flag]), new Map()))
    assert.isTrue(
      isTold(telemetryFlags([]), new Map([["OTEL_EXPORTER_OTLP_ENDPOINT", "http://host.example"]]))
    )
  })

  it("are left to the whole program by the fast path", () => {
    assert.isDefined(fastPath(["capability", "list"]))
    for (const flag of ["--trace=t", "--log-format=json"])
      assert.isUndefined(fastPath(["capability", "list", flag]))
  })
})

describe("commandWords", () => {
  for (const [line, words] of [
    ["capability install https://ada:sesame@host.example/x.tgz", "capability install"],
    ["--root /r cap ls --json", "capability list"],
    ["--trace capability review --plan PLAN.md", "review"],
    ["x audit-open list", "x"],
    ["nothing of ours", ""],
    ["", ""]
  ] as const)
    it(`of \`${line}\` are \`${words}\``, () => {
      assert.strictEqual(commandWords(gsd("1.0.0"), line.split(" ")), words)
    })
})
