import * as Result from "effect/Result"
import type { Contribution, Gate, Step } from "../capability/schema/loopHooks.ts"
import type { JsonValue } from "../json/value.ts"
import type { Owned } from "../registry/Registry.ts"
import { fragmentOf } from "./fragment.ts"
import { hookId, type ActiveContribution, type ActiveGate, type ActiveStep } from "./hook.ts"
import { foreignKeys, type ValueOf } from "./switch.ts"
import type { LoopMember } from "./view.ts"

const whenOf = ({ when }: { readonly when?: string }): { readonly when?: string } =>
  when === undefined ? {} : { when }

const missing = (unsatisfied: ReadonlyArray<string>): { readonly unsatisfied?: ReadonlyArray<string> } =>
  unsatisfied.length === 0 ? {} : { unsatisfied }

/** What was found out of a hook beside its manifest. */
export interface Looked {
  readonly fragment: string | undefined
  readonly unsatisfied: ReadonlyArray<string>
}

/** A step as those who run it are told of it. Only a literal true says that reviewer lanes may take part. */
export const activeStep = (
  { hook, id, index }: Owned<Step>,
  { fragment, unsatisfied }: Looked
): ActiveStep => ({
  kind: "step",
  hook: hookId(id, "step", index),
  capId: id,
  index,
  ...whenOf(hook),
  ref: hook.ref,
  produces: hook.produces,
  consumes: hook.consumes,
  ...missing(unsatisfied),
  onError: hook.onError,
  ...(fragment === undefined ? {} : { fragment }),
  ...(hook.supportsReviewerLanes === true ? { supportsReviewerLanes: true } : {})
})

const valuesOf = (
  names: Readonly<Record<string, string>> | undefined,
  valueOf: ValueOf
): { readonly configValues?: Readonly<Record<string, JsonValue>> } => {
  if (names === undefined) return {}
  const values = Object.entries(names).flatMap(([alias, key]): ReadonlyArray<[string, JsonValue]> => {
    const { value } = valueOf(key)
    return value === undefined ? [] : [[alias, value]]
  })
  return { configValues: Object.fromEntries(values) }
}

/** What a contribution asks for and is not given, a sentence each without a period. */
export const withheldValues = (
  { hook, id, index }: Owned<Contribution>,
  manifest: LoopMember["manifest"] | undefined
): ReadonlyArray<string> =>
  foreignKeys(manifest, Object.values(hook.configValues ?? {})).map(
    (key) =>
      `\`${hookId(id, "contribution", index)}\` is not given \`${key}\`, which is no configuration key of \`${id}\``
  )

/** A contribution likewise, with the values of configuration that its text is given; one that nothing sets is left out. */
export const activeContribution = (
  { hook, id, index }: Owned<Contribution>,
  { fragment = "", unsatisfied }: Looked,
  valueOf: ValueOf
): ActiveContribution => ({
  kind: "contribution",
  hook: hookId(id, "contribution", index),
  capId: id,
  index,
  ...whenOf(hook),
  into: hook.into,
  produces: hook.produces,
  consumes: hook.consumes,
  ...missing(unsatisfied),
  ...(hook.onError === undefined ? {} : { onError: hook.onError }),
  fragment,
  ...valuesOf(hook.configValues, valueOf)
})

/** What a gate asks, the text for an agent safe to hand on; fails with why it is not, as a sentence. */
export const checkOf = ({ check }: Pick<Gate, "check">): Result.Result<Gate["check"], string> =>
  "agentVerdict" in check
    ? Result.mapBoth(fragmentOf(check.agentVerdict.prompt), {
        onSuccess: (prompt) => ({ agentVerdict: { ...check.agentVerdict, prompt } }),
        onFailure: (problem) => `its prompt cannot be used: ${problem}`
      })
    : Result.succeed(check)

/** A gate likewise. The verdict of an agent never holds the loop. */
export const activeGate = ({ hook, id, index }: Owned<Gate>, check: Gate["check"]): ActiveGate => ({
  kind: "gate",
  hook: hookId(id, "gate", index),
  capId: id,
  index,
  ...whenOf(hook),
  check,
  blocking: hook.blocking && !("agentVerdict" in check),
  onError: hook.onError
})
