import {
  BinaryNotExecutable,
  BinaryNotFound,
  type SpawnError,
  SpawnFailed,
  type SpawnReason
} from "../../domain/process/errors.ts"
import { inspectBinary, inspectDirectory } from "./inspectFile.ts"
import type { Refusal } from "./launch.ts"

const reasons: ReadonlyMap<string, SpawnReason> = new Map([
  ["E2BIG", "too-large"],
  ["EAGAIN", "out-of-resources"],
  ["EMFILE", "out-of-resources"],
  ["ENFILE", "out-of-resources"],
  ["ENOMEM", "out-of-resources"],
  ["ETXTBSY", "busy"],
  ["ENOEXEC", "wrong-format"]
])

/** Refuses a working directory that a child could not enter; the system's own error would blame the program. */
export const refuseDirectory = (
  command: string,
  directory: string,
  inspect = inspectDirectory
): SpawnFailed | undefined => {
  const state = inspect(directory)
  if (state === "ok") return undefined
  const reason = state === "missing" ? "working-directory-missing" : "working-directory-denied"
  return new SpawnFailed({ command, reason, place: directory })
}

/** Says which of its causes an errno of a failed start has, by looking at the files again. */
export const translateRefusal = (
  attempt: { readonly command: string; readonly path: string; readonly directory: string },
  { code }: Refusal
): SpawnError => {
  const { command, path, directory } = attempt
  const known = reasons.get(code)
  if (known !== undefined) return new SpawnFailed({ command, reason: known, code })
  const refused = refuseDirectory(command, directory)
  if (refused !== undefined) return refused
  if (code === "ENOENT" && inspectBinary(path) === "missing")
    return new BinaryNotFound({ command, tried: [path] })
  if (code === "ENOENT") return new SpawnFailed({ command, reason: "interpreter-missing", place: path, code })
  if (code === "EACCES" || code === "EPERM") return new BinaryNotExecutable({ command, path })
  return new SpawnFailed({ command, reason: "unknown", code })
}
