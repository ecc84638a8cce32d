import type { Places } from "../places.ts"

/** A switch of a runtime by its key; undefined when its manifest does not say it. */
export const behaviorOf = ({ runtime }: Pick<Places, "runtime">, key: string): unknown => {
  const { hostBehaviors = {} } = runtime.body
  return Object.hasOwn(hostBehaviors, key) ? hostBehaviors[key] : undefined
}

const fileName = /^[\w-][\w.-]*$/u

/** Tells whether a value is a bare name of a file, so that nothing is written elsewhere. */
export const isFileName = (value: unknown): value is string =>
  typeof value === "string" && fileName.test(value)
