import * as PlatformError from "effect/PlatformError"
import { ConsentDeclined } from "../../domain/consent/errors.ts"
import { DiskFailure } from "../../domain/disk/errors.ts"
import { LockBusy } from "../../domain/lock/errors.ts"
import { HttpFailed } from "../../domain/network/errors.ts"
import { PolicyUnreadable } from "../../domain/policy/policy.ts"
import { SpawnFailed } from "../../domain/process/errors.ts"
import { SourceUnreachable } from "../../domain/source/errors.ts"
import type { FaultCall } from "./Faults.ts"

type Making = (call: FaultCall) => unknown

const firstText = (call: FaultCall): string => {
  const [first] = call.arguments
  return typeof first === "string" ? first : ""
}

const diskFailure: Making = (call) =>
  new DiskFailure({ operation: call.name, path: firstText(call), reason: "io", code: "EIO" })

const platformError: Making = (call) => {
  const [module = "", method = ""] = call.name.split(".")
  return PlatformError.systemError({ _tag: "Unknown", module, method, cause: { code: "EIO" } })
}

const httpFailed: Making = () =>
  new HttpFailed({ url: "https://fault.example", fault: "reset", reason: "the test cut it" })

/** By service. */
const services = new Map<string, Making>([
  ["Durable", diskFailure],
  ["Ledger", diskFailure],
  ["Staging", diskFailure],
  ["Store", diskFailure],
  ["FileSystem", platformError],
  ["File", platformError],
  ["Http", httpFailed]
])

/** By method, before the service; undefined where a method has no error. */
const methods = new Map<string, Making | undefined>([
  ["ConsentGate.ask", () => new ConsentDeclined({ id: "fault" })],
  ["ConsentStore.read", diskFailure],
  ["Durable.fileSystemKind", undefined],
  ["Durable.identifyAll", undefined],
  ["Durable.lookAll", undefined],
  ["Lock.acquire", (call) => new LockBusy({ path: firstText(call), waitedMillis: 0 })],
  ["OpenTransaction.commit", diskFailure],
  ["Policies.read", () => new PolicyUnreadable({ path: "/policy.json", problem: "the test spoilt it" })],
  [
    "SourceResolver.resolve",
    () => new SourceUnreachable({ source: "fault", reason: "was cut off by the test", hint: "Try again" })
  ],
  ["Spawner.run", () => new SpawnFailed({ command: "fault", reason: "out-of-resources", code: "EAGAIN" })],
  ["Store.identities", undefined],
  ["Transaction.begin", diskFailure]
])

/** An error that a method of the engine can fail with in the world; undefined where none is known. */
export const errorOf = (call: FaultCall): unknown => {
  const [service = ""] = call.name.split(".")
  const making = methods.has(call.name) ? methods.get(call.name) : services.get(service)
  return making?.(call)
}
