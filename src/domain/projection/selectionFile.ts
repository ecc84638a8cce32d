import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { nearest } from "../capability/suggest.ts"
import { readObject } from "../json/decode.ts"
import { member, type JsonObject, type JsonValue } from "../json/value.ts"
import { Profile } from "../ledger/runtimes.ts"
import { limits } from "../limits.ts"
import { shown } from "../text/escape.ts"

/** Name of the file, in the folder of a runtime's configuration. Source: runtimes facts 3.4. */
export const selectionFileName = ".gsd-surface.json"

/** What a person says in a runtime's folder of what it is given. */
export interface SelectionFile {
  /** Undefined when it names none. */
  readonly baseProfile: Profile | undefined
  /** Ids of capabilities, and names of groups of the public system. */
  readonly disabledClusters: ReadonlyArray<string>
  /** Stems of skills. */
  readonly explicitAdds: ReadonlyArray<string>
  /** Stems of skills. */
  readonly explicitRemoves: ReadonlyArray<string>
}

/** Profiles, each within the next. */
export const profiles: ReadonlyArray<Profile> = Profile.literals

const isProfile = Schema.is(Profile)

/**
 * The profile that a text names; of several with commas between them the widest. The failure is a clause without a period
 * that names those there are: a slip of the pen never widens what a runtime is given.
 */
export const profileNamed = (text: string): Result.Result<Profile, string> => {
  const names = text.split(",").map((name) => name.trim())
  const unknown = names.find((name) => !isProfile(name))
  if (unknown !== undefined) {
    const near = nearest(unknown, profiles)
    const meant = near === undefined ? "" : `, perhaps \`${near}\``
    return Result.fail(
      shown`there is no profile \`${unknown}\`; there are ` +
        `${profiles.map((name) => `\`${name}\``).join(", ")}${meant}`
    )
  }
  return Result.succeed(profiles.findLast((name) => names.includes(name)) ?? "full")
}

const listKeys = ["disabledClusters", "explicitAdds", "explicitRemoves"] as const

const keys: ReadonlySet<string> = new Set(["baseProfile", ...listKeys])

/** Value of a key, with what is wrong with it. */
interface Read<A> {
  readonly value: A
  readonly faults: ReadonlyArray<string>
}

const baseIn = (value: JsonValue | undefined): Read<Profile | undefined> => {
  const wrong = (fault: string) => ({ value: undefined, faults: [fault] })
  if (value === undefined) return wrong("`baseProfile` is missing")
  if (typeof value !== "string") return wrong("`baseProfile` is no text")
  if (value === "") return { value: undefined, faults: [] }
  const named = profileNamed(value)
  return Result.isSuccess(named)
    ? { value: named.success, faults: [] }
    : wrong(`\`baseProfile\`: ${named.failure}`)
}

const listIn = (key: string, value: JsonValue | undefined): Read<ReadonlyArray<string>> => {
  const wrong = (fault: string) => ({ value: [], faults: [fault] })
  if (value === undefined) return wrong(`\`${key}\` is missing`)
  if (!Array.isArray(value)) return wrong(`\`${key}\` is no list`)
  const items: ReadonlyArray<JsonValue> = value
  const odd = items.findIndex((item) => typeof item !== "string")
  return odd === -1
    ? { value: items.filter((item) => typeof item === "string"), faults: [] }
    : wrong(`\`${key}\` holds at place ${odd} what is no text`)
}

const fileIn = (object: JsonObject): Result.Result<SelectionFile, string> => {
  const base = baseIn(member(object, "baseProfile"))
  const [disabled, adds, removes] = [
    listIn("disabledClusters", member(object, "disabledClusters")),
    listIn("explicitAdds", member(object, "explicitAdds")),
    listIn("explicitRemoves", member(object, "explicitRemoves"))
  ]
  const others = Object.keys(object).filter((key) => !keys.has(key))
  const faults = [
    ...[base, disabled, adds, removes].flatMap((read) => read.faults),
    ...(others.length === 0 ? [] : [shown`it has what nobody knows the meaning of: ${others.join(", ")}`])
  ]
  if (faults.length > 0) return Result.fail(faults.join("; "))
  return Result.succeed({
    baseProfile: base.value,
    disabledClusters: disabled.value,
    explicitAdds: adds.value,
    explicitRemoves: removes.value
  })
}

/**
 * Reads the file. All four keys stand in it, each of its type, and no other: what it takes away must not come back because
 * a word of it was not understood. The failure is a clause without a period that names every fault.
 */
export const decodeSelectionFile = (bytes: Uint8Array): Result.Result<SelectionFile, string> =>
  Result.flatMap(readObject(bytes, limits.settingsBytes), fileIn)
