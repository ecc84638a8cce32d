import { spawnSync } from "node:child_process"
import type { RunCookie } from "../../domain/process/cookie.ts"
import type { ProcessEntry } from "../../domain/process/outcome.ts"
import type { ProcessTree } from "./endTree.ts"
import { sendSignal } from "./sendSignal.ts"

const single = (pid: number, cookie: RunCookie): ProcessEntry => ({ pid, name: "", cookies: [cookie] })

/**
 * Tree of a run where the system shows no environments: its process group, seen as one member. A process
 * that made its own session is not found here; ending that needs native code.
 */
export const makeGroupTree = (pid: number, cookie: RunCookie): ProcessTree => ({
  find: () => ({ members: sendSignal(-pid, 0) ? [single(pid, cookie)] : [], unsure: false }),
  signal: (_members, signal) => {
    sendSignal(-pid, signal)
  },
  isGone: () => !sendSignal(-pid, 0)
})

/** Tree of a run on Windows: `taskkill /T` follows parents, so children of an ended parent are not found. */
export const makeWindowsTree = (pid: number, cookie: RunCookie, leaderGone: () => boolean): ProcessTree => ({
  find: () => ({ members: leaderGone() ? [] : [single(pid, cookie)], unsure: false }),
  signal: (_members, signal) => {
    const force = signal === "SIGKILL" ? ["/F"] : []
    spawnSync("taskkill", ["/PID", String(pid), "/T", ...force], { windowsHide: true, stdio: "ignore" })
  },
  isGone: leaderGone
})
