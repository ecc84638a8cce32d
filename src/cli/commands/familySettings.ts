import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type { SettingChange } from "../../domain/family/settingsChange.ts"
import { exitCode } from "../../domain/hinted.ts"
import { Concluded } from "../errors.ts"
import { Json, withoutVersion } from "../globals.ts"
import {
  renderExplainedSetting,
  renderFamilySettings,
  renderReconciled,
  renderSettingsChange
} from "../render/familySettings.ts"
import { inFamily, print } from "../verb.ts"
import { memberFlag } from "./familyFlags.ts"
import { load } from "./flags.ts"
import { refuse } from "./reviewFlags.ts"
import { warn } from "./reviewListening.ts"

const settingsVerb = Command.make("settings").pipe(Command.withSharedFlags({ member: memberFlag }))

const looking = () => import("../../pipelines/familySettings.ts")
const changing = () => import("../../pipelines/familySettingsChange.ts")

const apply = Flag.Boolean("apply").pipe(
  Flag.withDescription("Write the file; without it, only say what would change"),
  Flag.withDefault(false),
  Flag.withoutNegation
)

const repair = (description: string) =>
  Flag.Boolean("repair").pipe(
    Flag.withDescription(description),
    Flag.withDefault(false),
    Flag.withoutNegation
  )

/** What every verb of settings shares. */
const common = Effect.gen(function* () {
  yield* withoutVersion
  const { member } = yield* settingsVerb
  return { json: yield* Json, members: member }
})

const explain = Command.make(
  "explain",
  { key: Argument.String("key").pipe(Argument.withDescription("Key of the settings file")) },
  Effect.fnUntraced(function* ({ key }) {
    const { json, members } = yield* common
    const pipeline = yield* load(looking)
    const explained = yield* inFamily(pipeline.familySettingExplain(key, members))
    yield* print({ json }, explained, renderExplainedSetting)
    yield* warn(explained.warnings)
  })
).pipe(
  Command.withDescription("Say where the value of a key comes from, and why other places do not count"),
  Command.withExamples([
    { command: "gsd family settings explain CODEX_HARD_TIMEOUT", description: "Variable, lines, default" }
  ])
)

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/u

/** Each key once, each the name of a variable. */
const checked = Effect.fnUntraced(function* (command: string, changes: ReadonlyArray<SettingChange>) {
  const keys = changes.map(({ key }) => key)
  const odd = keys.find((key) => !variableName.test(key))
  if (odd !== undefined) return yield* refuse(command, `\`${odd}\` is no name of a variable`)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) return yield* refuse(command, `\`${twice}\` is named twice`)
  return changes
})

const setCommand = "gsd family settings set"

const assignmentsOf = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  const bare = texts.find((text) => !text.includes("="))
  if (bare !== undefined) return yield* refuse(setCommand, `\`${bare}\` has no \`=\``)
  return texts.map((text): SettingChange => {
    const at = text.indexOf("=")
    return { _tag: "Set", key: text.slice(0, at), value: text.slice(at + 1) }
  })
})

const change = Effect.fnUntraced(function* (
  changes: ReadonlyArray<SettingChange>,
  flags: { readonly apply: boolean; readonly repair: boolean }
) {
  const { json, members } = yield* common
  const pipeline = yield* load(changing)
  const changed = yield* inFamily(pipeline.familySettingsChange({ changes, members, ...flags }))
  yield* print({ json }, changed, renderSettingsChange)
  yield* warn(changed.warnings)
})

const set = Command.make(
  "set",
  {
    assignments: Argument.variadic(
      Argument.String("key=value").pipe(Argument.withDescription("Key and its new value")),
      { min: 1 }
    ),
    apply,
    repair: repair("Take out all but the last line of a key that is set more than once")
  },
  Effect.fnUntraced(function* (input) {
    const changes = yield* checked(setCommand, yield* assignmentsOf(input.assignments))
    yield* change(changes, input)
  })
).pipe(
  Command.withDescription("Set keys of the settings file, all in one write; a preview without --apply"),
  Command.withExamples([
    { command: "gsd family settings set CODEX_HARD_TIMEOUT=900", description: "What would change" },
    { command: "gsd family settings set CODEX_HARD_TIMEOUT=900 --apply", description: "Change it" }
  ])
)

const unset = Command.make(
  "unset",
  {
    keys: Argument.variadic(Argument.String("key").pipe(Argument.withDescription("Key to take out")), {
      min: 1
    }),
    apply
  },
  Effect.fnUntraced(function* (input) {
    const changes = input.keys.map((key): SettingChange => ({ _tag: "Unset", key }))
    yield* change(yield* checked("gsd family settings unset", changes), {
      apply: input.apply,
      repair: false
    })
  })
).pipe(
  Command.withDescription("Take keys out of the settings file, retired and unknown ones too"),
  Command.withExamples([
    { command: "gsd family settings unset AGY_REVIEW_ALLOW_ADDDIR --apply", description: "A retired key" }
  ])
)

const reconcileCommand = "gsd family settings reconcile"

const reconcileFlags = {
  check: Flag.Boolean("check").pipe(
    Flag.withDescription("Fail when anything is found"),
    Flag.withDefault(false),
    Flag.withoutNegation
  ),
  repair: repair("Take out all but the last line of every key that is set more than once"),
  apply
}

const reconcile = Command.make(
  "reconcile",
  reconcileFlags,
  Effect.fnUntraced(function* (input) {
    if (input.apply && !input.repair)
      return yield* refuse(reconcileCommand, "`--apply` stands beside `--repair`")
    if (input.check && input.repair)
      return yield* refuse(reconcileCommand, "`--check` writes nothing; leave `--repair` out")
    const { json, members } = yield* common
    if (input.repair) {
      const pipeline = yield* load(changing)
      const changed = yield* inFamily(pipeline.familySettingsRepair({ apply: input.apply, members }))
      yield* print({ json }, changed, renderSettingsChange)
      return yield* warn(changed.warnings)
    }
    const pipeline = yield* load(() => import("../../pipelines/familySettingsReconcile.ts"))
    const reconciled = yield* inFamily(pipeline.familySettingsReconcile(members))
    yield* print({ json }, reconciled, renderReconciled)
    yield* warn(reconciled.warnings)
    if (input.check && reconciled.findings.length > 0) return yield* new Concluded({ code: exitCode.refused })
  })
).pipe(
  Command.withDescription("Find what in the settings file fits no member any more"),
  Command.withExamples([
    { command: "gsd family settings reconcile --check", description: "For CI: exit 4 when anything is found" }
  ])
)

/** `gsd family settings [explain|set|unset|reconcile]`. */
export const familySettings = settingsVerb.pipe(
  Command.withHandler(
    Effect.fnUntraced(function* (input) {
      yield* withoutVersion
      const json = yield* Json
      const pipeline = yield* load(looking)
      const report = yield* inFamily(pipeline.familySettings(input.member))
      yield* print({ json }, report, renderFamilySettings)
      yield* warn(report.warnings)
    })
  ),
  Command.withDescription("Show the settings of the family with their values, and change them"),
  Command.withSubcommands([explain, set, unset, reconcile]),
  Command.withExamples([
    { command: "gsd family settings", description: "Every key, its value and where that comes from" },
    { command: "gsd family settings --json", description: "The same as one JSON document" }
  ])
)
