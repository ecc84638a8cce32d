import { shellWord } from "../settings/scriptCommand.ts"
import type { ScaffoldRole } from "./ScaffoldFile.ts"

/** What a scaffold wrote. */
export interface Scaffolded {
  readonly id: string
  readonly role: ScaffoldRole
  /** The capability's folder, absolute. */
  readonly path: string
  /** The manifest's `$schema`; null when there was none to point at. */
  readonly schema: string | null
  /** In the order of writing, relative to the folder. */
  readonly files: ReadonlyArray<{ readonly path: string; readonly executable: boolean }>
  /** Commands to go on with, in order. */
  readonly next: ReadonlyArray<{ readonly command: string; readonly does: string }>
}

const plainWord = /^[A-Za-z0-9_./-]+$/u

/** A folder as a source spec, from a path relative to the working directory. Example: `my-cap` gives `./my-cap`. */
const specOf = (relative: string): string => {
  const path = relative === "" ? "." : /^(?:\.{1,2}(?:\/|$)|\/)/u.test(relative) ? relative : `./${relative}`
  return plainWord.test(path) ? path : shellWord(path)
}

/** How an author goes on; `relative` is the folder from the working directory. */
export const nextSteps = (relative: string): Scaffolded["next"] => {
  const spec = specOf(relative)
  return [
    { command: `gsd capability validate ${spec}`, does: "says what is wrong, with the place and a hint" },
    { command: `gsd capability plan ${spec}`, does: "shows what whoever installs it will be shown" },
    { command: `gsd capability install ${spec}`, does: "installs it, after your consent" }
  ]
}
