import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { behaviorsOf, choiceOf } from "../../../../src/domain/runtime/dialect/behaviors.ts"
import type { Choice, ConverterName } from "../../../../src/domain/runtime/dialect/converters.ts"
import type { DialectContext, Source } from "../../../../src/domain/runtime/dialect/source.ts"

interface Entry {
  readonly kind: string
  readonly destSubpath: string
  readonly prefix: string
  readonly converter: ConverterName | null
  readonly home?: string
}

/** A runtime that gsd brings along, as its manifest says it. */
export interface Shipped {
  readonly id: string
  readonly role: string
  readonly runtime: {
    readonly localConfigDir?: string | null
    readonly commandStyle: string
    readonly sandboxTier: "none" | "codex-agent-sandbox"
    readonly configHome: { readonly name?: string; readonly parent?: string; readonly kind: string }
    readonly hostBehaviors?: Readonly<Record<string, unknown>>
    readonly artifactLayout: Readonly<Record<"global" | "local", ReadonlyArray<Entry>>>
  }
}

const folder = join(import.meta.dirname, "../../../../capabilities")

/** Every runtime that gsd brings along. */
export const shipped: ReadonlyArray<Shipped> = readdirSync(folder)
  .toSorted()
  .map((id) => JSON.parse(readFileSync(join(folder, id, "capability.json"), "utf8")) as Shipped)
  .filter(({ role }) => role === "runtime")

export const runtimeNamed = (id: string): Shipped => {
  const found = shipped.find((runtime) => runtime.id === id)
  if (found === undefined) throw new Error(`no runtime ${id}`)
  return found
}

const homeOf = ({ id, runtime }: Shipped): string => {
  const { kind, name = id, parent } = runtime.configHome
  if (kind === "xdg") return `/home/ada/.config/${name}`
  return `/home/ada/${parent === undefined ? "" : `${parent}/`}${name}`
}

/** Every entry of every layout, with its runtime and scope. */
export const entries = shipped.flatMap((runtime) =>
  (["global", "local"] as const).flatMap((scope) =>
    runtime.runtime.artifactLayout[scope].map((entry) => ({ entry, runtime, scope }))
  )
)

/** Where a text goes: the entry of a shipped runtime, or what is said instead. */
export const placeOf = (runtime: Shipped, overrides: Partial<DialectContext> = {}): DialectContext => {
  const { hostBehaviors, localConfigDir = null, sandboxTier } = runtime.runtime
  const skillsHome = runtime.runtime.artifactLayout.global.find(({ kind }) => kind === "skills")?.home
  return {
    runtime: runtime.id,
    scope: "global",
    prefix: "gsd-",
    destSubpath: "skills",
    commandPrefix: "gsd-",
    home: "/home/ada",
    configDir: homeOf(runtime),
    ...(skillsHome === undefined ? {} : { skillsDir: `/home/ada/${skillsHome}/skills` }),
    localConfigDir,
    sandboxTier,
    behaviors: behaviorsOf(hostBehaviors),
    version: "1.2.3",
    commands: new Set(["map-code", "plan-phase", "execute-phase", "ship", "progress"]),
    ...overrides
  }
}

/** What chooses the converter of an entry for a source. */
export const choiceFor = (runtime: Shipped, entry: Entry, kind: Source["kind"]): Choice => ({
  converter: entry.converter,
  kind,
  ...choiceOf(runtime.runtime.hostBehaviors)
})
