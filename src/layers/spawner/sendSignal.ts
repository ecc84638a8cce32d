import * as Option from "effect/Option"
import * as Result from "effect/Result"

/** Signals a process, or a group when negative; signal 0 only asks. False when nobody can be reached. */
export const sendSignal = (pid: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean =>
  Option.isSome(Option.liftThrowable(() => process.kill(pid, signal))())

const isDenied = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "code" in cause && cause.code === "EPERM"

/** Tells whether a process of this id exists, another user's too. */
export const isProcess = (pid: number): boolean =>
  Result.match(
    Result.try(() => process.kill(pid, 0)),
    { onSuccess: () => true, onFailure: isDenied }
  )
