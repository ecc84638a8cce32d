import { assert } from "vitest"
import { carrying } from "../../support/processes.ts"
import { pause, until } from "./children.ts"
import { proveHooksStand } from "./hooks.ts"
import { endOf, isAtWork, leftovers } from "./state.ts"
import type { User } from "./users.ts"
import { again, argsOf, byProgram, groundFor, proveRows, type Ground, type Walk } from "./walks.ts"
import { gsd, serve, startGsd, type Server } from "./world.ts"

const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 143]
] as const

/** When a signal comes: so many milliseconds after the start, or after the first trace on disk. */
interface Moment {
  readonly from: "start" | "trace"
  readonly millis: number
}

const durationsOf = async (ground: Ground) => {
  again(ground)
  const started = performance.now()
  const child = startGsd(ground.world, argsOf(ground))
  await until(() => isAtWork(ground.world.home), child)
  const traced = performance.now()
  await child.ended
  return { start: traced - started, trace: performance.now() - traced }
}

const proveStruck = async (
  ground: Ground,
  moment: Moment,
  strike: { readonly index: number; readonly server: Server }
) => {
  const { world, walk } = ground
  const [signal, code] = signals[strike.index % signals.length] ?? signals[0]
  const where = `${walk}, ${signal} ${moment.millis.toFixed(1)} ms from ${moment.from}`
  again(ground)
  const child = startGsd(world, argsOf(ground))
  if (moment.from === "trace") await until(() => isAtWork(world.home), child)
  await pause(moment.millis)
  child.kill(signal)
  const ran = await child.ended
  const end = endOf(world.home, ground, where)
  // Until the program listens, a signal has its default effect, and nothing was done yet.
  if (ran.signal === signal) assert.strictEqual(end, "before", where)
  else assert.include([0, code], ran.code, `${where}: ${ran.stdout}${ran.stderr}`)
  if (ran.code === 0) assert.strictEqual(end, "after", where)
  assert.deepStrictEqual(leftovers(world.home), [], where)
  assert.deepStrictEqual(carrying(world.root), [], where)
  proveHooksStand(ground.settings, where)
  proveRows(ground, await strike.server.ask(world, { op: "list" }), where)
}

/** Sends a signal at so many moments of a walk; every third is counted from the start, the rest from the first trace. */
export const proveSignals = async (user: User, walk: Walk, moments: number): Promise<void> => {
  const ground = await groundFor(user, walk, { carry: byProgram })
  const server = serve(user)
  const durations = await durationsOf(ground)
  for (let index = 0; index < moments; index += 1) {
    const from = index % 3 === 0 ? "start" : "trace"
    const millis = ((index + 0.5) / moments) * durations[from]
    // Not in step with the three signals, or each would always come at the same kind of moment.
    await proveStruck(ground, { from, millis }, { index: index + Math.floor(index / 3), server })
  }
  again(ground)
  const { code, stderr, stdout } = await gsd(ground.world, argsOf(ground))
  assert.strictEqual(code, 0, `the next command: ${stdout}${stderr}`)
  assert.strictEqual(endOf(ground.world.home, ground, "the next command"), "after")
}
