import * as Schema from "effect/Schema"

/** What a person switched of a capability that the product brings along. */
export const Switch = Schema.Struct({ disabled: Schema.Literal(true) })
export type Switch = typeof Switch.Type

interface Switches {
  readonly switches: ReadonlyMap<string, Switch>
}

/** Ids of what is switched off, ascending. */
export const switchedOff = ({ switches }: Switches): ReadonlyArray<string> => [...switches.keys()].toSorted()

/** A ledger in which a capability that the product brings along is switched on or off. */
export const withSwitch = <A extends Switches>(ledger: A, id: string, enabled: boolean): A => {
  const switches = new Map(ledger.switches)
  if (enabled) switches.delete(id)
  else switches.set(id, { disabled: true })
  return { ...ledger, switches }
}
