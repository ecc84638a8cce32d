import type { ConfigEntry } from "../capability/schema/config.ts"

type WithoutDefault<Entry extends ConfigEntry> = Entry extends ConfigEntry
  ? Omit<Entry, "default"> & { readonly default?: Entry["default"] }
  : never

/** Type and meaning of a key: as a capability declares it, or the product's own, which may have no default. */
export type KeyEntry = WithoutDefault<ConfigEntry>
