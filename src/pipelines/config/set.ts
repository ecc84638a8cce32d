import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { judgeAssignments, judgeEdited } from "../../domain/config/change.ts"
import { setKeys, unsetKey } from "../../domain/config/edit.ts"
import { valueInForce, type ConfigValue } from "../../domain/config/explain.ts"
import type { Assignment } from "../../domain/config/flags.ts"
import { judgeName, knownKey, type KnownKey } from "../../domain/config/key.ts"
import { valueAt } from "../../domain/config/resolve.ts"
import { parseValue } from "../../domain/config/value.ts"
import type { Registry } from "../../domain/registry/Registry.ts"
import { Config, type ConfigTarget, type ConfigWritten } from "../../services/Config.ts"
import { GsdHome } from "../../services/GsdHome.ts"
import { loopContext } from "../loop/context.ts"
import type { LoopWanted } from "../loop/here.ts"

/** Which file is written, and how long the lock is waited for. */
export interface ConfigChange {
  /** Undefined: the project's where there is one, else the user's. */
  readonly target: ConfigTarget | undefined
  /** Longest wait for the lock. */
  readonly wait: Duration.Duration
}

/** JSON of `config set` and `config unset`. */
export interface ConfigChanged extends ConfigWritten {
  readonly key: string
  /** What is in force now, whatever the file says. */
  readonly now: ConfigValue
}

const targetOf = Effect.fnUntraced(function* ({ target }: ConfigChange) {
  const { project } = yield* GsdHome
  const usual: ConfigTarget = { origin: Option.isSome(project) ? "project" : "user" }
  return target ?? usual
})

/** The context of what a change is judged by: that of the workstream it is made in. */
export const wantedFor = ({ target }: ConfigChange): LoopWanted =>
  target?.origin === "workstream" ? { workstream: target.name } : {}

/** Writes assignments that are typed already, after a look at what whoever reads them would refuse; all or none. */
export const writeAssignments = Effect.fn("config.writeAssignments")(function* (
  registry: Pick<Registry, "members">,
  assignments: ReadonlyArray<Assignment>,
  change: ConfigChange
) {
  const config = yield* Config
  const target = yield* targetOf(change)
  const judged = yield* Effect.fromResult(judgeAssignments(registry, assignments))
  const values = judged.map(({ known: { key }, value }) => ({ key, value }))
  return yield* config.edit(target, change.wait, (document) =>
    Result.flatMap(setKeys(document, values), (bytes) => judgeEdited(target.origin, document.file, bytes))
  )
})

const inForceNow = Effect.fnUntraced(function* (change: ConfigChange, known: KnownKey) {
  const config = yield* Config
  return valueInForce(yield* config.layers(wantedFor(change)), known)
})

/** Sets one key, its value typed by whoever declares it. */
export const configSet = Effect.fn("config.set")(function* (key: string, text: string, change: ConfigChange) {
  const context = yield* loopContext(wantedFor(change))
  const known = yield* Effect.fromResult(knownKey(context.keys, key))
  const value = yield* Effect.fromResult(parseValue(known, text))
  const written = yield* writeAssignments(context.registry, [{ known, value }], change)
  return { key, ...written, now: yield* inForceNow(change, known) } satisfies ConfigChanged
})

/** Takes one key out of a file; also one that nobody knows any more, where the file sets it. */
export const configUnset = Effect.fn("config.unset")(function* (key: string, change: ConfigChange) {
  const config = yield* Config
  const context = yield* loopContext(wantedFor(change))
  const target = yield* targetOf(change)
  const name = yield* Effect.fromResult(judgeName(key))
  const isSet = context.layers.some(
    ({ document, origin }) => origin === target.origin && valueAt(document, name) !== undefined
  )
  const known = knownKey(context.keys, name)
  if (!isSet) yield* Effect.fromResult(known)
  const written = yield* config.edit(target, change.wait, (document) => unsetKey(document, name))
  const left = Result.getOrElse(known, () => ({ key: name, owner: undefined, entry: undefined }))
  return { key: name, ...written, now: yield* inForceNow(change, left) } satisfies ConfigChanged
})
