const second = 1000

/** Every number of running a process: value, unit in the name, reason. */
export const processLimits = {
  /** How long output may still arrive once the leader has exited and others hold its pipes. */
  drainMillis: 300,
  /** Between TERM and KILL, unless the request says otherwise: time to write a transcript, not to finish work. */
  graceMillis: 2 * second,
  /** How long KILL is repeated before what still lives is reported as survivors. */
  killBoundMillis: 3 * second,
  /** Between two looks at a tree that is being ended. */
  pollMillis: 20,
  /** Looks at a tree that seems empty while a process in it may be between `execve` and its new environment. */
  unsureLooks: 3,
  /** How long a slow sink may take to write what arrived before the end. */
  sinkFlushMillis: 5 * second,
  /** Longest line that `cmd.exe` reads, in UTF-16 units. Source: Microsoft, "command prompt line string limitation". */
  shimLineCharacters: 8191,
  /** What a shim's own line may hold beside our arguments: paths of node and of the script. Source: ours. */
  shimOwnCharacters: 1024
} as const
