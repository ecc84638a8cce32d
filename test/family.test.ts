import { assert, describe, it } from "@effect/vitest"
import * as family from "../src/family.ts"

describe("gsd-engine/family", () => {
  it("exports the pure parts under the names that the issue gives them", () => {
    const { formSlots, isSettingValue, readSettings, resolveDetectDir, resolveWritableDir, settingsFile } =
      family
    assert.strictEqual(
      resolveWritableDir({
        entry: { env: "ACME_HOME", default: "~/.acme" },
        env: { ACME_HOME: "state" },
        cwd: "/projects/shop",
        home: "/home/ada"
      }),
      "/projects/shop/state"
    )
    assert.strictEqual(
      resolveDetectDir({ env: null, default: "~/.skills/acme", environment: {}, home: "/home/ada" }),
      "/home/ada/.skills/acme"
    )
    assert.isTrue(isSettingValue({ kind: "duration" }, "5m"))
    const registry = [{ key: "ACME_TIMEOUT", kind: "duration" as const }]
    const { effective } = readSettings({ registry, text: "ACME_TIMEOUT=5m\n", environment: {} })
    assert.deepStrictEqual(effective, { ACME_TIMEOUT: { value: "5m", source: "file" } })
    assert.strictEqual(
      settingsFile({ env: {}, home: "/home/ada" }),
      "/home/ada/.config/agent-workflow/bridge-settings.conf"
    )
    assert.deepStrictEqual(formSlots("acme-run <prompt>"), ["<prompt>"])
  })
})
