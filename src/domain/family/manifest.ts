/** Words of the role vocabulary. Source: seed 001, role vocabulary. */
export const roleWords = ["context", "plan", "execute", "review", "probe", "synthesize"] as const
export type RoleWord = (typeof roleWords)[number]

/** Kinds of members. Source: seed 001, fields. */
export const memberKinds = [
  "memory-substrate",
  "methodology-engine",
  "execution-backend",
  "composition-root"
] as const
export type MemberKind = (typeof memberKinds)[number]

interface SettingCommon {
  readonly key: string
  /** Null: no default in the file, the wrapper's own applies. */
  readonly default: string | null
  /** Commands of this manifest that apply it. */
  readonly appliesTo: ReadonlyArray<string>
  readonly effect: string
  /** Why the key is only recognised any more. */
  readonly retired?: string
}

/** One typed key of the settings file. Values are always texts. Source: seed 001, settings. */
export type SettingEntry =
  | (SettingCommon & { readonly kind: "enum"; readonly values: ReadonlyArray<string> })
  | (SettingCommon & { readonly kind: "integer"; readonly min: number; readonly max: number })
  | (SettingCommon & { readonly kind: "duration" })
  | (SettingCommon & { readonly kind: "boolean" })

/** Where a backend keeps its state. Source: seed 001, writable dirs. */
export interface WritableDir {
  readonly env: string | null
  readonly default: string
}

/** How a role is driven, printed verbatim; members of other shapes are left out. Source: seed 001, roles. */
export interface Contract {
  readonly invocations: ReadonlyArray<string>
  readonly grounding?: string
  readonly flags?: ReadonlyArray<string>
  readonly continue: ReadonlyArray<string>
  readonly passthrough?: {
    readonly policy: string
    readonly blocked: ReadonlyArray<string>
    readonly probeRelaxed: ReadonlyArray<string>
  }
  /** What a run leaves behind, when that is told as text. */
  readonly receipt?: string
  readonly notes?: ReadonlyArray<string>
}

/** A callable role of a member. */
export interface Role {
  readonly cmd: string
  readonly source: string
  readonly template?: string
  readonly modes?: ReadonlyArray<string>
  readonly output?: string
  readonly contract?: Contract
}

/** A mode as users see it. Source: seed 001, mode catalog. */
export interface ModeEntry {
  readonly key: string
  readonly kind: "primary" | "continuation" | "env-hook"
  readonly role?: string
  readonly parents?: ReadonlyArray<string>
  readonly submode?: string
  readonly purpose: string
  readonly whenToUse: ReadonlyArray<string>
  readonly whenNotTo?: ReadonlyArray<string>
  readonly invocationRefs?: ReadonlyArray<{
    readonly contractField: "invocations" | "continue"
    readonly index: number
  }>
  readonly descriptor?: string
  readonly operands?: ReadonlyArray<{
    readonly slot: string
    readonly required: boolean
    readonly description: string
  }>
  readonly guardrails?: ReadonlyArray<{
    readonly value: string
    readonly enforcement: "enforced" | "advisory"
    readonly condition?: string
    readonly source: string
  }>
  readonly customHooks?: ReadonlyArray<string>
}

/** Where a member is looked for. Source: seed 001, path-field rules. */
export interface Detect {
  readonly installed?: { readonly env?: string; readonly default?: string; readonly file?: string }
  readonly deployed?: { readonly file?: string }
}

/** A member whose manifest is valid, as the rest of the product reads it; absent and null lists are empty. */
export interface FamilyMember {
  readonly name: string
  readonly kind: MemberKind
  readonly version: string
  /** False: declared, but not installed. */
  readonly available: boolean
  readonly provides: ReadonlyArray<RoleWord>
  readonly roles: ReadonlyMap<RoleWord, Role>
  readonly detect: Detect
  readonly settings: ReadonlyArray<SettingEntry>
  readonly networkHosts: ReadonlyArray<string>
  readonly writableDirs: ReadonlyArray<WritableDir>
  /** Undefined: released before the catalog. */
  readonly modeCatalog: ReadonlyArray<ModeEntry> | undefined
}
