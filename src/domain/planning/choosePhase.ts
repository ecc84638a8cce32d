import type { Phase } from "./phase.ts"

/** Folder of a project's phases, from its root. */
export const phasesFolder = ".planning/phases"

/** The project itself, where no phase is meant. */
export const wholeProject: Phase = { number: "", name: "", folder: ".planning" }

const numbered = /^(\d{1,9}[a-z]?(?:\.\d{1,9}){0,8})(?:[-_ ].*)?$/isu

const tidied = (number: string): string =>
  number
    .toLowerCase()
    .split(".")
    .map((part) => part.replace(/^0+(?=\d)/u, ""))
    .join(".")

/** Number that the name of a phase's folder begins with, without leading zeros, such as `3.1`; empty when it has none. */
export const phaseNumber = (name: string): string => tidied(numbered.exec(name)?.[1] ?? "")

const isNumber = (text: string): boolean => /^\d{1,9}[a-z]?(?:\.\d{1,9}){0,8}$/iu.test(text)

/**
 * Names of folders that a person can mean with `3`, `03`, `3.1` or the whole name of a folder: in the order given, one
 * when it is clear, none or several otherwise. A whole name is meant alone.
 */
export const phasesMeant = (names: ReadonlyArray<string>, wanted: string): ReadonlyArray<string> => {
  if (names.includes(wanted)) return [wanted]
  return isNumber(wanted) ? names.filter((name) => phaseNumber(name) === tidied(wanted)) : []
}

/** The phase in a folder, by the folder's path from the project's root. */
export const phaseIn = (folder: string): Phase => {
  if (folder === wholeProject.folder) return wholeProject
  const name = folder.slice(folder.lastIndexOf("/") + 1)
  return { number: phaseNumber(name), name, folder }
}
