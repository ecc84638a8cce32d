import { bundledProgram } from "../capability/programPath.ts"
import { member, type JsonValue } from "../json/value.ts"
import { textOf } from "./DisclosureLine.ts"

/** A program as a disclosure names it. Not escaped. */
export interface NamedProgram {
  /** Its path in the bundle where it is a file of it, else as it is declared. */
  readonly name: string
  readonly isOwn: boolean
}

/** The program that `binary` of a declared value names. */
export const namedProgram = (declared: JsonValue | undefined): NamedProgram => {
  const text = textOf(member(declared, "binary"))
  const path = bundledProgram(text)
  return { name: path ?? text, isOwn: path !== undefined }
}
