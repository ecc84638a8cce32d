import { own, pointerOf, quote } from "../../capability/raw.ts"
import { armsOf, catalogOf, holds, type CatalogEntry } from "../catalog.ts"
import type { FamilyRule, Told } from "../Rule.ts"

const source = "seed 001, mode catalog"

const at = ({ index }: CatalogEntry, ...path: ReadonlyArray<string | number>): string =>
  pointerOf("modeCatalog", index, ...path)

const each =
  (judge: (entry: CatalogEntry) => ReadonlyArray<Told>): FamilyRule["judge"] =>
  (root) =>
    catalogOf(root).flatMap(judge)

/** Asks that a key stands once. Source: seed 001, mode catalog. */
export const modesKeyOnce: FamilyRule = {
  code: "modes.key-once",
  severity: "error",
  asks: "`key` is unique in the catalog",
  hint: "Rename one of the two",
  source,
  judge: (root) => {
    const seen = new Set<string>()
    return catalogOf(root).flatMap((entry) => {
      const { key } = entry
      if (key === undefined) return []
      const again = seen.has(key)
      seen.add(key)
      return again ? [{ pointer: at(entry, "key"), message: `${quote(key)} stands twice` }] : []
    })
  }
}

/** Asks that a mode drives a declared role, and a hook none. Source: seed 001, mode catalog. */
export const modesRole: FamilyRule = {
  code: "modes.role-declared",
  severity: "error",
  asks: "A primary or continuation names a declared role, a hook names none",
  hint: "Name a key of `roles`; a hook names `parents` in its place",
  source,
  judge: each((entry) => {
    const { kind, role, roleName } = entry
    if (kind === "env-hook")
      return holds(entry, "role") ? [{ pointer: at(entry, "role"), message: "A hook has no role" }] : []
    return roleName === undefined || roleName === "" || role !== undefined
      ? []
      : [{ pointer: at(entry, "role"), message: `${quote(roleName)} is no declared role` }]
  })
}

const none: ReadonlySet<unknown> = new Set()

/** Arms of the role of an entry, each role's collected once. */
const armsByRole = (): ((entry: CatalogEntry) => ReadonlySet<unknown>) => {
  const known = new Map<CatalogEntry["role"], ReadonlySet<unknown>>()
  return (entry) => {
    const found = known.get(entry.role) ?? new Set(armsOf(entry))
    known.set(entry.role, found)
    return found
  }
}

/** Asks that a mode binds an arm of its wrapper exactly where there are arms. Source: seed 001, mode catalog. */
export const modesSubmode: FamilyRule = {
  code: "modes.submode-arm",
  severity: "error",
  asks: "`submode` is there exactly for a primary whose role declares modes, and is one of them",
  hint: "Name an arm of the role's `modes`, or take it out",
  source,
  judge: (root) => {
    const arms = armsByRole()
    return catalogOf(root).flatMap((entry) => {
      if (entry.kind !== "env-hook" && entry.role === undefined) return []
      const here = entry.kind === "primary" ? arms(entry) : none
      const submode = own(entry.raw, "submode")
      if (here.size === 0)
        return holds(entry, "submode")
          ? [{ pointer: at(entry, "submode"), message: "It has no arms to bind" }]
          : []
      return here.has(submode) && typeof submode === "string"
        ? []
        : [{ pointer: at(entry, "submode"), message: "`submode` must be one of the role's modes" }]
    })
  }
}

/** Asks that only hooks have parents. Source: seed 001, mode catalog. */
export const modesParentsOfHooks: FamilyRule = {
  code: "modes.parents-hook",
  severity: "error",
  asks: "Only a hook has `parents`",
  hint: "Take it out",
  source,
  judge: each((entry) =>
    entry.kind !== "env-hook" && holds(entry, "parents")
      ? [{ pointer: at(entry, "parents"), message: "Only a hook has parents" }]
      : []
  )
}

/** Asks that a form is written exactly where no contract holds it. Source: seed 001, mode catalog. */
export const modesDescriptor: FamilyRule = {
  code: "modes.descriptor-place",
  severity: "error",
  asks: "`descriptor` is there exactly where the role has no contract",
  hint: "With a contract, refer to its forms by `invocationRefs`; without one, write the form",
  source,
  judge: each((entry) => {
    if (entry.kind === "env-hook" || entry.role === undefined) return []
    const pointer = at(entry, "descriptor")
    if (entry.contract !== undefined)
      return holds(entry, "descriptor") ? [{ pointer, message: "The role's contract holds its forms" }] : []
    return entry.kind === "continuation" || holds(entry, "descriptor")
      ? []
      : [{ pointer, message: "`descriptor` is required: the role has no contract" }]
  })
}

/** Asks that a continuation has a contract. Source: family decisions C. */
export const modesContinuation: FamilyRule = {
  code: "modes.continuation",
  severity: "error",
  asks: "A continuation drives a role with a contract",
  hint: "Give the role a contract with `continue`, or make the mode a primary",
  source: "family decisions C",
  judge: each((entry) =>
    entry.kind === "continuation" && entry.role !== undefined && entry.contract === undefined
      ? [{ pointer: at(entry), message: "It continues a role that has no contract" }]
      : []
  )
}

/** Warns of arms that no mode binds. Source: family facts 14. */
export const modesUnbound: FamilyRule = {
  code: "modes.unbound",
  severity: "warning",
  asks: "Each arm of a role with modes is bound by a primary",
  hint: "Add a primary with that `submode`",
  source: "family facts 14",
  judge: (root) => {
    const entries = catalogOf(root).filter(({ kind, role }) => kind === "primary" && role !== undefined)
    const roles = new Map(entries.map((entry) => [entry.roleName ?? "", entry]))
    return [...roles].flatMap(([name, one]) => {
      const bound = new Set(
        entries.filter(({ roleName }) => roleName === name).map(({ raw }) => own(raw, "submode"))
      )
      return armsOf(one).flatMap((arm, place): ReadonlyArray<Told> => {
        return typeof arm !== "string" || bound.has(arm)
          ? []
          : [
              {
                pointer: pointerOf("roles", name, "modes", place),
                message: `No mode of the catalog binds ${quote(arm)}`
              }
            ]
      })
    })
  }
}
