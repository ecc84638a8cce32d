import { formSlots } from "./forms.ts"
import type { FamilyMember, ModeEntry } from "./manifest.ts"
import type { LocatedMember } from "./sources.ts"

/** An operand of a mode: what a person has to put into a form. */
export interface ModeOperand {
  readonly slot: string
  readonly required: boolean
  readonly description: string
}

/** One way to call a mode. */
export interface ModeForm {
  readonly form: string
  /** Holds slots, so that it is no command yet. */
  readonly isTemplate: boolean
  /** Slots that must be filled, in the form's order. */
  readonly required: ReadonlyArray<string>
  readonly optional: ReadonlyArray<string>
  /** Where the text stands, such as `contract.invocations/0`. */
  readonly source: string
}

/** One mode as it is told. */
export interface Mode {
  readonly key: string
  readonly kind: ModeEntry["kind"]
  /** Command of its role; null for a hook. */
  readonly command: string | null
  readonly role: string | null
  readonly submode: string | null
  /** Modes that a hook modifies. */
  readonly parents: ReadonlyArray<string>
  readonly purpose: string
  readonly whenToUse: ReadonlyArray<string>
  readonly whenNotTo: ReadonlyArray<string>
  readonly forms: ReadonlyArray<ModeForm>
  readonly operands: ReadonlyArray<ModeOperand>
  readonly guardrails: ReadonlyArray<{
    readonly value: string
    readonly enforcement: "enforced" | "advisory"
    readonly condition: string | null
    readonly source: string
  }>
  readonly customHooks: ReadonlyArray<string>
}

/** The modes of one bridge. */
export interface BridgeModes {
  readonly name: string
  readonly version: string
  readonly trust: LocatedMember["trust"]
  /** Absolute. */
  readonly folder: string
  /** False: the bridge was released before there were catalogs. */
  readonly hasCatalog: boolean
  readonly modes: ReadonlyArray<Mode>
}

interface Written {
  readonly form: string
  readonly source: string
}

/** Texts of the forms by reference; a reference that leads nowhere is left out, as no valid manifest has one. */
const writtenForms = (entry: ModeEntry, { roles }: FamilyMember): ReadonlyArray<Written> => {
  if (entry.descriptor !== undefined) return [{ form: entry.descriptor, source: "descriptor" }]
  const role = [...roles].find(([word]) => word === entry.role)?.[1]
  return (entry.invocationRefs ?? []).flatMap(({ contractField, index }) => {
    const form = role?.contract?.[contractField][index]
    return form === undefined ? [] : [{ form, source: `contract.${contractField}/${index}` }]
  })
}

const formWith =
  (operands: ReadonlyArray<ModeOperand>) =>
  ({ form, source }: Written): ModeForm => {
    const slots = formSlots(form)
    const optional = new Set(operands.filter(({ required }) => !required).map(({ slot }) => slot))
    return {
      form,
      isTemplate: slots.length > 0,
      required: slots.filter((slot) => !optional.has(slot)),
      optional: slots.filter((slot) => optional.has(slot)),
      source
    }
  }

const modeOf = (entry: ModeEntry, member: FamilyMember): Mode => {
  const operands = entry.operands ?? []
  return {
    key: entry.key,
    kind: entry.kind,
    command: [...member.roles].find(([word]) => word === entry.role)?.[1].cmd ?? null,
    role: entry.role ?? null,
    submode: entry.submode ?? null,
    parents: entry.parents ?? [],
    purpose: entry.purpose,
    whenToUse: entry.whenToUse,
    whenNotTo: entry.whenNotTo ?? [],
    forms: writtenForms(entry, member).map(formWith(operands)),
    operands,
    guardrails: (entry.guardrails ?? []).map(({ condition, enforcement, source, value }) => ({
      value,
      enforcement,
      condition: condition ?? null,
      source
    })),
    customHooks: entry.customHooks ?? []
  }
}

/** The catalog of a bridge, its forms taken from the contract that they name. Source: seed 001, mode catalog. */
export const modesOf = ({ folder, member, trust }: LocatedMember): BridgeModes => ({
  name: member.name,
  version: member.version,
  trust,
  folder,
  hasCatalog: member.modeCatalog !== undefined,
  modes: (member.modeCatalog ?? []).map((entry) => modeOf(entry, member))
})

/** Whether a member has modes to tell of: a bridge, or whoever has a catalog. Placeholders have none. */
export const hasModes = ({ member }: LocatedMember): boolean =>
  member.available && (member.kind === "execution-backend" || member.modeCatalog !== undefined)
