import type { Runtime } from "../runtime/choose.ts"
import { shown } from "../text/escape.ts"
import type { Places } from "./places.ts"
import { underneath } from "./unit.ts"
import type { WishedFile } from "./wish.ts"

/** What a person calls in a host: a skill or a command by its name. */
export interface Trigger {
  readonly kind: "skill" | "command"
  readonly name: string
}

/** What is called in another scope. */
export interface TriggersElsewhere {
  readonly scope: "global" | "project"
  readonly triggers: ReadonlyArray<Trigger>
}

/** What files of a wish are called by, each once, in their order. */
export const triggersOf = (files: ReadonlyArray<WishedFile>): ReadonlyArray<Trigger> => {
  const found = files.flatMap(({ kind, name }): ReadonlyArray<Trigger> =>
    kind === "skill" || kind === "command" ? [{ kind, name }] : []
  )
  return [...new Map(found.map((one) => [`${one.kind} ${one.name}`, one])).values()]
}

const nameBelow = (folder: string, path: string, ending: string): string | undefined => {
  const start = underneath(folder, "")
  if (!path.startsWith(start) || !path.endsWith(ending)) return undefined
  const name = path.slice(start.length, path.length - ending.length)
  return name === "" || name.includes("/") ? undefined : name
}

/** What the files at these paths are called by, in a scope with these places; recorded files say no name. */
export const triggersIn = (
  { artifacts }: Pick<Places, "artifacts">,
  paths: ReadonlyArray<string>
): ReadonlyArray<Trigger> =>
  artifacts.flatMap(({ artifact, path: folder }) => {
    if (artifact.kind !== "skills" && artifact.kind !== "commands") return []
    const [kind, ending] =
      artifact.kind === "skills" ? (["skill", "/SKILL.md"] as const) : (["command", ".md"] as const)
    return paths.flatMap((path): ReadonlyArray<Trigger> => {
      const name = nameBelow(folder, path, ending)
      return name === undefined ? [] : [{ kind, name }]
    })
  })

const whereIs = { global: "for all projects", project: "in the project" } as const

/**
 * A clause for each trigger that another scope has too, and who answers to it: the kind that the runtime's
 * `triggerPrecedence` puts first, which is skills unless it says so.
 */
export const shadowNotes = (
  { body }: Pick<Runtime, "body">,
  here: ReadonlyArray<Trigger>,
  { scope, triggers }: TriggersElsewhere
): ReadonlyArray<string> => {
  const order: ReadonlyArray<string> = body.triggerPrecedence ?? ["skills", "commands"]
  const rank = ({ kind }: Trigger): number => {
    const at = order.indexOf(`${kind}s`)
    return at === -1 ? order.length : at
  }
  const where = whereIs[scope]
  return here.flatMap((own) =>
    triggers
      .filter(({ name }) => name === own.name)
      .map((other) => {
        if (rank(own) < rank(other))
          return shown`the ${own.kind} \`${own.name}\` shadows the ${other.kind} of this name ${where}`
        if (rank(own) > rank(other))
          return shown`the ${own.kind} \`${own.name}\` is shadowed by the ${other.kind} of this name ${where}`
        return shown`the ${own.kind} \`${own.name}\` is there ${where} too; which of the two is run is up to the host`
      })
  )
}
