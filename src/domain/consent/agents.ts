import { powersOf } from "../disclosure/powers.ts"
import type { JsonValue } from "../json/value.ts"
import type { ConsentRecord } from "./record.ts"

/** Tells whether a raw manifest declares agents. */
export const declaresAgents = (raw: JsonValue | undefined): boolean =>
  raw !== undefined && powersOf(raw).agents !== undefined

/** Why a yes from before agents were shown covers none of them. A clause with its subject. */
export const agentsNotShown = "its agents were not shown when it was consented to"

/** Tells whether agents stand under a yes that was given before agents were shown. Source: ADR-0033. */
export const hasUnshownAgents = (hasAgents: boolean, record: ConsentRecord | undefined): boolean =>
  hasAgents && record?.agents !== true
