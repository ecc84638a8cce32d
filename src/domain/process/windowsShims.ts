/** How a file found on the search path is started. */
export type BinaryKind =
  /** Started directly: every POSIX file, `.exe` and `.com`. */
  | "native"
  /** `.cmd` and `.bat`: only `cmd.exe` starts it, and reads its arguments a second time. */
  | "batch"
  /** `.ps1`: only PowerShell starts it. */
  | "powershell"
  /** Any other extension of PATHEXT: the Windows script host or an association starts it. */
  | "associated"

/** Kind of a Windows file by its extension in lower case; others are `associated`. */
export const windowsKinds: ReadonlyMap<string, BinaryKind> = new Map([
  [".exe", "native"],
  [".com", "native"],
  [".cmd", "batch"],
  [".bat", "batch"],
  [".ps1", "powershell"]
])

/** Value of PATHEXT where the environment has none. Source: Windows' own default, scripts of the script host left out. */
export const defaultPathExtensions = ".COM;.EXE;.BAT;.CMD"
