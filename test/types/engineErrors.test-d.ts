import type { EngineErrors, Errors } from "../../src/layers/fault/engineErrors.ts"
import type * as services from "../../src/services.ts"

type Services = typeof services

/** Names of the services of which a method can fail. */
type Failing = {
  [Name in keyof Services]: Services[Name] extends { readonly Service: infer Shape }
    ? keyof Errors<Shape> extends never
      ? never
      : Name
    : never
}[keyof Services]

/** Checked by tsc only: the harness has an error for every service that can fail. One that is missing is named by the compiler. */
export const claim = (missing: Exclude<Failing, keyof EngineErrors>): never => missing

/** The claim is about something. */
export const isAboutThem: "Durable" extends Failing ? ("Summaries" extends Failing ? false : true) : false =
  true
