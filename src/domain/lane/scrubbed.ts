import * as Redacted from "effect/Redacted"
import type { Environment, Sensitive } from "../process/environment.ts"
import { withheldVariables } from "./parentVariables.ts"

/** Whether a variable of ours reaches no program of a capability. */
export const isWithheld = (name: string): boolean => withheldVariables.has(name.toUpperCase())

const secretName = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|COOKIE|SESSION|PRIVATE|DSN|PAT$|JWT/iu

/** An address with a user or a password in it. */
const secretValue = /:\/\/[^/?#\s]*@/u

/** Values that may be secret are never in a message, log or record. */
export const guarded = (name: string, value: string): Sensitive =>
  secretName.test(name) || secretValue.test(value) ? Redacted.make(value) : value

/** The environment of a program that a capability declares: ours less `withheldVariables`. Source: as for lanes. */
export const scrubbedEnvironment = (variables: ReadonlyMap<string, string>): Environment =>
  Object.fromEntries(
    [...variables]
      .filter(([name]) => !isWithheld(name))
      .map(([name, value]) => [name, guarded(name, value)] as const)
  )
