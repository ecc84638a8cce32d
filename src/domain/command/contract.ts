/** One output of a command, as a module writes to it. */
export interface CommandOutput {
  /** Writes text or bytes; false when what is written waits for the reader. */
  readonly write: (chunk: string | Uint8Array) => boolean
}

/** The phase that a command is about. */
export interface CommandPhase {
  /** Its number, such as `3` or `3.1`; empty when its folder has none. */
  readonly number: string
  /** Name of its folder, such as `03-payments`. */
  readonly name: string
  /** Its folder, absolute. */
  readonly folder: string
}

/** Where and how a command was called. */
export interface ContextFacts {
  /** The word that the command was called by. */
  readonly family: string
  /** Id of the capability that the module belongs to. */
  readonly capability: string
  /** Root of the current project, absolute; the working directory where there is no project. It is the module's working directory. */
  readonly projectRoot: string
  /** `.planning` of the project, absolute; it need not be there. */
  readonly planningFolder: string
  /** Where the person called `gsd`, absolute: relative paths among the arguments start there. */
  readonly workingDirectory: string
  /** Absent when no phase was named. */
  readonly phase?: CommandPhase
  /** Whether the answer's `json` becomes `result` of one JSON document; otherwise a person reads the output. */
  readonly json: boolean
}

/** What a command module is told beside its arguments. Source: docs/reference/command-modules.md. */
export interface CommandContext extends ContextFacts {
  readonly stdout: CommandOutput
  readonly stderr: CommandOutput
}

/** What a command answers with beside what it has written. */
export interface CommandResult {
  /** 0 to 255; 0 when left out. */
  readonly exitCode?: number
  /** Written to stdout where a person reads it, or where there is no `json`; a missing line end is added. */
  readonly text?: string
  /** Any value that JSON can hold; printed as JSON where a person reads it and there is no `text`. */
  readonly json?: unknown
}

/** What a router returns: nothing or 0 is success, another number is an exit code. */
export type CommandAnswer = void | undefined | number | CommandResult

/**
 * One exported function of a command module. `args` is what stood behind the family, word for word. What it throws ends
 * the command with exit code 1 and the message, without a stack.
 */
export type CommandRouter = (
  args: ReadonlyArray<string>,
  context: CommandContext
) => CommandAnswer | Promise<CommandAnswer>

/** A CommonJS module of a capability: the functions that entries of `commands` name as `router`. */
export type CommandModule = Readonly<Record<string, CommandRouter>>
