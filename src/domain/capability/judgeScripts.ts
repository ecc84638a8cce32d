import * as Result from "effect/Result"
import { scriptCommand } from "../settings/scriptCommand.ts"
import type { DeclaredFile } from "./declaredFiles.ts"
import { fileRules } from "./judgeFiles.ts"
import type { Problem } from "./Problem.ts"
import { hookEvent } from "./rules/hookEvent.ts"

/**
 * Warnings about hook scripts that no host can start, by what wires them. `heads` are the first bytes of the bundle's
 * files, by path; a script without any is not judged. Source: transaction.md "Foreign files".
 */
export const judgeScripts = (
  declared: ReadonlyArray<DeclaredFile>,
  heads: ReadonlyMap<string, Uint8Array>
): ReadonlyArray<Problem> =>
  declared.flatMap(({ kind, path, pointer }) => {
    const head = kind === "hook-script" ? heads.get(path) : undefined
    const command = head === undefined ? undefined : scriptCommand({ path, head })
    if (command === undefined || Result.isSuccess(command)) return []
    const { hints, message } = command.failure
    const { id, severity } = fileRules.hookStart
    return [{ rule: id, severity, pointer, message, hint: hints[0] ?? "" }]
  })

const inert: ReadonlyArray<string> = [fileRules.hookStart.id, hookEvent.id]

/** What to say of problems that keep a host from ever running something; the others are an author's business. */
export const inertWarnings = (
  problems: ReadonlyArray<Pick<Problem, "hint" | "message" | "rule">>
): ReadonlyArray<string> =>
  problems.filter(({ rule }) => inert.includes(rule)).map(({ hint, message }) => `${message}. ${hint}`)
