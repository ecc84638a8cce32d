import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"

/** No file of that name can be found by the search path of the run. Nothing was started. Exit 1. */
export class BinaryNotFound
  extends Schema.TaggedError<BinaryNotFound>()("BinaryNotFound", {
    command: Schema.String,
    tried: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `The program \`${this.command}\` was not found`
  }
  get hints() {
    return ["Install it, or put the folder that holds it on PATH"]
  }
}

/** The file is there, and may not be started. Nothing was started. Exit 1. */
export class BinaryNotExecutable
  extends Schema.TaggedError<BinaryNotExecutable>()("BinaryNotExecutable", {
    command: Schema.String,
    path: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `The program \`${this.command}\` is not executable: \`${this.path}\``
  }
  get hints() {
    return ["Run `chmod +x` on it if you trust it"]
  }
}

/** A script of Windows that only PowerShell or an association starts, which we do not. Nothing was started. Exit 1. */
export class UnsupportedShim
  extends Schema.TaggedError<UnsupportedShim>()("UnsupportedShim", {
    command: Schema.String,
    path: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    return `The program \`${this.command}\` is a shim that cannot be started directly: \`${this.path}\``
  }
  get hints() {
    return ["Name the `.exe` or `.cmd` of that program instead"]
  }
}

/** A run without a usable limit: zero, negative, not a number or infinite. Nothing was started. Exit 2. */
export class InvalidTimeout
  extends Schema.TaggedError<InvalidTimeout>()("InvalidTimeout", {
    command: Schema.String,
    which: Schema.Literals(["timeout", "idleTimeout", "grace"]),
    given: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return `The ${this.which} of \`${this.command}\` must be finite and above zero, not \`${this.given}\``
  }
  get hints() {
    return ["Give a time such as `5 minutes`"]
  }
}

/** Why a program that exists could not be started. */
export const SpawnReason = Schema.Literals([
  "argument-has-nul",
  "bad-variable-name",
  "variable-has-nul",
  "working-directory-relative",
  "working-directory-missing",
  "working-directory-denied",
  "interpreter-missing",
  "too-large",
  "out-of-resources",
  "busy",
  "wrong-format",
  "shim-bad-path",
  "shim-line-break",
  "shim-too-long",
  "shim-directory-unc",
  "shim-interpreter-missing",
  "unknown"
])
export type SpawnReason = typeof SpawnReason.Type

const sentences: Record<SpawnReason, readonly [sentence: string, hint: string]> = {
  "argument-has-nul": ["has an argument with a NUL byte", "Remove the NUL byte from the argument"],
  "bad-variable-name": ["has a variable whose name is empty or holds `=` or NUL", "Rename the variable"],
  "variable-has-nul": ["has a variable whose value holds a NUL byte", "Remove the NUL byte from the value"],
  "working-directory-relative": ["has a working directory that is not absolute", "Give an absolute path"],
  "working-directory-missing": [
    "has a working directory that does not exist",
    "Create it, or choose another"
  ],
  "working-directory-denied": ["has a working directory that may not be entered", "Check its owner and mode"],
  "interpreter-missing": [
    "needs an interpreter that is missing",
    "Install the program that its first line names"
  ],
  "too-large": ["has more arguments and variables than the system carries", "Shorten them, or use stdin"],
  "out-of-resources": ["finds no free processes, files or memory", "Close other programs and try again"],
  busy: ["is being written by another process", "Try again when the installation has finished"],
  "wrong-format": ["is not a program for this machine", "Install the build for this system"],
  "shim-bad-path": ["is a batch file whose path `cmd.exe` cannot be given", "Move it to a plain path"],
  "shim-line-break": [
    "is a batch file, which cannot be given an argument with a line break",
    "Use stdin or a file, or name the `.exe` behind it"
  ],
  "shim-too-long": [
    "is a batch file, which cannot be given more than 8191 characters of arguments",
    "Use stdin or a file, or name the `.exe` behind it"
  ],
  "shim-directory-unc": [
    "is a batch file, which cannot run in a network directory",
    "Map the share to a drive letter"
  ],
  "shim-interpreter-missing": [
    "is a batch file, and its `cmd.exe` was not found",
    "Let `ComSpec` or `SystemRoot` reach the run"
  ],
  unknown: ["could not be started", "Try the command by hand"]
}

/**
 * The operating system, or a check before it, refused the start. Nothing was started. Exit 1.
 * Names the command, never its arguments or the values of its variables: they may be secret.
 */
export class SpawnFailed
  extends Schema.TaggedError<SpawnFailed>()("SpawnFailed", {
    command: Schema.String,
    reason: SpawnReason,
    /** The path, or the name of the variable, that the reason is about. */
    place: Schema.optionalKey(Schema.String),
    code: Schema.optionalKey(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.failed
  override get message() {
    const place = this.place === undefined ? "" : `: \`${this.place}\``
    const code = this.code === undefined ? "" : ` (${this.code})`
    return `The program \`${this.command}\` ${sentences[this.reason][0]}${place}${code}`
  }
  get hints() {
    return [sentences[this.reason][1]]
  }
}

/** Every reason for a run not to begin. */
export type SpawnError = BinaryNotFound | BinaryNotExecutable | UnsupportedShim | InvalidTimeout | SpawnFailed
