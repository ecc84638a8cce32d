import * as Result from "effect/Result"
import type { RuntimeManifest } from "../capability/schema/runtime.ts"
import { nearest } from "../capability/suggest.ts"
import type { Registry, RegistryMember, RegistryOrigin, SkipReason } from "../registry/Registry.ts"
import { RuntimeUnknown } from "./errors.ts"
import type { RuntimeDescriptor } from "./home.ts"

/** A runtime that is acted on. */
export interface Runtime extends RuntimeDescriptor {
  readonly origin: RegistryOrigin
  readonly manifest: RuntimeManifest
  readonly body: RuntimeManifest["runtime"]
}

type Members = Pick<Registry, "members" | "skipped">

const runtimeOf = ({ id, manifest, origin }: RegistryMember): ReadonlyArray<Runtime> =>
  manifest.role === "runtime" ? [{ id, origin, manifest, body: manifest.runtime }] : []

/** The runtimes of a registry, ascending by id. */
export const runtimesOf = ({ members }: Pick<Members, "members">): ReadonlyArray<Runtime> =>
  [...members.values()].flatMap(runtimeOf)

const skipClause = (reason: SkipReason): string => {
  if (reason._tag === "Shadowed") return "one of the same id in the project takes its place"
  if (reason._tag === "NotActive") return reason.reason === "" ? `it is ${reason.status}` : reason.reason
  return reason.problems.find(({ severity }) => severity === "error")?.message ?? "the set refuses it"
}

const insteadOf = ({ members, skipped }: Members, id: string): string | undefined => {
  const member = members.get(id)
  if (member !== undefined) return `the capability of this id is a ${member.manifest.role}`
  const left = skipped.find((one) => one.id === id)
  return left === undefined
    ? undefined
    : `the capability of this id is not acted on, ${skipClause(left.reason)}`
}

const fewestShared = 3

/** Ids that the word probably means: a slip of the pen, then those of which one begins with the other. */
const suggestionsOf = (word: string, ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const wanted = word.trim().toLowerCase()
  const near = nearest(word, ids)
  const kin = ids.filter(
    (id) =>
      (wanted.startsWith(id) && id.length >= Math.min(fewestShared, wanted.length)) ||
      (id.startsWith(wanted) && wanted.length >= fewestShared)
  )
  return [...new Set([...(near === undefined ? [] : [near]), ...kin])]
}

/** The runtime of an id; the error suggests what may have been meant, and says what else there is of this id. */
export const chooseRuntime = (registry: Members, id: string): Result.Result<Runtime, RuntimeUnknown> => {
  const runtimes = runtimesOf(registry)
  const found = runtimes.find((one) => one.id === id)
  if (found !== undefined) return Result.succeed(found)
  const ids = runtimes.map((one) => one.id)
  const instead = insteadOf(registry, id)
  return Result.fail(
    new RuntimeUnknown({
      runtime: id,
      runtimes: ids,
      ...(instead === undefined ? { suggestions: suggestionsOf(id, ids) } : { instead, suggestions: [] })
    })
  )
}
