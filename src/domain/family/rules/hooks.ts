import { itemsOf, own, pointerOf, quote } from "../../capability/raw.ts"
import { catalogOf, listOf, type CatalogEntry } from "../catalog.ts"
import type { FamilyRule, Told } from "../Rule.ts"
import { isAgain } from "./again.ts"

const source = "seed 001, mode catalog"

const byKey = (entries: ReadonlyArray<CatalogEntry>): ReadonlyMap<string, CatalogEntry> =>
  new Map(entries.flatMap((entry) => (entry.key === undefined ? [] : [[entry.key, entry] as const])))

/** The catalog by its keys, and which of an entry's lists holds a name; each list is collected once. */
interface Links {
  readonly keys: ReadonlyMap<string, CatalogEntry>
  readonly lists: (entry: CatalogEntry, list: "parents" | "customHooks", name: string) => boolean
}

const linksOf = (entries: ReadonlyArray<CatalogEntry>): Links => {
  const known = new Map<CatalogEntry, ReadonlySet<string>>()
  return {
    keys: byKey(entries),
    lists: (entry, list, name) => {
      const names = known.get(entry) ?? new Set(listOf(entry, list))
      known.set(entry, names)
      return names.has(name)
    }
  }
}

const parentProblem = (hook: CatalogEntry, parent: string, { keys, lists }: Links): string | undefined => {
  if (parent === hook.key) return "A hook is no parent of itself"
  const found = keys.get(parent)
  if (found === undefined) return `The catalog has no ${quote(parent)}`
  if (found.kind === "env-hook") return `${quote(parent)} is a hook itself`
  return lists(found, "customHooks", hook.key ?? "")
    ? undefined
    : `${quote(parent)} does not list the hook in \`customHooks\``
}

/** Asks that a hook's parents are modes that list it. Source: seed 001, mode catalog; family decisions C. */
export const hookParents: FamilyRule = {
  code: "modes.parents-link",
  severity: "error",
  asks: "Each parent of a hook is another mode of the catalog, once, that lists the hook in `customHooks`",
  hint: "Name modes that the variable changes, and let each list it",
  source: `${source}; family decisions C`,
  judge: (root) => {
    const entries = catalogOf(root)
    const links = linksOf(entries)
    return entries
      .filter(({ kind }) => kind === "env-hook")
      .flatMap((hook) => {
        const parents = itemsOf(own(hook.raw, "parents"))
        const again = isAgain(parents)
        return parents.flatMap((parent, place): ReadonlyArray<Told> => {
          if (typeof parent !== "string") return []
          const isTwice = again[place] === true
          const problem = isTwice ? `${quote(parent)} stands twice` : parentProblem(hook, parent, links)
          const pointer = pointerOf("modeCatalog", hook.index, "parents", place)
          return problem === undefined ? [] : [{ pointer, message: problem }]
        })
      })
  }
}

const hookProblem = (entry: CatalogEntry, name: string, { keys, lists }: Links): string | undefined => {
  const found = keys.get(name)
  if (found === undefined) return `The catalog has no ${quote(name)}`
  if (name === entry.key)
    return entry.kind === "primary" && entry.contract === undefined
      ? undefined
      : "Only a primary without a contract is its own escape"
  if (found.kind !== "env-hook") return `${quote(name)} is no hook`
  return lists(found, "parents", entry.key ?? "")
    ? undefined
    : `The hook ${quote(name)} does not name this mode in \`parents\``
}

/** Asks that a mode's hooks change it. Source: seed 001, mode catalog. */
export const customHooks: FamilyRule = {
  code: "modes.hooks-link",
  severity: "error",
  asks: "Each custom hook is a hook that names the mode in `parents`, once; a contract-free primary may name itself",
  hint: "Name hooks of the catalog, and let each name this mode",
  source,
  judge: (root) => {
    const entries = catalogOf(root)
    const links = linksOf(entries)
    return entries.flatMap((entry) => {
      const hooks = itemsOf(own(entry.raw, "customHooks"))
      const again = isAgain(hooks)
      return hooks.flatMap((name, place): ReadonlyArray<Told> => {
        if (typeof name !== "string") return []
        const problem =
          again[place] === true ? `${quote(name)} stands twice` : hookProblem(entry, name, links)
        const pointer = pointerOf("modeCatalog", entry.index, "customHooks", place)
        return problem === undefined ? [] : [{ pointer, message: problem }]
      })
    })
  }
}
