import * as Result from "effect/Result"
import { itemsOf, own, pointerOf, quote, quoteAll } from "../../capability/raw.ts"
import { catalogOf, formOf, formsOf, holds, refsOf, type CatalogEntry } from "../catalog.ts"
import { formSlots } from "../forms.ts"
import type { FamilyRule, Told } from "../Rule.ts"
import { isAgain } from "./again.ts"

const source = "seed 001, mode catalog"

const at = ({ index }: CatalogEntry, ...path: ReadonlyArray<string | number>): string =>
  pointerOf("modeCatalog", index, ...path)

/** Asks that forms are referred to exactly where a contract holds them. Source: seed 001, mode catalog. */
export const refsPlace: FamilyRule = {
  code: "modes.refs-place",
  severity: "error",
  asks: "`invocationRefs` is there exactly where the role has a contract",
  hint: "Refer to forms of the contract; without one, write a `descriptor`",
  source,
  judge: (root) =>
    catalogOf(root).flatMap((entry): ReadonlyArray<Told> => {
      if (entry.kind !== "env-hook" && entry.role === undefined) return []
      const pointer = at(entry, "invocationRefs")
      const has = holds(entry, "invocationRefs")
      if (entry.contract === undefined)
        return has ? [{ pointer, message: "There is no contract to refer to" }] : []
      return has ? [] : [{ pointer, message: "`invocationRefs` is required: the role has a contract" }]
    })
}

/** Asks that each reference resolves, in the list of its kind. Source: seed 001, mode catalog; family decisions C. */
export const refsResolve: FamilyRule = {
  code: "modes.refs-resolve",
  severity: "error",
  asks: "Each reference names a form: of `invocations` for a primary, of `continue` for a continuation",
  hint: "Count the forms of the contract from 0",
  source: `${source}; family decisions C`,
  judge: (root) =>
    catalogOf(root).flatMap((entry) => {
      const { contract, kind } = entry
      if (contract === undefined) return []
      const wanted = kind === "primary" ? "invocations" : "continue"
      return refsOf(entry).flatMap((ref): ReadonlyArray<Told> => {
        const pointer = at(entry, "invocationRefs", ref.at)
        if (ref.field !== wanted)
          return [{ pointer: `${pointer}/contractField`, message: `A ${kind} refers to \`${wanted}\`` }]
        const form = formOf(contract, ref)
        return Result.isFailure(form) ? [{ pointer, message: form.failure }] : []
      })
    })
}

/** Asks that a form belongs to one mode. Source: seed 001, mode catalog; family decisions C. */
export const refsOnce: FamilyRule = {
  code: "modes.refs-once",
  severity: "error",
  asks: "A form of a contract is claimed once in the catalog",
  hint: "Let one mode have it",
  source: `${source}; family decisions C`,
  judge: (root) => {
    const seen = new Set<string>()
    return catalogOf(root).flatMap((entry) =>
      entry.contract === undefined
        ? []
        : refsOf(entry).flatMap(({ at: place, field, index }): ReadonlyArray<Told> => {
            const claim = `${entry.roleName} ${field} ${index}`
            const again = seen.has(claim)
            seen.add(claim)
            return again
              ? [
                  {
                    pointer: at(entry, "invocationRefs", place),
                    message: `\`${field}\` ${index} is claimed twice`
                  }
                ]
              : []
          })
    )
  }
}

/** Warns of forms that no mode claims. Source: family facts 14. */
export const refsUnclaimed: FamilyRule = {
  code: "modes.refs-unclaimed",
  severity: "warning",
  asks: "Each invocation of a contract in the catalog is claimed by a mode",
  hint: "Add it to the mode that it belongs to",
  source: "family facts 14",
  judge: (root) => {
    const entries = catalogOf(root).filter(({ contract }) => contract !== undefined)
    const claimed = new Set(
      entries.flatMap((entry) =>
        refsOf(entry).map(({ field, index }) => `${entry.roleName} ${field} ${index}`)
      )
    )
    const roles = new Map(entries.map((entry) => [entry.roleName ?? "", entry.contract]))
    return [...roles].flatMap(([name, contract]) =>
      itemsOf(own(contract, "invocations")).flatMap((_, place) =>
        claimed.has(`${name} invocations ${place}`)
          ? []
          : [
              {
                pointer: pointerOf("roles", name, "contract", "invocations", place),
                message: "No mode of the catalog claims this form"
              }
            ]
      )
    )
  }
}

const slotsWritten = (entry: CatalogEntry): ReadonlyArray<string | undefined> =>
  itemsOf(own(entry.raw, "operands")).map((operand) => {
    const slot = own(operand, "slot")
    return typeof slot === "string" ? slot : undefined
  })

/** Asks that a placeholder is described once. Source: seed 001, mode catalog. */
export const operandsOnce: FamilyRule = {
  code: "modes.operands-once",
  severity: "error",
  asks: "`slot` is unique in its mode",
  hint: "Describe a placeholder once",
  source,
  judge: (root) =>
    catalogOf(root).flatMap((entry) => {
      const slots = slotsWritten(entry)
      const again = isAgain(slots)
      return slots.flatMap((slot, place) =>
        slot !== undefined && again[place] === true
          ? [{ pointer: at(entry, "operands", place, "slot"), message: `${quote(slot)} stands twice` }]
          : []
      )
    })
}

/** Asks that exactly the placeholders of the forms are described. Source: seed 001, mode catalog; family decisions C. */
export const operandsFit: FamilyRule = {
  code: "modes.operands-fit",
  severity: "error",
  asks: "The slots of `operands` are exactly the placeholders of the mode's forms",
  hint: "Write each placeholder as the form shows it, with its brackets",
  source: `${source}; family decisions C`,
  judge: (root) =>
    catalogOf(root).flatMap((entry): ReadonlyArray<Told> => {
      const forms = formsOf(entry)
      if (forms.length === 0) return []
      const wanted = new Set(forms.flatMap(formSlots))
      const written = slotsWritten(entry)
      const strangers = written.flatMap((slot, place): ReadonlyArray<Told> =>
        slot === undefined || wanted.has(slot)
          ? []
          : [
              {
                pointer: at(entry, "operands", place, "slot"),
                message: `No form of the mode holds ${quote(slot)}`
              }
            ]
      )
      // What is not told right may be what is missing.
      const described = new Set(written)
      const isTold = strangers.length === 0 && !described.has(undefined)
      const missing = isTold ? [...wanted].filter((slot) => !described.has(slot)) : []
      return missing.length === 0
        ? strangers
        : [{ pointer: at(entry, "operands"), message: `It does not describe ${quoteAll(missing)}` }]
    })
}
