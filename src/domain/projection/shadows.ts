import type { Runtime } from "../runtime/choose.ts"
import { shown } from "../text/escape.ts"
import type { Places } from "./places.ts"
import { placedAt, type PlacedAt } from "./placedAt.ts"
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

const each = (files: ReadonlyArray<PlacedAt>): ReadonlyArray<Trigger> => {
  const found = files.flatMap(({ kind, name }): ReadonlyArray<Trigger> =>
    kind === "skill" || kind === "command" ? [{ kind, name }] : []
  )
  return [...new Map(found.map((one) => [`${one.kind} ${one.name}`, one])).values()]
}

/** What files of a wish are called by, each once, in their order. */
export const triggersOf = (files: ReadonlyArray<WishedFile>): ReadonlyArray<Trigger> => each(files)

/** What the files at these paths are called by, in a scope with these places, each once; a ledger records no names. */
export const triggersIn = (
  places: Pick<Places, "artifacts">,
  paths: ReadonlyArray<string>
): ReadonlyArray<Trigger> => each(paths.map((path) => placedAt(places, path)))

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
