import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { SettingsFacts, WiringFacts } from "../../domain/doctor/judgeWiring.ts"
import type { FileRecord } from "../../domain/ledger/fileRecord.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { parentOf, type LedgerScope } from "../../domain/paths.ts"
import { ownOf, withElsewhere } from "../../domain/settings/elsewhere.ts"
import { commandOf } from "../../domain/settings/entryOf.ts"
import type { FileWiring } from "../../domain/settings/FileWiring.ts"
import { scriptHooksIn, type ScriptHook } from "../../domain/settings/hooksIn.ts"
import { inspect as inspectFile } from "../../domain/settings/inspect.ts"
import { ForeignFiles } from "../../services/ForeignFiles.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { wiredElsewhere } from "../wiring/elsewhere.ts"
import { standsAt } from "./looking.ts"
import { standings, untold } from "./acting.ts"

const looked = Effect.fnUntraced(function* (hook: ScriptHook) {
  return { ...hook, exists: Option.isSome(yield* standsAt(hook.script)) }
})

const ownersOf = (elsewhere: ReadonlyArray<FileWiring>): ReadonlyMap<string, string> =>
  new Map(
    elsewhere.flatMap(({ entries }) => entries.map((entry) => [commandOf(entry), entry.owner] as const))
  )

const unusable = (file: string, problem: string): SettingsFacts => ({
  file,
  problem,
  found: [],
  elsewhere: new Map(),
  hooks: [],
  hasFolder: true
})

/** What stands in one recorded settings file. One in which nothing of ours shall be, and that cannot be read, is nobody's trouble. */
const settingsFacts = Effect.fnUntraced(function* (
  file: string,
  record: FileRecord,
  elsewhere: ReadonlyArray<FileWiring>
) {
  const foreign = yield* ForeignFiles
  const isNeeded = record.wiring !== undefined
  const target = yield* Effect.result(foreign.read(file))
  if (Result.isFailure(target)) return isNeeded ? [unusable(file, target.failure.message)] : []
  const document = { file, bytes: target.success.bytes, strict: false }
  const found = inspectFile(document, withElsewhere(record.wiring, elsewhere), record.removed)
  if (Result.isFailure(found)) return isNeeded ? [unusable(file, found.failure.message)] : []
  const hooks = Result.getOrElse(scriptHooksIn(document), () => [])
  return [
    {
      file,
      found: ownOf(found.success),
      elsewhere: ownersOf(elsewhere),
      hooks: yield* Effect.forEach(hooks, looked),
      hasFolder: Option.isSome(yield* standsAt(parentOf(file)))
    } satisfies SettingsFacts
  ]
})

/** Looks at every settings file that a ledger records. */
export const wiringFacts = Effect.fn("doctor.wiring")(function* (scope: LedgerScope, ledger: LedgerState) {
  const { paths } = yield* GsdHome
  const elsewhere = yield* Effect.orElseSucceed(wiredElsewhere(scope), () => () => [])
  const files = yield* Effect.forEach(ledger.files, ([file, record]) =>
    settingsFacts(file, record, elsewhere(file))
  )
  return {
    files: files.flat(),
    ...(yield* Effect.orElseSucceed(standings(scope, ledger), () => untold)),
    store: paths.store
  } satisfies WiringFacts
})
