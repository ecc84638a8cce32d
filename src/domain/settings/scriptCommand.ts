import * as Result from "effect/Result"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/**
 * A hook's script, or an MCP server's program, that no host can start as it is meant: the script has no `#!` line and is
 * no JavaScript, the program is no file of the bundle. Nothing was changed. Exit 4.
 */
export class ScriptNotRunnable
  extends Schema.TaggedError<ScriptNotRunnable>()("ScriptNotRunnable", {
    script: Schema.String,
    /** Set for the program of a server. */
    server: Schema.optionalKey(Schema.Literal("not-in-bundle"))
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return this.server !== undefined
      ? `The MCP server's program \`${this.script}\` is no file of the capability that can be read, and a host would take it from the folder it is started in`
      : `The hook script \`${this.script}\` cannot be started: it does not begin with \`#!\``
  }
  get hints() {
    return this.server !== undefined
      ? ["Put the program into the capability's folder, or name it by a bare name or an absolute path"]
      : ["Let the script begin with a line such as `#!/bin/sh`, or write it as .js, .cjs or .mjs"]
  }
}

/** A hook's script as it lies in the store. */
export interface StoredScript {
  /** Absolute path of the script. */
  readonly path: string
  /** Its first bytes; two are enough. */
  readonly head: Uint8Array
}

const javaScript = /\.(?:js|cjs|mjs)$/u

/** One word of a POSIX shell: nothing in it is expanded, whatever it holds. Example: `it's` gives `'it'\''s'`. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Tells whether a file begins with `#!`. */
export const hasInterpreterLine = (head: Uint8Array): boolean => head[0] === 0x23 && head[1] === 0x21

/** The command that starts a hook's script from a POSIX shell. Source: transaction.md "Foreign files"; cases U60. */
export const scriptCommand = (script: StoredScript): Result.Result<string, ScriptNotRunnable> => {
  if (hasInterpreterLine(script.head)) return Result.succeed(shellWord(script.path))
  return javaScript.test(script.path)
    ? Result.succeed(`node ${shellWord(script.path)}`)
    : Result.fail(new ScriptNotRunnable({ script: script.path }))
}

const oneWord = /^(?:node )?(?:'(\/(?:[^']|'\\'')*)'|(\/[\w./+@%:,-]+))$/u

/** The script that a command starts when it is one absolute path, as a word or as gsd writes it; undefined for any other command. */
export const scriptOf = (command: string): string | undefined => {
  const [, quoted, plain] = oneWord.exec(command) ?? []
  return quoted?.replaceAll("'\\''", "'") ?? plain
}
