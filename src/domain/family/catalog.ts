import * as Result from "effect/Result"
import { hasOwn, isRawObject, itemsOf, own, stringsOf, type RawObject } from "../capability/raw.ts"
import { isLine } from "./guard.ts"

/** A catalog entry as its manifest says it, with what decides about it. */
export interface CatalogEntry {
  readonly index: number
  readonly raw: RawObject
  readonly key: string | undefined
  readonly kind: "primary" | "continuation" | "env-hook"
  /** The declared role that it drives; undefined for a hook, and when there is none of that name. */
  readonly role: RawObject | undefined
  readonly roleName: string | undefined
  /** The role's contract; undefined when it has none. */
  readonly contract: RawObject | undefined
}

const isKind = (kind: unknown): kind is CatalogEntry["kind"] =>
  kind === "primary" || kind === "continuation" || kind === "env-hook"

/** Entries whose kind is known, in order; the others have a finding of their own already. */
export const catalogOf = (root: RawObject): ReadonlyArray<CatalogEntry> =>
  itemsOf(own(root, "modeCatalog")).flatMap((raw, index): ReadonlyArray<CatalogEntry> => {
    const kind = own(raw, "kind")
    if (!isRawObject(raw) || !isKind(kind)) return []
    const [key, name] = [own(raw, "key"), own(raw, "role")]
    const roles = own(root, "roles")
    const found = kind !== "env-hook" && typeof name === "string" ? own(roles, name) : undefined
    const role = isRawObject(found) ? found : undefined
    const contract = own(role, "contract")
    return [
      {
        index,
        raw,
        kind,
        key: typeof key === "string" ? key : undefined,
        role,
        roleName: typeof name === "string" ? name : undefined,
        contract: isRawObject(contract) ? contract : undefined
      }
    ]
  })

/** A reference into a contract, as it is written. */
export interface WrittenRef {
  readonly at: number
  readonly field: "invocations" | "continue"
  readonly index: number
}

/** References of the right shape. */
export const refsOf = ({ raw }: CatalogEntry): ReadonlyArray<WrittenRef> =>
  itemsOf(own(raw, "invocationRefs")).flatMap((ref, at) => {
    const [field, index] = [own(ref, "contractField"), own(ref, "index")]
    return (field === "invocations" || field === "continue") && Number.isSafeInteger(index)
      ? [{ at, field, index: Number(index) }]
      : []
  })

/** The form that a reference names; why it is none otherwise, as a sentence without a period. */
export const formOf = (contract: RawObject, { field, index }: WrittenRef): Result.Result<string, string> => {
  const form = itemsOf(own(contract, field))[index]
  if (form === undefined) return Result.fail(`The contract has no \`${field}\` ${index}`)
  return isLine(form)
    ? Result.succeed(form)
    : Result.fail(`\`${field}\` ${index} of the contract is no line of at most 200 characters`)
}

/** Forms of an entry that can be told: those of its references, else its descriptor. */
export const formsOf = (entry: CatalogEntry): ReadonlyArray<string> => {
  const { contract, raw } = entry
  if (contract !== undefined)
    return refsOf(entry).flatMap((ref) => {
      const form = formOf(contract, ref)
      return Result.isSuccess(form) ? [form.success] : []
    })
  const descriptor = own(raw, "descriptor")
  return isLine(descriptor) ? [descriptor] : []
}

/** Arms that the entry's role declares; empty when it declares none. */
export const armsOf = ({ role }: CatalogEntry): ReadonlyArray<unknown> => itemsOf(own(role, "modes"))

/** Holds a member, whatever its value. */
export const holds = ({ raw }: CatalogEntry, name: string): boolean => hasOwn(raw, name)

/** Texts of a list of the entry. */
export const listOf = ({ raw }: CatalogEntry, name: string): ReadonlyArray<string> =>
  stringsOf(own(raw, name))
