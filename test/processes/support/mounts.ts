import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { launch, type Child } from "./children.ts"
import type { Order } from "./orders.ts"
import { isRoot } from "./users.ts"
import { environment, orderIn, saidIn, type World } from "./world.ts"
import { tools } from "./tools.ts"

const probe = (): string | undefined => {
  if (!isRoot) return "only root may mount"
  const run = spawnSync("unshare", ["-m", "sh", "-c", "mount -t tmpfs none /tmp && command -v nsenter"])
  return run.status === 0 ? undefined : "no private mount namespace with a tmpfs can be had here"
}

/** Why nothing can be mounted here; undefined when it can. */
export const unmountable = probe()

/** A mount namespace of its own, alive as long as the process that holds it. */
export interface Mounted {
  /** The same path as seen from outside. */
  readonly outside: (path: string) => string
  /** Starts the program inside. */
  readonly gsd: (args: ReadonlyArray<string>) => Child
  /** Runs one order of the driver inside, to its end. */
  readonly drive: (order: Omit<Order, "root" | "project">) => Promise<unknown>
  /** Runs a shell's words inside, which must work. */
  readonly sh: (words: string, ...args: ReadonlyArray<string>) => void
}

/** Runs `words`, which mount something, in a namespace that nobody else sees; gives the way into it. */
export const mounted = async (world: World, words: string): Promise<Mounted> => {
  const env = environment(world)
  const holder = launch({
    command: "unshare",
    args: ["-m", "sh", "-ec", `${words}; echo mounted; exec cat`, "sh", world.home],
    cwd: world.work,
    env,
    user: world.user,
    open: true
  })
  if ((await holder.line()) !== "mounted") throw new Error((await holder.ended).stderr)
  const inside = (args: ReadonlyArray<string>): ReadonlyArray<string> => [
    "-t",
    String(holder.pid),
    "-m",
    "sh",
    "-c",
    'cd "$1" && shift && exec "$@"',
    "sh",
    world.work,
    ...args
  ]
  const start = (args: ReadonlyArray<string>): Child =>
    launch({ command: "nsenter", args: inside([tools.node, ...args]), cwd: "/", env, user: world.user })
  return {
    outside: (path) => join(`/proc/${holder.pid}/root`, path),
    gsd: (args) => start([tools.gsd, ...args]),
    drive: async (order) => {
      const { stderr, stdout } = await start([tools.driver, JSON.stringify(orderIn(world, order))]).ended
      const said = saidIn(stdout.trim().split("\n").at(-1))
      if (!("ok" in said)) throw new Error(`${order.op}: ${JSON.stringify(said)} ${stderr}`)
      return said.ok
    },
    sh: (words, ...args) => {
      const run = spawnSync("nsenter", inside(["sh", "-ec", words, "sh", ...args]), { env, encoding: "utf8" })
      if (run.status !== 0) throw new Error(run.stderr)
    }
  }
}
