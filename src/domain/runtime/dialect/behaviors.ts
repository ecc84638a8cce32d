import type { Choice } from "./converters.ts"
import type { DialectBehaviors } from "./source.ts"

/** `hostBehaviors` of a runtime, as its manifest says them. */
type Switches = Readonly<Record<string, unknown>>

const own = (switches: Switches, key: string): unknown =>
  Object.hasOwn(switches, key) ? switches[key] : undefined

const textsOf = (value: unknown): ReadonlyMap<string, string> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? new Map(
        Object.entries(value).flatMap(([from, to]) => (typeof to === "string" ? [[from, to] as const] : []))
      )
    : undefined

/** What a dialect obeys of a runtime's `hostBehaviors`; a value of another type counts as absent. */
export const behaviorsOf = (switches: Switches = {}): DialectBehaviors => {
  const brandingRewrites = textsOf(own(switches, "brandingRewrites"))
  const stage = own(switches, "soloStageMetadata")
  return {
    ...(brandingRewrites === undefined ? {} : { brandingRewrites }),
    ...(typeof stage === "string" ? { soloStageMetadata: stage } : {}),
    skillFrontmatterVersion: own(switches, "skillFrontmatterVersion") === true,
    skillPriorityFrontmatter: own(switches, "skillPriorityFrontmatter") === true,
    ownsClaudePaths: own(switches, "ownsClaudePaths") === true
  }
}

/** The two switches that choose a converter where the layout names none. */
export const choiceOf = (
  switches: Switches = {}
): Pick<Choice, "commandBodyConverter" | "frontmatterDialect"> => {
  const dialect = own(switches, "frontmatterDialect")
  const body = own(switches, "commandBodyConverter")
  return {
    ...(typeof dialect === "string" ? { frontmatterDialect: dialect } : {}),
    ...(typeof body === "string" ? { commandBodyConverter: body } : {})
  }
}
