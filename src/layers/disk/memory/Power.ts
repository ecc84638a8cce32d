import * as Effect from "effect/Effect"
import * as PlatformError from "effect/PlatformError"
import * as Result from "effect/Result"
import { PowerLost } from "../../fault/PowerLost.ts"
import type { Code, Tree } from "./node.ts"

/** The switch of one disk, and what was asked of it until now. */
export interface Power {
  isOff: boolean
  /** Changes and fsyncs asked for; a crash before a mere read is a crash before the next of them. */
  steps: number
  /** The step that finds the power gone. */
  offAt: number
  /** The call that found it gone first. */
  lostAt: string | undefined
  /** Calls by `Service.method`. */
  readonly counts: Map<string, number>
}

/** Power that never goes by itself. */
export const makePower = (): Power => ({
  isOff: false,
  steps: 0,
  offAt: Number.POSITIVE_INFINITY,
  lostAt: undefined,
  counts: new Map()
})

/** One call of a service. */
export interface Call {
  readonly service: string
  readonly method: string
  readonly path: string
  readonly changes: boolean
}

const tags = new Map<Code, PlatformError.SystemErrorTag>([
  ["ENOENT", "NotFound"],
  ["EACCES", "PermissionDenied"],
  ["EPERM", "PermissionDenied"],
  ["EEXIST", "AlreadyExists"],
  ["EISDIR", "BadResource"],
  ["ENOTDIR", "BadResource"],
  ["ELOOP", "BadResource"],
  ["EBUSY", "Busy"]
])

const platformError = (call: Call, code: Code): PlatformError.PlatformError =>
  PlatformError.systemError({
    _tag: tags.get(code) ?? "Unknown",
    module: call.service,
    method: call.method,
    pathOrDescriptor: call.path,
    cause: { code }
  })

/** Counts a call; true when the power is there for it. */
const isPowered = (power: Power, call: Call): boolean => {
  if (power.isOff) return false
  const name = `${call.service}.${call.method}`
  power.counts.set(name, (power.counts.get(name) ?? 0) + 1)
  if (!call.changes) return true
  power.steps += 1
  if (power.steps < power.offAt) return true
  power.isOff = true
  power.lostAt = name
  return false
}

/** Runs one operation on the disk at once, as a call that can fail or find the power gone. */
export const calling =
  (tree: Tree, power: Power) =>
  <A>(call: Call, run: () => Result.Result<A, Code>): Effect.Effect<A, PlatformError.PlatformError> =>
    Effect.clockWith((clock) => {
      if (!isPowered(power, call))
        return Effect.die(new PowerLost({ call: `${call.service}.${call.method}` }))
      const now = BigInt(clock.currentTimeMillisUnsafe()) * 1_000_000n
      if (now > tree.lastNs) tree.lastNs = now
      const result = run()
      return Result.isSuccess(result)
        ? Effect.succeed(result.success)
        : Effect.fail(platformError(call, result.failure))
    })

/** Runs operations of one disk. */
export type Calling = ReturnType<typeof calling>
