import * as Result from "effect/Result"
import { isJsonObject, member, memberText, type JsonObject, type JsonValue } from "../json/value.ts"
import { isVersion } from "../version/version.ts"

/** What a registry says of one package. All of it was written by others. */
export interface Packument {
  /** By strict version; what the registry lists under another name is left out. */
  readonly versions: ReadonlyMap<string, JsonObject>
  /** Version by distribution tag. */
  readonly tags: ReadonlyMap<string, string>
  /** When each version was published, as the registry writes it; withdrawn ones may still stand here. */
  readonly times: ReadonlyMap<string, string>
}

/** Own members of an object, `__proto__` and its like among them; none of what is no object. */
const membersOf = (value: JsonValue | undefined): ReadonlyArray<readonly [string, JsonValue]> =>
  isJsonObject(value) ? Object.entries(value) : []

const textsOf = (value: JsonValue | undefined): ReadonlyMap<string, string> =>
  new Map(
    membersOf(value).flatMap(([name, text]) => (typeof text === "string" ? [[name, text] as const] : []))
  )

/** Takes JSON for a packument; the failure is a clause on the registry's answer. */
export const readPackument = (value: JsonValue): Result.Result<Packument, string> => {
  if (!isJsonObject(value)) return Result.fail("holds no JSON object")
  const versions = membersOf(member(value, "versions")).flatMap(([version, published]) =>
    isVersion(version) && isJsonObject(published) ? [[version, published] as const] : []
  )
  return Result.succeed({
    versions: new Map(versions),
    tags: textsOf(member(value, "dist-tags")),
    times: textsOf(member(value, "time"))
  })
}

/** Why a version is not to be used, in its author's words; undefined when it is fine. */
export const deprecation = (published: JsonObject | undefined): string | undefined => {
  const said = member(published, "deprecated")
  return typeof said === "string" && said !== "" ? said : undefined
}

/** Where the tarball of a version is, and its sha512. */
export interface Distribution {
  readonly tarball: string
  /** `sha512-<base64>`; undefined when the registry names none. */
  readonly integrity: string | undefined
}

/** One of several hashes, each perhaps with options after a `?`. Source: Subresource Integrity, ssri. */
const sha512 = /(?:^|\s)(sha512-[A-Za-z0-9+/]{86}==)(?:\?\S*)?(?=\s|$)/u

/** What a version's `dist` says. */
export const distributionOf = (published: JsonObject): Distribution => {
  const dist = member(published, "dist")
  return { tarball: memberText(dist, "tarball"), integrity: sha512.exec(memberText(dist, "integrity"))?.[1] }
}
