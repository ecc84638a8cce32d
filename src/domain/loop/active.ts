import type { Contribution, Gate, Step } from "../capability/schema/loopHooks.ts"
import type { JsonValue } from "../json/value.ts"
import type { Owned } from "../registry/Registry.ts"
import { hookId, type ActiveContribution, type ActiveGate, type ActiveStep } from "./hook.ts"
import type { ValueOf } from "./switch.ts"

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

/** A gate likewise. The verdict of an agent never holds the loop. */
export const activeGate = ({ hook, id, index }: Owned<Gate>): ActiveGate => ({
  kind: "gate",
  hook: hookId(id, "gate", index),
  capId: id,
  index,
  ...whenOf(hook),
  check: hook.check,
  blocking: hook.blocking && !("agentVerdict" in hook.check),
  onError: hook.onError
})
