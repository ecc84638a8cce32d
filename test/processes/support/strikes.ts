import { assert } from "vitest"
import { pause, until, type Child } from "./children.ts"
import { proveHooksStand } from "./hooks.ts"
import type { Ends } from "./state.ts"
import { again, lookOf, proveRecovers, proveRows, type Ground } from "./walks.ts"
import { saidIn, startDriver, type Server } from "./world.ts"

/** Reads on until the driver has stopped, or ended. */
const stopped = async (child: Child): Promise<string | undefined> => {
  for (;;) {
    const line = await child.line()
    if (line === undefined) return undefined
    const said = saidIn(line)
    if (said.stopped !== undefined) return said.stopped
    if (said.ok !== undefined || said.error !== undefined) return undefined
  }
}

const begun = async (child: Child): Promise<void> => {
  for (let line = await child.line(); line !== undefined && saidIn(line).go === undefined;)
    line = await child.line()
}

/** Stops a walk behind a step and kills it; while it stands there with the lock, readers see the old or the new state. */
const stopBehind = async (ground: Ground, step: string, reader: Server): Promise<void> => {
  const where = `${ground.walk} stopped behind ${step}`
  again(ground)
  const child = startDriver(ground.world, { ...ground.order, stop: step })
  assert.strictEqual(await stopped(child), step, where)
  proveHooksStand(ground.settings, where)
  proveRows(ground, await reader.ask(ground.world, lookOf(ground)), where)
  child.kill("SIGKILL")
  await child.ended
}

/** Kills a walk behind one step of the protocol; gives the state that came of it. */
export const killBehind = async (ground: Ground, step: string, server: Server): Promise<keyof Ends> => {
  await stopBehind(ground, step, server)
  return proveRecovers(ground, server, `${ground.walk} killed behind ${step}`)
}

/** How long an order's own work takes, in milliseconds, from its first word to its end. */
export const durationOf = async (ground: Ground, order: Ground["order"] = ground.order): Promise<number> => {
  const child = startDriver(ground.world, order)
  await begun(child)
  const started = performance.now()
  await child.ended
  return performance.now() - started
}

/** Waits without giving up the thread for the last part, which timers are too coarse for. */
const waitFine = async (millis: number): Promise<void> => {
  const end = performance.now() + millis
  if (millis > 2) await pause(Math.floor(millis - 1))
  await until(() => performance.now() >= end)
}

/** Starts an order and kills it so many milliseconds after its first word. */
const killAt = async (
  ground: Ground,
  millis: number,
  order: Ground["order"] = ground.order
): Promise<void> => {
  const child = startDriver(ground.world, order)
  await begun(child)
  await waitFine(millis)
  child.kill("SIGKILL")
  await child.ended
}

/** Kills a walk at a moment; gives the state that came of it. */
export const killAfter = async (ground: Ground, millis: number, server: Server): Promise<keyof Ends> => {
  again(ground)
  await killAt(ground, millis)
  return proveRecovers(ground, server, `${ground.walk} killed after ${millis.toFixed(1)} ms`)
}

/** Kills a walk behind one step, then what recovers it, part of its way through; gives the state that came of it. */
export const killTwice = async (
  ground: Ground,
  step: string,
  recovery: { readonly part: number; readonly server: Server }
): Promise<keyof Ends> => {
  const where = `${ground.walk} killed behind ${step}, its recovery at ${recovery.part.toFixed(2)} of its way`
  await stopBehind(ground, step, recovery.server)
  const duration = await durationOf(ground, { op: "next" })
  await stopBehind(ground, step, recovery.server)
  await killAt(ground, recovery.part * duration, { op: "next" })
  return proveRecovers(ground, recovery.server, where)
}
