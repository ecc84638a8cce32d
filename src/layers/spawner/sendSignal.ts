import * as Option from "effect/Option"

/** Signals a process, or a group when negative; signal 0 only asks. False when nobody can be reached. */
export const sendSignal = (pid: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean =>
  Option.isSome(Option.liftThrowable(() => process.kill(pid, signal))())
