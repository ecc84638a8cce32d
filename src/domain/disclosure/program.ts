import { bundledProgram } from "../capability/programPath.ts"
import { member, type JsonValue } from "../json/value.ts"
import { textOf } from "./DisclosureLine.ts"

/** A program as a disclosure names it. Not escaped. */
export interface NamedProgram {
  /** Its path in the bundle where it is a file of it, else as it is declared. */
  readonly name: string
  readonly isOwn: boolean
}

const named = (program: JsonValue | undefined, mayBeOwn: boolean): NamedProgram => {
  const text = textOf(program)
  const path = mayBeOwn ? bundledProgram(text) : undefined
  return { name: path ?? text, isOwn: path !== undefined }
}

/** The program that `binary` of a declared value names. */
export const namedProgram = (declared: JsonValue | undefined): NamedProgram =>
  named(member(declared, "binary"), true)

/** The program of an MCP server; one that a host fills a folder into is not the capability's own until then. */
export const namedServer = (command: JsonValue | undefined): NamedProgram =>
  named(command, typeof command === "string" && !command.includes("${"))
