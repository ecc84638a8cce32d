/** Roles of a capability; the role selects the body. Source: seed 000, envelope. */
export const roles = ["feature", "runtime", "reviewer"] as const

/** Tiers, each contained in the next. Source: seed 000, envelope. */
export const tiers = ["core", "standard", "full"] as const

/** What happens when a loop hook fails. Source: seed 000, steps. */
export const onErrorChoices = ["skip", "halt"] as const

/** Value types of a configuration key. Source: seed 000, config. */
export const configTypes = ["boolean", "string", "number", "enum"] as const

/** Names that every object inherits; refused as names of our own things. Source: decisions 3. */
export const reservedNames = ["__proto__", "constructor", "prototype"] as const

/** Id prefixes kept for first-party capabilities, compared in lower case. Source: seed 000, invariants. */
export const reservedPrefixes = ["gsd-", "gsd-core-", "anthropic-"] as const

/** Members that only a feature has. Source: seed 000, runtime body. */
export const featureOnly: ReadonlyArray<string> = [
  "skills",
  "agents",
  "steps",
  "contributions",
  "gates",
  "hooks",
  "activationKey",
  "taskContentResolver"
]
