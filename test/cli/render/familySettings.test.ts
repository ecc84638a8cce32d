import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  renderExplainedSetting,
  renderFamilySettings,
  renderReconciled,
  renderSettingsChange
} from "../../../src/cli/render/familySettings.ts"
import { plainPaint, type View } from "../../../src/cli/render/view.ts"
import type { SettingEntry } from "../../../src/domain/family/manifest.ts"
import { reconcileFindings } from "../../../src/domain/family/reconcile.ts"
import { settingsRegistry } from "../../../src/domain/family/registry.ts"
import { placesOf, rowOf, settingRows, settingsFacts } from "../../../src/domain/family/settingsView.ts"
import { familySources } from "../../../src/domain/family/sources.ts"

const views: ReadonlyArray<View> = [
  { width: undefined, paint: plainPaint },
  { width: 40, paint: plainPaint }
]

/** What moves or hides text on a terminal; the line ends are ours. */
const hidden = /[^\P{C}\n]|[\u2028\u2029\p{Default_Ignorable_Code_Point}]/u

const pieces = [
  "\u001b[31m",
  "\u009b2J",
  "\u202E",
  "\u200B",
  "\u2028",
  "\u0000",
  "\u0007",
  "\r",
  "\n",
  "\t",
  "\\u{1b}",
  "5m",
  "=",
  "`",
  " ",
  "\u{E0041}"
] as const
const hostile = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals(pieces)), { maxLength: 12 }),
  (parts) => parts.join("")
)

const entryOf = (text: string): SettingEntry => ({
  key: "ACME_MODE",
  kind: "enum",
  values: [text === "" ? "a" : text],
  default: text === "" ? "a" : text,
  appliesTo: [`acme${text}`],
  effect: `Does ${text}`,
  retired: `Because of everything ${text}`
})

/** Everything that is rendered, with one hostile text wherever a text comes from outside. */
const rendered = (text: string, view: View): ReadonlyArray<string> => {
  const registry = settingsRegistry([
    ...familySources([]),
    {
      name: `acme${text}`,
      kind: "execution-backend",
      trust: "third-party",
      folder: `/skills/${text}`,
      settings: [entryOf(text)],
      networkHosts: [],
      writableDirs: [],
      member: undefined
    }
  ])
  const content = `CODEX_HARD_TIMEOUT=${text}\nX=${text}\nACME_MODE=${text}\n${text}\n`
  const facts = settingsFacts(registry, content, { AGY_HARD_TIMEOUT: text, ACME_MODE: text })
  const [first] = registry.settings
  assert.isDefined(first)
  const file = { path: `/home/${text}/x.conf`, fileState: "unusable", problem: `bad ${text}` } as const
  const warnings: ReadonlyArray<string> = []
  return [
    renderFamilySettings(
      {
        ...file,
        settings: settingRows(facts),
        duplicateKeys: facts.reading.duplicateKeys,
        unknownKeys: facts.reading.unknownKeys,
        malformedLines: facts.reading.malformedLines,
        byteOrderMark: false,
        conflicts: [],
        warnings
      },
      view
    ),
    ...registry.settings.map((one) =>
      renderExplainedSetting(
        {
          ...file,
          key: one.entry.key,
          setting: rowOf(facts, one),
          places: placesOf(facts, one),
          conflicts: [],
          warnings
        },
        view
      )
    ),
    renderExplainedSetting(
      {
        ...file,
        key: text,
        setting: null,
        places: [{ from: "file", line: 1, value: text, taken: false, why: text }],
        conflicts: [],
        warnings
      },
      view
    ),
    renderReconciled({ ...file, findings: reconcileFindings(facts, content), warnings }, view),
    renderSettingsChange(
      {
        path: file.path,
        wrote: false,
        noop: false,
        changes: [{ key: text, before: text, after: text, removedLines: [1] }],
        caveats: [{ key: text, text }],
        envShadows: [{ key: text, text }],
        warnings
      },
      view
    )
  ]
}

describe("what is said of settings", () => {
  it.effect.prop(
    "holds no control character, whatever files, variables and manifests say",
    [hostile],
    ([text]) =>
      Effect.sync(() => {
        for (const view of views)
          for (const one of rendered(text, view)) assert.notMatch(one, hidden, JSON.stringify(one))
      })
  )

  it("says of a retired key that it is retired, in the list and explained", () => {
    const [list = "", ...others] = rendered("", { width: undefined, paint: plainPaint })
    assert.match(list, /AGY_REVIEW_ALLOW_ADDDIR = 0 {2}\[default\] retired/u)
    assert.match(list, /retired, does nothing: Handing/u)
    const explained = others.find((one) => one.startsWith("AGY_REVIEW_ALLOW_ADDDIR"))
    assert.match(explained ?? "", /retired, does nothing: Handing/u)
  })
})
