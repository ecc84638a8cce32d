import * as fs from "node:fs"
import * as Option from "effect/Option"
import type { FileState } from "../../domain/process/resolveBinary.ts"

const statOf = Option.liftThrowable((path: string) => fs.statSync(path))
const mayUse = (path: string, mode: number) =>
  Option.isSome(Option.liftThrowable(() => fs.accessSync(path, mode))())

/** Whether a path can be started by this user. */
export const inspectBinary = (path: string): FileState => {
  const isFile = Option.exists(statOf(path), (stat) => stat.isFile())
  if (!isFile) return "missing"
  return mayUse(path, fs.constants.X_OK) ? "executable" : "not-executable"
}

/** Whether a path can be the working directory of a child. */
export const inspectDirectory = (path: string): "ok" | "missing" | "denied" => {
  const stat = statOf(path)
  if (Option.isNone(stat)) return mayUse(path, fs.constants.F_OK) ? "denied" : "missing"
  if (!stat.value.isDirectory()) return "missing"
  return mayUse(path, fs.constants.X_OK) ? "ok" : "denied"
}
